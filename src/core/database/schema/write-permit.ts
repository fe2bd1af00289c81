import type { DataSource, QueryRunner } from 'typeorm';

/**
 * The write permit is an empty table named after the newest migration. Every transaction that writes locks it, and a
 * migration replaces it: so each write of an older version that still runs fails, behind poolers and on Citus, too. Reads do without it and go on.
 */
const PREFIX = 'write_permit_';

const SELECT_PERMITS = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND starts_with(relname, '${PREFIX}')`;
const SELECT_NEWEST = 'SELECT coalesce(max(timestamp), 0) AS newest FROM migrations';

/** Takes the right to write for the rest of the transaction. Fails when the database is of another version. */
export function lockWritePermit(dataSource: DataSource): string {
  return `LOCK TABLE ${PREFIX}${newestMigration(dataSource)} IN ACCESS SHARE MODE`;
}

/** The time of the newest migration that this version knows. As TypeORM does, it is taken from the name. */
export function newestMigration({ migrations }: DataSource): number {
  return Math.max(0, ...migrations.map(({ name = '' }) => Number(name.slice(-13))));
}

/** Waits for the transactions that write. Those that come later wait for the end of this one, and then fail. */
export async function revokeWritePermit(runner: QueryRunner): Promise<void> {
  const permits = (await runner.query(SELECT_PERMITS)) as { name: string }[];
  for (const { name } of permits) await runner.query(`DROP TABLE ${name}`);
}

/** Lets only the version write whose newest migration is that of the database. */
export async function grantWritePermit(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query(SELECT_NEWEST)) as { newest: string }[];
  const permit = `${PREFIX}${row?.newest}`;
  const permits = (await runner.query(SELECT_PERMITS)) as { name: string }[];
  if (permits.some(({ name }) => name === permit)) return;
  await revokeWritePermit(runner);
  await runner.query(`CREATE TABLE ${permit} ()`);
}
