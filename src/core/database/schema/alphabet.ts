import type { QueryRunner } from 'typeorm';

const IS_OF_ANOTHER_ICU = `SELECT oid FROM pg_collation WHERE collname = 'alphabet'
  AND collnamespace = current_schema()::regnamespace AND collversion <> pg_collation_actual_version(oid)`;
const INDEXES = `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
  WHERE $1::oid = ANY (i.indcollation::oid[]) AND EXISTS (SELECT FROM pg_class c WHERE c.oid = i.indexrelid AND c.relkind = 'i')`;

/** Another ICU sorts differently: makes the indexes by alphabet again after PostgreSQL has been given one. */
export async function rebuildAlphabet(runner: QueryRunner): Promise<void> {
  const [alphabet] = (await runner.query(IS_OF_ANOTHER_ICU)) as { oid: number }[];
  if (!alphabet) return;
  for (const { name } of (await runner.query(INDEXES, [alphabet.oid])) as { name: string }[]) {
    await runner.query(`REINDEX INDEX ${name}`);
  }
  await runner.query('ALTER COLLATION alphabet REFRESH VERSION');
}
