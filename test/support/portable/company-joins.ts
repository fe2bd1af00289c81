import type { Catalog } from './analysis.js';
import { isNode, nodesOf, nodesUnder, type TreeNode, type TreeValue, wordOf } from './node-tree.js';

/** What stands for a parameter or a constant: a statement names one company. */
const NAMED = 'named';
const [RELATION, SUBQUERY, JOIN, CTE, GROUP] = ['0', '1', '2', '6', '9'];
const INSERT = '3';
/** The operator = of UUIDs. */
const UUIDS_ARE_EQUAL = '2972';
/** Of parameters: a column of a subquery. */
const OF_SUBQUERY = '2';

/** Which columns are equal, as the conditions of a statement say. */
class Equalities {
  private readonly sources = new Map<string, string>();

  join(one: string, other: string): void {
    this.sources.set(this.of(one), this.of(other));
  }

  /** The same for all columns that are equal. */
  of(column: string): string {
    let source = column;
    for (let next = this.sources.get(source); next !== undefined && next !== source; next = this.sources.get(source)) {
      source = next;
    }
    return source;
  }
}

/**
 * Whether all tables of companies that a statement reads and writes are compared by company. CTEs count by themselves, as Citus
 * runs them first, and so do the parts of a UNION. `pinned`: each table with a company that is given.
 */
export function areTogether(statement: TreeNode, catalog: Catalog, how: 'joined' | 'pinned' = 'joined'): boolean {
  const walk = new Walk(catalog);
  walk.query(statement, [], 0);
  return walk.units.every((columns) => {
    const classes = new Set(columns.map((column) => walk.equalities.of(column)));
    if (how === 'pinned') classes.add(walk.equalities.of(NAMED));
    return classes.size <= 1;
  });
}

class Walk {
  readonly equalities = new Equalities();
  /** The company columns of tables that are read together. */
  readonly units: string[][] = [];
  private readonly ids = new Map<TreeNode, number>();

  constructor(private readonly catalog: Catalog) {}

  /** `outer` are the queries around this one, the nearest last. */
  query(query: TreeNode, outer: readonly TreeNode[], unit: number): void {
    const scopes = [...outer, query];
    this.units[unit] ??= [];
    for (const cte of nodesOf(query.fields['cteList'])) {
      this.query(cte.fields['ctequery'] as TreeNode, scopes, this.units.length);
    }
    for (const [index, entry] of nodesOf(query.fields['rtable']).entries()) {
      const column = isInserted(query, index + 1) ? undefined : this.companyColumn(entry);
      if (column !== undefined) this.units[unit].push(this.keyOf(entry, column));
      if (entry.fields['rtekind'] === SUBQUERY) {
        const own = isUnion(query) ? this.units.length : unit;
        this.query(entry.fields['subquery'] as TreeNode, scopes, own);
      }
    }
    this.conditions(query.fields['jointree'], scopes);
    for (const [name, field] of Object.entries(query.fields)) {
      if (name === 'rtable' || name === 'cteList') continue;
      for (const node of nodesUnder(field, ({ kind }) => kind !== 'QUERY')) {
        if (node.kind === 'QUERY') this.query(node, scopes, unit);
      }
    }
  }

  private companyColumn({ fields }: TreeNode): number | undefined {
    return fields['rtekind'] === RELATION ? this.catalog.companyColumns.get(wordOf(fields['relid'])) : undefined;
  }

  /** Only what holds for every row: not under OR or NOT. */
  private conditions(value: TreeValue | undefined, scopes: readonly TreeNode[]): void {
    if (Array.isArray(value)) {
      for (const item of value as readonly TreeValue[]) this.conditions(item, scopes);
      return;
    }
    if (!isNode(value)) return;
    const { kind, fields } = value;
    if (kind === 'FROMEXPR') this.conditions([fields['fromlist'] ?? null, fields['quals'] ?? null], scopes);
    if (kind === 'JOINEXPR') {
      this.conditions([fields['larg'] ?? null, fields['rarg'] ?? null, fields['quals'] ?? null], scopes);
    }
    if (kind === 'BOOLEXPR' && fields['boolop'] === 'and') this.conditions(fields['args'], scopes);
    if (kind === 'OPEXPR') this.equality(value, scopes);
    if (kind === 'SUBLINK') {
      const below = fields['subselect'] as TreeNode;
      for (const node of nodesUnder(fields['testexpr'])) if (node.kind === 'OPEXPR') this.equality(node, scopes, below);
    }
  }

  private equality({ fields }: TreeNode, scopes: readonly TreeNode[], below?: TreeNode): void {
    if (fields['opno'] !== UUIDS_ARE_EQUAL) return;
    const [one, other] = nodesOf(fields['args']).map((side) => this.source(side, scopes, below));
    if (one !== undefined && other !== undefined) this.equalities.join(one, other);
  }

  /** The column, parameter or constant that a value is. */
  private source(value: TreeValue | undefined, scopes: readonly TreeNode[], below?: TreeNode): string | undefined {
    if (!isNode(value)) return undefined;
    const { kind, fields } = value;
    if (kind === 'RELABELTYPE') return this.source(fields['arg'], scopes, below);
    if (kind === 'CONST') return NAMED;
    if (kind === 'PARAM') {
      if (fields['paramkind'] !== OF_SUBQUERY) return NAMED;
      return below && this.output(below, Number(fields['paramid']), scopes);
    }
    return kind === 'VAR' ? this.column(fields, scopes) : undefined;
  }

  private column(fields: TreeNode['fields'], scopes: readonly TreeNode[]): string | undefined {
    const level = scopes.length - Number(fields['varlevelsup']);
    const own = scopes.slice(0, level);
    const entry = nodesOf(own.at(-1)?.fields['rtable'])[Number(fields['varno']) - 1];
    if (!entry) return undefined;
    const number = Number(fields['varattno']);
    const { rtekind } = entry.fields;
    if (rtekind === JOIN) return this.source(nodesOf(entry.fields['joinaliasvars'])[number - 1], own);
    if (rtekind === GROUP) return this.source(nodesOf(entry.fields['groupexprs'])[number - 1], own);
    const key = this.keyOf(entry, number);
    if (rtekind === SUBQUERY) this.link(key, this.output(entry.fields['subquery'] as TreeNode, number, own));
    if (rtekind === CTE) {
      const around = own.slice(0, own.length - Number(entry.fields['ctelevelsup']));
      const ctes = nodesOf(around.at(-1)?.fields['cteList']);
      const cte = ctes.find((one) => one.fields['ctename'] === entry.fields['ctename']);
      if (cte && entry.fields['self_reference'] !== 'true') {
        this.link(key, this.output(cte.fields['ctequery'] as TreeNode, number, around));
      }
    }
    return key;
  }

  private output(query: TreeNode, number: number, scopes: readonly TreeNode[]): string | undefined {
    const list = query.fields[query.fields['commandType'] === '1' ? 'targetList' : 'returningList'];
    const target = nodesOf(list).find(({ fields }) => fields['resno'] === String(number));
    return this.source(target?.fields['expr'], [...scopes, query]);
  }

  private link(one: string, other: string | undefined): void {
    if (other !== undefined) this.equalities.join(one, other);
  }

  private keyOf(entry: TreeNode, column: number): string {
    const id = this.ids.get(entry) ?? this.ids.size;
    this.ids.set(entry, id);
    return `${id}.${column}`;
  }
}

/** Its parts are read one beside the other. */
function isUnion({ fields }: TreeNode): boolean {
  return isNode(fields['setOperations']);
}

/** Whether an entry of the query is the table that it inserts into, or `excluded`. */
function isInserted({ fields }: TreeNode, index: number): boolean {
  const { commandType, resultRelation, onConflict } = fields;
  const excluded = isNode(onConflict) ? Number(onConflict.fields['exclRelIndex']) : 0;
  return commandType === INSERT && (index === Number(resultRelation) || index === excluded);
}
