import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { distributeTables } from '../../src/cli/distribute/distribute-tables.js';
import { ensureCitus } from '../../src/cli/distribute/ensure-citus.js';
import { connectionOptions } from '#core/database/pool/connection-options.js';
import { migrate } from '#core/database/schema/migrate.js';
import { momentOf } from '#core/partitions/spans.js';

const DAY = 86_400_000;

/** Not the schema with all in it: Citus itself lives there. */
const DROP_ALL = `DO $$ DECLARE thing text; BEGIN
  FOR thing IN SELECT format('TABLE %I', c.relname) FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    UNION ALL SELECT 'FUNCTION ' || p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP EXECUTE 'DROP ' || thing || ' CASCADE'; END LOOP;
END $$`;

/** Much faster than making all tables again: some 2 s in place of 40 s. */
const TRUNCATE_ALL = `DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I', c.relname), ',') FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname NOT IN ('migrations', 'citus_tables')); END $$`;
const REFUSING = `SELECT pg_get_functiondef('refuse_audit_change'::regproc) AS definition`;
const LET_THROUGH = `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`;
const IS_DISTRIBUTED = `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('companies')`;
const ENDS_OF_PARTITIONS = `SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''(.*)''\\)') AS end
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'events'::regclass ORDER BY 1`;

/** For all nodes: docs/scaling.md recommends it. */
const LIMIT_LOCK_WAITS = `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lock_timeout = 4000', current_database()); END $$`;

/** A suite reads them: how many statements go to several nodes. */
const COUNT_STATEMENTS = LIMIT_LOCK_WAITS.replace('lock_timeout = 4000', 'citus.enable_stat_counters = on');

/** What suites set for their database, which is the next one's here. */
const RESET_SETTINGS = ['timezone', 'deadlock_timeout'].map((setting) =>
  LIMIT_LOCK_WAITS.replace('SET lock_timeout = 4000', `RESET ${setting}`),
);

/** Empties the database of `CITUS_URL`; `migrated`: with all tables, distributed. */
export async function emptyCitus(url: string, to: 'migrated' | 'template1'): Promise<void> {
  const dataSource = new DataSource({
    ...dataSourceOptions(url, 1),
    extra: { ...connectionOptions, application_name: 'test' },
  });
  await dataSource.initialize();
  try {
    await ensureCitus(dataSource);
    await dataSource.query(LIMIT_LOCK_WAITS);
    await dataSource.query(COUNT_STATEMENTS);
    for (const reset of RESET_SETTINGS) await dataSource.query(reset);
    if (to === 'migrated' && (await isReady(dataSource))) {
      await truncateAll(dataSource);
      return;
    }
    await dataSource.query(DROP_ALL);
    if (to === 'template1') return;
    await migrate(dataSource);
    await distributeTables(dataSource, () => undefined);
  } finally {
    await dataSource.destroy();
  }
}

/** The audit log lets nobody empty it: meanwhile its triggers, on all nodes, do nothing. */
async function truncateAll(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const [refusing] = await manager.query<{ definition: string }[]>(REFUSING);
    await manager.query(LET_THROUGH);
    await manager.query(TRUNCATE_ALL);
    await manager.query(refusing!.definition);
  });
}

async function isReady(dataSource: DataSource): Promise<boolean> {
  const isDistributed = (await dataSource.query<unknown[]>(IS_DISTRIBUTED)).length > 0;
  return isDistributed && !(await dataSource.showMigrations()) && (await hasPartitionsOfToday(dataSource));
}

/** False after a test that has moved the clock. */
async function hasPartitionsOfToday(dataSource: DataSource): Promise<boolean> {
  const partitions = await dataSource.query<{ end: string }[]>(ENDS_OF_PARTITIONS);
  const [first = 0, last = first] = [partitions[0]!, partitions.at(-1)!].map(({ end }) => momentOf(end) - Date.now());
  return first <= DAY && last <= 9 * DAY;
}
