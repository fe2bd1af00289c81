import type { MigrationInterface, QueryRunner } from 'typeorm';
import { idsOfTheirTime, lastMoment, lowestUuidAt } from './ids-of-their-time.js';

/**
 * Tables that only grow are partitioned by the time in their UUID v7 ids. What is there becomes the first
 * partition as it is: nothing is copied. What had to be unique in them, or referenced them, is held by tables of its own.
 */
export class Partitions1795560000000 implements MigrationInterface {
  name = 'Partitions1795560000000';

  async up(runner: QueryRunner): Promise<void> {
    // An older version that still runs writes nothing more into them.
    await runner.query(`LOCK TABLE ${TABLES.map(([name]) => name).join()} IN ACCESS EXCLUSIVE MODE`);
    for (const statement of PREPARE) await runner.query(statement);
    for (const [table, , time] of TABLES) await giveIdsOfTheirTime(runner, table, time);
    for (const [table, span] of TABLES) {
      const parts = await describe(runner, table);
      const end = await endOfFirst(runner, table, span);
      await setAside(runner, table, parts, 'first');
      await runner.query(`CREATE TABLE ${table} (LIKE ${table}_first INCLUDING DEFAULTS) PARTITION BY RANGE (id)`);
      await rebuild(runner, table, parts);
      await runner.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (MINVALUE) TO ('${lowestUuidAt(end)}')`,
      );
      await makeNext(runner, table, span, end);
      await restoreTriggers(runner, parts);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of [...TABLES].reverse()) {
      const parts = await describe(runner, table);
      await setAside(runner, table, parts, 'parts');
      await runner.query(`CREATE TABLE ${table} (LIKE ${table}_parts INCLUDING DEFAULTS)`);
      await runner.query(`INSERT INTO ${table} SELECT * FROM ${table}_parts`);
      await runner.query(`DROP TABLE ${table}_parts`);
      await rebuild(runner, table, parts);
      await restoreTriggers(runner, parts);
    }
    for (const statement of TAKE_BACK) await runner.query(statement);
  }
}

type Span = 'day' | 'month';

const DELIVERIES_STORAGE = 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05';

/** Each with the column that says when its rows were made. */
const TABLES: readonly (readonly [name: string, span: Span, time: string])[] = [
  ['events', 'day', 'occurred_at'],
  ['webhook_deliveries', 'day', 'created_at'],
  ['api_key_requests', 'day', 'at'],
  ['task_activity', 'month', 'at'],
  ['virtual_colleague_runs', 'month', 'started_at'],
  ['virtual_colleague_activity', 'month', 'created_at'],
];

/** What names rows of these tables, without a foreign key. */
const REFERENCES: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> = {
  events: [['webhook_deliveries', 'event_id']],
  virtual_colleague_runs: [
    ['virtual_colleague_activity', 'run_id'],
    ['virtual_colleague_leases', 'run_id'],
    ['virtual_colleague_said', 'run_id'],
  ],
};

async function giveIdsOfTheirTime(runner: QueryRunner, table: string, time: string): Promise<void> {
  const idOf = await idsOfTheirTime(runner, table);
  if (!idOf) return;
  const id = idOf('named.id', `named.${time}`);
  for (const [other, column] of REFERENCES[table] ?? []) {
    await runner.query(`UPDATE ${other} o SET ${column} = ${id} FROM ${table} named
      WHERE named.company_id = o.company_id AND named.id = o.${column} AND named.id <> ${id}`);
  }
  await runner.query(`UPDATE ${table} named SET id = ${id} WHERE id <> ${id}`);
}

/** Milliseconds that the service wants partitions made ahead for, and a day. */
const AHEAD = 8 * 86_400_000;

/** Those of the next days, as the service makes them from then on. */
async function makeNext(runner: QueryRunner, table: string, span: Span, first: number): Promise<void> {
  const storage = table === 'webhook_deliveries' ? `WITH (${DELIVERIES_STORAGE})` : '';
  for (let from = first; from < Date.now() + AHEAD; from = nextStart(span, from)) {
    const day = new Date(from).toISOString().slice(0, 10).replaceAll('-', '');
    await runner.query(`CREATE TABLE ${table}_p${day} PARTITION OF ${table}
      FOR VALUES FROM ('${lowestUuidAt(from)}') TO ('${lowestUuidAt(nextStart(span, from))}') ${storage}`);
  }
}

/** The end of the first partition: the end of the span of the last row, and at least the beginning of the present span. */
async function endOfFirst(runner: QueryRunner, table: string, span: Span): Promise<number> {
  const last = await lastMoment(runner, table);
  return Math.max(startOf(span, Date.now()), last === null ? 0 : nextStart(span, last));
}

function startOf(span: Span, moment: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), span === 'month' ? 1 : date.getUTCDate());
}

function nextStart(span: Span, moment: number): number {
  const date = new Date(startOf(span, moment));
  return span === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) : date.getTime() + 86_400_000;
}

/** What hangs on a table, each with the statement that makes it. */
interface Parts {
  constraints: { name: string; definition: string }[];
  indexes: { name: string; definition: string }[];
  triggers: { name: string; definition: string }[];
}

async function describe(runner: QueryRunner, table: string): Promise<Parts> {
  const rows = (text: string) => runner.query(text, [table]) as Promise<{ name: string; definition: string }[]>;
  return {
    constraints: await rows(`SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = $1::regclass AND contype IN ('p', 'f') ORDER BY contype DESC`),
    indexes: await rows(`SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1::regclass AND NOT i.indisprimary`),
    triggers: await rows(`SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
      WHERE tgrelid = $1::regclass AND NOT tgisinternal`),
  };
}

/** Renames a table and all that hangs on it, so that another one can have the names. */
async function setAside(runner: QueryRunner, table: string, parts: Parts, suffix: string): Promise<void> {
  for (const { name } of parts.triggers) await runner.query(`DROP TRIGGER ${name} ON ${table}`);
  for (const { name } of parts.constraints) {
    await runner.query(`ALTER TABLE ${table} RENAME CONSTRAINT ${name} TO ${name}_${suffix}`);
  }
  for (const { name } of parts.indexes) await runner.query(`ALTER INDEX ${name} RENAME TO ${name}_${suffix}`);
  await runner.query(`ALTER TABLE ${table} RENAME TO ${table}_${suffix}`);
}

/** On an empty parent that takes no time, and its first partition brings its own along. */
async function rebuild(runner: QueryRunner, table: string, { constraints, indexes }: Parts): Promise<void> {
  for (const { name, definition } of constraints) {
    await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  for (const { definition } of indexes) await runner.query(definition.replace(' ON ONLY ', ' ON '));
}

async function restoreTriggers(runner: QueryRunner, { triggers }: Parts): Promise<void> {
  for (const { definition } of triggers) await runner.query(definition);
}

const PREPARE = [
  // Retention drops partitions.
  'DROP INDEX events_age',
  'DROP INDEX webhook_deliveries_age',

  // The one run of a colleague, and until when its process has it.
  `CREATE TABLE virtual_colleague_leases (
    company_id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    run_id uuid NOT NULL,
    lease_until timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleague_leases_pkey PRIMARY KEY (company_id, colleague_id),
    CONSTRAINT virtual_colleague_leases_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  )`,
  'CREATE INDEX virtual_colleague_leases_until ON virtual_colleague_leases (lease_until)',
  `INSERT INTO virtual_colleague_leases SELECT company_id, colleague_id, id, lease_until FROM virtual_colleague_runs
    WHERE status = 'running'`,
  'DROP INDEX virtual_colleague_runs_running',
  'DROP INDEX virtual_colleague_runs_lease',
  'ALTER TABLE virtual_colleague_runs DROP COLUMN lease_until',

  // The messages of earlier scans: a message is not repeated for some time, and escalates after some repetitions.
  `CREATE TABLE virtual_colleague_said (
    company_id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    rule text NOT NULL,
    subject_id uuid NOT NULL,
    run_id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleague_said_pkey PRIMARY KEY (company_id, colleague_id, rule, subject_id, run_id),
    CONSTRAINT virtual_colleague_said_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  )`,
  `INSERT INTO virtual_colleague_said SELECT company_id, colleague_id, rule, subject_id, run_id, max(created_at)
    FROM virtual_colleague_activity WHERE rule <> 'digest' AND created_at > now() - interval '8760 hours' GROUP BY 1, 2, 3, 4, 5`,
  'DROP INDEX virtual_colleague_activity_subject',
  'ALTER TABLE virtual_colleague_activity DROP CONSTRAINT virtual_colleague_activity_run_fkey',
];

const TAKE_BACK = [
  'CREATE INDEX events_age ON events (occurred_at)',
  `CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at) WHERE status <> 'pending'`,
  `ALTER TABLE webhook_deliveries SET (${DELIVERIES_STORAGE})`,
  `ALTER TABLE virtual_colleague_activity ADD CONSTRAINT virtual_colleague_activity_run_fkey FOREIGN KEY (company_id, run_id)
    REFERENCES virtual_colleague_runs (company_id, id) ON DELETE CASCADE`,
  `CREATE INDEX virtual_colleague_activity_subject
    ON virtual_colleague_activity (company_id, colleague_id, rule, subject_id, created_at)`,
  'DROP TABLE virtual_colleague_said',
  `ALTER TABLE virtual_colleague_runs ADD COLUMN lease_until timestamptz(3)`,
  `UPDATE virtual_colleague_runs r SET lease_until = coalesce(
    (SELECT l.lease_until FROM virtual_colleague_leases l WHERE l.company_id = r.company_id AND l.run_id = r.id), now())`,
  'ALTER TABLE virtual_colleague_runs ALTER COLUMN lease_until SET NOT NULL',
  `CREATE UNIQUE INDEX virtual_colleague_runs_running ON virtual_colleague_runs (company_id, colleague_id)
    WHERE status = 'running'`,
  `CREATE INDEX virtual_colleague_runs_lease ON virtual_colleague_runs (lease_until) WHERE status = 'running'`,
  'DROP TABLE virtual_colleague_leases',
];
