import type { Catalog } from './analysis.js';
import { areTogether } from './company-joins.js';
import { isNode, nodesOf, nodesUnder, type TreeNode, type TreeValue, wordOf } from './node-tree.js';

/** Why Citus refuses a statement, and what to write instead. */
export interface Refusal {
  readonly reason: string;
  readonly remedy: string;
}

export const REFUSALS = {
  volatileSet: {
    reason: 'SET or WHERE of a write calls a function that is VOLATILE, such as clock_timestamp()',
    remedy: 'pass the value as a parameter, or compute it in a CTE before',
  },
  stableColumn: {
    reason: 'SET or WHERE of a write calls a STABLE function with a column, such as timestamptz + interval',
    remedy: 'pass the value as a parameter, or compute it in a CTE before; move the interval to the side of now()',
  },
  mutableCase: {
    reason: 'CASE or COALESCE of a write calls a function that is not IMMUTABLE, such as now()',
    remedy: 'pass the moment as a parameter, or compute it in a CTE before',
  },
  mutableConflict: {
    reason: 'DO UPDATE calls a function that is not IMMUTABLE, such as now() or convert_to()',
    remedy: 'use the value of `excluded`, or a parameter',
  },
  mutableReturning: {
    reason: 'RETURNING calls a function that is not IMMUTABLE, such as now()',
    remedy: 'return the columns, and compare in the service or in a second statement',
  },
  companySet: {
    reason: 'SET writes the company of a row',
    remedy: 'leave company_id out of SET: it never changes',
  },
  insertSubquery: {
    reason: 'a subquery stands in DO UPDATE or in the rows of an INSERT',
    remedy: 'use INSERT ... SELECT, or two statements',
  },
  locksOfMany: {
    reason: 'FOR UPDATE locks rows of several companies',
    remedy: 'find the companies first, and lock by company with company_id = $n',
  },
  recursion: {
    reason: 'a recursive CTE reads tables of companies without company_id = $n in each part',
    remedy: 'name the company as a parameter in each part',
  },
  twoInsertSelects: {
    reason: 'one WITH has two INSERT ... SELECT that read tables of companies',
    remedy: 'send two statements in one transaction',
  },
  composite: {
    reason: 'a row without a type, as ($1, $2), stands beside parameters',
    remedy: 'compare the values one by one',
  },
  join: {
    reason: 'tables of companies are joined, and not by company_id',
    remedy: 'compare company_id of each with that of the other, or each with company_id = $n',
  },
  besideFunction: {
    reason: 'beside a function in FROM, such as unnest(), a subquery takes the company from around it',
    remedy: 'compare company_id with $n in the subquery itself',
  },
  severalCommands: {
    reason: 'one message has several commands',
    remedy: 'send each by itself: they are pipelined, and cost no round trip',
  },
  trigger: {
    reason: 'it makes a trigger, which no table of companies may have',
    remedy: 'do it in the service; what cannot be is on the list of triggers of the test',
  },
} as const satisfies Record<string, Refusal>;

export type RefusalName = keyof typeof REFUSALS;

const [UPDATE, INSERT, DELETE] = ['2', '3', '4'];
/** The kinds of nodes that name their function in one of these fields. */
const FUNCTION_FIELDS = ['funcid', 'opfuncid', 'aggfnoid', 'winfnoid'];
const RECORD = '2249';
const [SUBQUERY, FUNCTION] = ['1', '3'];

/** What Citus would refuse of a statement that PostgreSQL has read. */
export function refusalsOf(tree: TreeNode, catalog: Catalog): RefusalName[] {
  const found = new Set<RefusalName>();
  const queries = [...nodesUnder(tree)].filter(({ kind }) => kind === 'QUERY');
  const isOurs = queries.some(({ fields }) => nodesOf(fields['rtable']).some((entry) => isCompanies(entry, catalog)));
  if (!isOurs) return [];
  for (const query of queries) {
    for (const name of refusedWrite(query, catalog)) found.add(name);
    if (locksMany(query, catalog)) found.add('locksOfMany');
    if (query.fields['hasRecursive'] === 'true' && recursesOverMany(query, catalog)) found.add('recursion');
  }
  if (queries.filter((query) => isInsertSelect(query, catalog)).length > 1) found.add('twoInsertSelects');
  if ([...nodesUnder(tree)].some(isCompositeOfParameters)) found.add('composite');
  if (!areTogether(tree, catalog)) found.add('join');
  if (queries.some((query) => lendsCompany(query, catalog))) found.add('besideFunction');
  return [...found];
}

function isCompanies({ fields }: TreeNode, { companyColumns }: Catalog): boolean {
  return fields['rtekind'] === '0' && companyColumns.has(wordOf(fields['relid']));
}

function* refusedWrite({ fields }: TreeNode, catalog: Catalog): Generator<RefusalName> {
  const written = nodesOf(fields['rtable'])[Number(fields['resultRelation']) - 1];
  if (!written || !isCompanies(written, catalog)) return;
  const isMutable = (value: TreeValue | undefined) =>
    calls(value, catalog, 'stable') || calls(value, catalog, 'volatile');
  const targets = nodesOf(fields['targetList']);
  if (fields['commandType'] === UPDATE || fields['commandType'] === DELETE) {
    const changing = [...(fields['commandType'] === UPDATE ? targets : []), fields['jointree'] ?? null];
    if (calls(changing, catalog, 'volatile')) yield 'volatileSet';
    if (callsStableWithColumn(changing, catalog)) yield 'stableColumn';
    const choices = [...nodesUnder(changing)].filter(({ kind }) => kind === 'CASEEXPR' || kind === 'COALESCEEXPR');
    if (choices.some(isMutable)) yield 'mutableCase';
    const company = String(catalog.companyColumns.get(wordOf(written.fields['relid'])));
    if (fields['commandType'] === UPDATE && targets.some((target) => target.fields['resno'] === company)) {
      yield 'companySet';
    }
  }
  if (fields['commandType'] === INSERT) {
    if (isMutable(fields['onConflict'])) yield 'mutableConflict';
    if (fields['hasSubLinks'] === 'true') yield 'insertSubquery';
    const company = String(catalog.companyColumns.get(wordOf(written.fields['relid'])));
    const conflict = isNode(fields['onConflict']) ? nodesOf(fields['onConflict'].fields['onConflictSet']) : [];
    if (conflict.some((target) => target.fields['resno'] === company)) yield 'companySet';
  }
  if (isMutable(fields['returningList'])) yield 'mutableReturning';
}

/** Whether a function of this kind is called anywhere under the value. */
function calls(value: TreeValue | undefined, catalog: Catalog, kind: 'stable' | 'volatile'): boolean {
  for (const node of nodesUnder(value)) if (isCall(node, catalog, kind)) return true;
  return false;
}

function isCall(node: TreeNode, catalog: Catalog, kind: 'stable' | 'volatile'): boolean {
  const { fields } = node;
  if (kind === 'stable' && node.kind === 'SQLVALUEFUNCTION') return true;
  if (kind === 'volatile' && node.kind === 'NEXTVALUEEXPR') return true;
  if (kind === 'stable' && node.kind === 'COERCEVIAIO') {
    const types = [fields['resulttype'], typeOf(fields['arg'])];
    return types.some((type) => catalog.dependentTypes.has(wordOf(type)));
  }
  return FUNCTION_FIELDS.some((field) => catalog[kind].has(wordOf(fields[field])));
}

function typeOf(value: TreeValue | undefined): TreeValue | undefined {
  if (!isNode(value)) return undefined;
  const { vartype, consttype, paramtype, funcresulttype, opresulttype, resulttype } = value.fields;
  return vartype ?? consttype ?? paramtype ?? funcresulttype ?? opresulttype ?? resulttype;
}

function callsStableWithColumn(value: TreeValue, catalog: Catalog): boolean {
  for (const node of nodesUnder(value)) {
    if (!isCall(node, catalog, 'stable')) continue;
    for (const argument of nodesUnder(node)) if (argument.kind === 'VAR') return true;
  }
  return false;
}

/** Whether locked tables of companies are read without `company_id = $n`. */
function locksMany(query: TreeNode, catalog: Catalog): boolean {
  const entries = nodesOf(query.fields['rtable']);
  const locked = nodesOf(query.fields['rowMarks']).map(({ fields }) => entries[Number(fields['rti']) - 1]);
  return locked.some((entry) => entry && isCompanies(entry, catalog)) && !areTogether(query, catalog, 'pinned');
}

function recursesOverMany(query: TreeNode, catalog: Catalog): boolean {
  const recursive = nodesOf(query.fields['cteList']).filter(({ fields }) => fields['cterecursive'] === 'true');
  return recursive.some(({ fields }) => !areTogether(fields['ctequery'] as TreeNode, catalog, 'pinned'));
}

/** Whether it inserts what it reads from a table of companies. */
function isInsertSelect({ fields }: TreeNode, catalog: Catalog): boolean {
  if (fields['commandType'] !== INSERT) return false;
  const read = nodesOf(fields['rtable']).filter((entry) => entry.fields['rtekind'] === SUBQUERY);
  const entries = read.flatMap((entry) => nodesOf((entry.fields['subquery'] as TreeNode).fields['rtable']));
  return entries.some((entry) => isCompanies(entry, catalog));
}

/** Whether a query reads functions alone, and a subquery of it a table of companies without `company_id = $n`. */
function lendsCompany({ fields }: TreeNode, catalog: Catalog): boolean {
  const entries = nodesOf(fields['rtable']);
  if (entries.length === 0 || entries.some((entry) => entry.fields['rtekind'] !== FUNCTION)) return false;
  const subqueries = [...nodesUnder(fields['jointree']), ...nodesUnder(fields['targetList'])];
  return subqueries.some((node) => node.kind === 'QUERY' && !areTogether(node, catalog, 'pinned'));
}

function isCompositeOfParameters(node: TreeNode): boolean {
  if (node.kind !== 'ROWEXPR' || node.fields['row_typeid'] !== RECORD) return false;
  return [...nodesUnder(node.fields['args'])].some(({ kind }) => kind === 'PARAM');
}
