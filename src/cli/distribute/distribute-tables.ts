import type { DataSource } from 'typeorm';

interface CompanyTable {
  readonly name: string;
  /** The column with the id of the company. */
  readonly column: string;
  readonly isDistributed: boolean;
  readonly references: readonly string[];
}

/** Tables whose key has the company. Directories stay on the coordinator: they are read before the company is known. */
const SELECT_TABLES = `SELECT c.relname AS name, a.attname AS "column",
    EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid AND d.partmethod = 'h') AS "isDistributed",
    ARRAY(SELECT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS "references"
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      AND a.attname = CASE c.relname WHEN 'companies' THEN 'id' ELSE 'company_id' END
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition ORDER BY c.relname`;

const DISTRIBUTE = 'SELECT create_distributed_table($1::regclass, $2)';
const DISTRIBUTE_BESIDE = `SELECT create_distributed_table($1::regclass, $2, colocate_with => 'companies')`;
/** What a transaction sets for itself, as how long it waits for a lock, holds on the nodes, too. */
const PASS_SETTINGS_ON = `DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database()); END $$`;
/** Deletes the coordinator's own copy of the rows, which nobody sees any more. */
/** Citus distributes no table with triggers: that of the audit log stands on each part of it on the nodes (identity 4.3). */
const LIFT_TRIGGERS = [
  'DROP TRIGGER IF EXISTS audit_entries_stand ON audit_entries',
  `DO $$ DECLARE part regclass; BEGIN
    FOR part IN SELECT tgrelid::regclass FROM pg_trigger WHERE tgname = 'audit_entries_stay' LOOP
      EXECUTE format('DROP TRIGGER audit_entries_stay ON %s', part);
    END LOOP; END $$`,
];
const PUT_TRIGGERS_ON_NODES = `SELECT run_command_on_shards('audit_entries', $$CREATE OR REPLACE TRIGGER audit_entries_stand
  BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()$$)`;
const CLEAR = 'SELECT truncate_local_data_after_distributing_table($1::regclass)';

/** Distributes the tables of companies that are not distributed yet, with their rows. `say` gets a line for each table. */
export async function distributeTables(dataSource: DataSource, say: (line: string) => void): Promise<void> {
  const tables = inOrder(await dataSource.query<CompanyTable[]>(SELECT_TABLES));
  await dataSource.query(PASS_SETTINGS_ON);
  for (const made of ['make_uuid_v7()', 'refuse_audit_change()']) {
    await dataSource.query('SELECT create_distributed_function($1::regprocedure)', [made]);
  }
  for (const statement of LIFT_TRIGGERS) await dataSource.query(statement);
  for (const { name, column, isDistributed } of tables) {
    if (isDistributed) {
      say(`${name}: distributed already`);
      continue;
    }
    await dataSource.query(name === 'companies' ? DISTRIBUTE : DISTRIBUTE_BESIDE, [name, column]);
    say(`${name}: distributed by ${column}`);
  }
  // All of them: an earlier run may have ended before it came here.
  for (const { name } of tables) await dataSource.query(CLEAR, [name]);
  await dataSource.query(PUT_TRIGGERS_ON_NODES);
}

/** Orders the tables so that each comes after the tables that it references. */
function inOrder(tables: readonly CompanyTable[]): CompanyTable[] {
  const ordered = new Map<string, CompanyTable>();
  while (ordered.size < tables.length) {
    const next = tables.filter(
      ({ name, references }) => !ordered.has(name) && references.every((reference) => ordered.has(reference)),
    );
    if (next.length === 0) throw new Error('The tables refer to each other in a circle');
    for (const table of next) ordered.set(table.name, table);
  }
  return [...ordered.values()];
}
