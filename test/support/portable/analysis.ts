import pg from 'pg';
import { isNode, readNodeTree, type TreeNode } from './node-tree.js';

/** What the rules must know of the database. */
export interface Catalog {
  /** Of each table of companies, by its id, the number of the column with the company. */
  readonly companyColumns: ReadonlyMap<string, number>;
  /** Ids of functions that may give something else each time. */
  readonly volatile: ReadonlySet<string>;
  /** Ids of functions that depend on settings or the time of the transaction. */
  readonly stable: ReadonlySet<string>;
  /** Ids of types that are read or written as text differently by settings. */
  readonly dependentTypes: ReadonlySet<string>;
}

const SELECT_COLUMNS = `SELECT c.oid::text AS id, a.attnum AS "column" FROM pg_class c
  JOIN pg_class top ON top.oid = coalesce(pg_partition_root(c.oid), c.oid)
  JOIN pg_index i ON i.indrelid = top.oid AND i.indisprimary
  JOIN pg_attribute a ON a.attrelid = c.oid
    AND a.attname = CASE top.relname WHEN 'companies' THEN 'id' ELSE 'company_id' END
  JOIN pg_attribute k ON k.attrelid = top.oid AND k.attname = a.attname AND k.attnum = ANY (i.indkey)
  WHERE c.relnamespace = current_schema()::regnamespace`;
const SELECT_FUNCTIONS = 'SELECT oid::text AS id FROM pg_proc WHERE provolatile = $1';
const SELECT_TYPES = `SELECT t.oid::text AS id FROM pg_type t JOIN pg_proc i ON i.oid = t.typinput
  JOIN pg_proc o ON o.oid = t.typoutput WHERE 's' IN (i.provolatile, o.provolatile)`;

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const idsOf = async (text: string, values: string[] = []) =>
    new Set((await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id));
  const columns = await client.query<{ id: string; column: number }>(SELECT_COLUMNS);
  return {
    companyColumns: new Map(columns.rows.map(({ id, column }) => [id, column])),
    volatile: await idsOf(SELECT_FUNCTIONS, ['v']),
    stable: await idsOf(SELECT_FUNCTIONS, ['s']),
    dependentTypes: await idsOf(SELECT_TYPES),
  };
}

/** Has PostgreSQL read a statement, and does not run it. */
class Parsing extends pg.Query {
  constructor(text: string) {
    super({ text });
    this.submit = (connection) => {
      connection.parse({ text, name: '', types: [] }, true);
      connection.sync();
    };
  }
}

/** Has the server print the parse trees of what it reads over the connection. */
export async function printTrees(client: pg.Client): Promise<void> {
  await client.query(`SET client_min_messages = 'log'`);
  await client.query('SET debug_pretty_print = off');
  await client.query('SET debug_print_parse = on');
}

/**
 * What a statement means to PostgreSQL: every column with its table, every function with its id.
 *
 * @throws pg.DatabaseError when PostgreSQL does not understand it.
 */
export async function analyze(client: pg.Client, text: string): Promise<TreeNode | undefined> {
  const trees: TreeNode[] = [];
  const take = ({ message, detail }: { message?: string; detail?: string }) => {
    const tree = message?.startsWith('parse tree') && detail ? readNodeTree(detail) : null;
    if (isNode(tree)) trees.push(tree);
  };
  client.on('notice', take);
  try {
    await new Promise<void>((resolve, reject) => {
      const parsing = new Parsing(text);
      parsing.on('error', reject);
      parsing.on('end', () => resolve());
      client.query(parsing);
    });
  } finally {
    client.off('notice', take);
  }
  return trees[0];
}
