import type { DataSource } from 'typeorm';
import { ConfigurationError } from '#config/configuration-error.js';

/** A table whose key has the company: Citus spreads it over its nodes. */
export interface CompanyTable {
  readonly name: string;
  /** The column with the id of the company. */
  readonly column: string;
  readonly isDistributed: boolean;
  readonly references: readonly string[];
}

const HAS_CITUS = `SELECT FROM pg_extension WHERE extname = 'citus'`;

/** Directories stay on the coordinator: they are read before the company is known. */
const SELECT_TABLES = `SELECT c.relname AS name, a.attname AS "column",
    EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid AND d.partmethod = 'h') AS "isDistributed",
    ARRAY(SELECT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS "references"
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      AND a.attname = CASE c.relname WHEN 'companies' THEN 'id' ELSE 'company_id' END
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition ORDER BY c.relname`;

/** The tables of companies of a database with Citus, each after `companies` and the tables that it references. */
export async function findCompanyTables(dataSource: DataSource): Promise<CompanyTable[]> {
  return inOrder(await dataSource.query<CompanyTable[]>(SELECT_TABLES));
}

/**
 * Checks at the start that statements find the tables of companies in one place: all are distributed, or none. Gives what an operator should know, or null.
 *
 * @throws ConfigurationError when some are distributed, and others are not.
 */
export async function ensureDistribution(dataSource: DataSource): Promise<string | null> {
  if ((await dataSource.query<unknown[]>(HAS_CITUS)).length === 0) return null;
  const tables = await findCompanyTables(dataSource);
  const local = tables.filter(({ isDistributed }) => !isDistributed).map(({ name }) => name);
  if (local.length === 0) return null;
  const names = [...local].sort().join(', ');
  if (local.length === tables.length) {
    return `The database has Citus, and these tables are not distributed yet: ${names}. To spread them over its nodes: npm run distribute`;
  }
  throw new ConfigurationError(
    `DATABASE_URL: the tables of companies are distributed, but for ${names}: stop the service and run npm run distribute`,
  );
}

function inOrder(tables: readonly CompanyTable[]): CompanyTable[] {
  const ordered = new Map(tables.filter(({ name }) => name === 'companies').map((table) => [table.name, table]));
  while (ordered.size < tables.length) {
    const next = tables.filter(
      ({ name, references }) => !ordered.has(name) && references.every((reference) => ordered.has(reference)),
    );
    if (next.length === 0) throw new Error('The tables refer to each other in a circle');
    for (const table of next) ordered.set(table.name, table);
  }
  return [...ordered.values()];
}
