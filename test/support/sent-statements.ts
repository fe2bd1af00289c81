import pg from 'pg';

/** A statement as PostgreSQL gets it. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

/** What begins and ends transactions, and what connections send by themselves. */
const FRAME = /^(BEGIN|COMMIT|ROLLBACK|SET|DISCARD|LOCK TABLE write_permit_|SELECT 1$)/;

/** The statements that `work` has the service send, in their order, but for those that `aside` describes. */
export async function statementsOf(work: () => Promise<unknown>, aside: RegExp): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const [query, values] = given as unknown[] as [string | Partial<SentStatement>, unknown[]?];
    const { text = '', values: own = [] } = typeof query === 'string' ? { text: query, values } : query;
    if (!FRAME.test(text) && !aside.test(text)) sent.push({ text, values: own });
    return send.apply(this, given);
  });
  await work();
  spy.mockRestore();
  return sent;
}

/** Without the blanks that the source is indented with. */
export function unindented(text: string): string {
  const [first = '', ...rest] = text.trim().split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents) - 2;
  return [first, ...rest.map((line) => line.slice(Math.max(least, 0)).trimEnd())].join('\n');
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** What a plan does, without its costs: one line for each node. */
export function shapeOf(node: PlanNode, depth = 0): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, Plans: below = [] } = node;
  const line = [type, table && `on ${table}`, index && `by ${index}`].filter(Boolean).join(' ');
  const lines = below.flatMap((plan) => shapeOf(plan, depth + 1));
  return [`${'  '.repeat(depth)}${line.replaceAll(/_p\d{8}/g, '_p…')}`, ...lines];
}
