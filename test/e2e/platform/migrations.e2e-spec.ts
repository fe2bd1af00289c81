import pLimit from 'p-limit';
import { DataSource, MigrationExecutor } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { migrate } from '#core/database/schema/migrate.js';
import { lockWritePermit } from '#core/database/schema/write-permit.js';
import { EventPositions1795500000000 } from '#migrations/1795500000000-event-positions.js';
import { eventually } from '../../support/eventually.js';
import { TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let dataSources: DataSource[];
beforeEach(async () => {
  database = await TestDatabase.create('template1');
  dataSources = await Promise.all(
    Array.from({ length: 3 }, () => new DataSource(dataSourceOptions(database.url, 2)).initialize()),
  );
});
afterEach(async () => {
  await Promise.all(dataSources.map((dataSource) => dataSource.destroy()));
  await database.close();
});

/** A database as it was before the migration whose name begins so. */
async function goBackBefore(migration: string): Promise<void> {
  const [dataSource] = dataSources as [DataSource];
  await migrate(dataSource);
  for (let name = ''; !name.startsWith(migration);) {
    const [last] = await database.rows<{ name: string }>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
    name = last?.name ?? migration;
    await dataSource.undoLastMigration();
  }
}

/** A task of each status, in the only project. */
async function insertTasks(...statuses: string[]): Promise<void> {
  await database.rows(`INSERT INTO companies (id, name, created_at, updated_at)
    VALUES (gen_random_uuid(), 'Company', now(), now())`);
  await database.rows(`INSERT INTO projects (company_id, id, key, name, status, created_at, updated_at)
    SELECT id, gen_random_uuid(), 'KEY', 'Project', 'active', now(), now() FROM companies`);
  await database.rows(
    `INSERT INTO project_counters (company_id, project_id, last_task_number) SELECT company_id, id, $1 FROM projects`,
    [statuses.length],
  );
  await database.rows(
    `INSERT INTO tasks (company_id, id, project_id, tid, rank, title, status, priority, created_at, updated_at)
      SELECT p.company_id, gen_random_uuid(), p.id, 'KEY-' || n, 'a' || n, 'Task', s.status, 'None', now(), now()
      FROM projects p, unnest($1::text[]) WITH ORDINALITY s (status, n)`,
    [statuses],
  );
}

/** A label, which every task carries. */
async function insertLabel(): Promise<void> {
  await database.rows(`INSERT INTO labels (company_id, id, name, color, created_at, updated_at)
    SELECT id, gen_random_uuid(), 'Label', '#808080', now(), now() FROM companies`);
  await database.rows(`INSERT INTO task_labels (company_id, task_id, label_id)
    SELECT t.company_id, t.id, l.id FROM tasks t, labels l`);
}

/**
 * Has TypeORM send the queries of a connection one after the other. To compare schemas it asks for the types of many
 * columns at once (`PostgresQueryRunner.loadTables`, 1.1.1), which pg deprecates and pg 9 will refuse.
 */
function queryInTurn(dataSource: DataSource): void {
  const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
  jest.spyOn(dataSource, 'createQueryRunner').mockImplementation((mode) => {
    const runner = createQueryRunner(mode);
    const query = runner.query.bind(runner) as (...parameters: unknown[]) => Promise<unknown>;
    const limit = pLimit(1);
    return Object.assign(runner, { query: (...parameters: unknown[]) => limit(() => query(...parameters)) });
  });
}

describe('migrations', () => {
  it('run once when several instances start at once', async () => {
    await Promise.all(dataSources.map((dataSource) => migrate(dataSource)));
    const rows = await database.rows<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    expect(rows.map(({ name }) => name)).toEqual(dataSources[0]?.migrations.map(({ name }) => name));
  });

  it('wait without a limit for another instance that migrates, unlike a request', async () => {
    const [migrated, observer] = dataSources as [DataSource, DataSource];
    await migrate(migrated);
    const options = dataSourceOptions(database.url, 1);
    const hasty = await new DataSource({ ...options, extra: { ...options.extra, lock_timeout: 50 } }).initialize();
    await database.rows('BEGIN');
    await database.rows('LOCK TABLE migrations');
    const waiting = migrate(hasty);
    await eventually('it has waited for longer', async () => {
      const text = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND clock_timestamp() - query_start > interval '200 ms'`;
      return (await observer.query<unknown[]>(text)).length === 1;
    });
    await database.rows('COMMIT');
    await waiting;
    await hasty.destroy();
  });

  it('are tried again after a deadlock with an older version that still writes', async () => {
    const [dataSource] = dataSources as [DataSource];
    const deadlock = Object.assign(new Error('deadlock detected'), { driverError: { code: '40P01' } });
    jest.spyOn(MigrationExecutor.prototype, 'executePendingMigrations').mockRejectedValueOnce(deadlock);
    await migrate(dataSource);
    expect(await database.rows('SELECT FROM migrations')).toHaveLength(dataSource.migrations.length);
  });

  it('leave nothing for TypeORM to generate', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    queryInTurn(dataSource);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    // Every table has it, and no entity.
    const queries = upQueries.map(({ query }) => query).filter((query) => !query.includes('not_of_an_earlier_version'));
    expect(queries).toEqual([]);
  });

  it('let versions of before the write permit read but not write, with events or without', async () => {
    await migrate(dataSources[0] as DataSource);
    const unchecked = `SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND conname = 'not_of_an_earlier_version')`;
    const names = (await database.rows<{ relname: string }>(unchecked)).map(({ relname }) => relname);
    expect(names.filter((name) => !name.startsWith('write_permit_'))).toEqual(['migrations']);
    await insertTasks('To Do');
    await database.rows(`SET application_name = 'project-management-service'`);
    await expect(database.rows('UPDATE tasks SET title = title')).rejects.toThrow('not_of_an_earlier_version');
    await expect(insertLabel()).rejects.toThrow('not_of_an_earlier_version');
    expect(await database.rows('SELECT FROM tasks')).toHaveLength(1);
    await database.rows(`SET application_name = 'psql'`);
    await insertLabel();
  });

  it('can be reverted', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    for (let count = dataSource.migrations.length; count > 0; count -= 1) await dataSource.undoLastMigration();
    const tables = `SELECT table_name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'write_permit_%'`;
    const rows = await database.rows(tables);
    expect(rows).toEqual([{ table_name: 'migrations' }]);
  });

  it('can be reverted and run again on data; only data without a place in between is lost', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    await insertTasks('To Do', 'Done');
    await database.rows(`WITH team AS (INSERT INTO teams (company_id, id, name, created_at, updated_at)
        SELECT id, gen_random_uuid(), 'Team', now(), now() FROM companies RETURNING id)
      UPDATE projects SET team_id = team.id FROM team`);
    await insertLabel();
    await database.rows(`INSERT INTO sprints (company_id, id, project_id, name, status, created_at, updated_at)
      SELECT company_id, gen_random_uuid(), id, 'Sprint', 'planned', now(), now() FROM projects`);
    await database.rows(`INSERT INTO epics (company_id, id, project_id, name, color, created_at, updated_at)
      SELECT company_id, gen_random_uuid(), id, 'Epic', '#808080', now(), now() FROM projects`);
    await database.rows('UPDATE tasks SET sprint_id = (SELECT id FROM sprints), epic_id = (SELECT id FROM epics)');
    await goBackBefore('TeamsAndLabels');
    await migrate(dataSource);
    const rows = `SELECT t.title, t.sprint_id, t.epic_id, p.team_id, (SELECT count(*)::integer FROM task_labels) AS labels
      FROM tasks t JOIN projects p ON p.id = t.project_id`;
    const bare = { title: 'Task', sprint_id: null, epic_id: null, team_id: null, labels: 0 };
    expect(await database.rows(rows)).toEqual([bare, bare]);
  });

  it('count the tasks that a database of the first version holds', async () => {
    await goBackBefore('TaskCounts');
    await insertTasks('Done', 'Done', 'Done');
    await migrate(dataSources[0] as DataSource);
    expect(await database.rows('SELECT last_task_number, task_count FROM project_counters')).toEqual([
      { last_task_number: 3, task_count: 3 },
    ]);
  });

  it('count the open tasks of each label', async () => {
    await goBackBefore('OpenTaskLabels');
    await insertTasks('Done', 'To Do');
    await insertLabel();
    await migrate(dataSources[0] as DataSource);
    const rows = `SELECT t.status, l.is_open FROM task_labels l JOIN tasks t ON t.id = l.task_id ORDER BY t.tid`;
    expect(await database.rows(rows)).toEqual([
      { status: 'Done', is_open: false },
      { status: 'To Do', is_open: true },
    ]);
  });

  it.each([
    ['NoTriggers', '', '', 'violates not-null constraint'],
    ['NewerEvents', ', generation', ', 2', 'violates check constraint'],
  ])('let a version of before %s read but not write events', async (migration, column, value, refusal) => {
    await goBackBefore(migration);
    await insertTasks('To Do');
    const raise = `INSERT INTO event_positions AS c (company_id, position${column}) SELECT id, 1${value} FROM companies
      ON CONFLICT (company_id) DO UPDATE SET position = c.position + 1`;
    await database.rows(raise);
    await migrate(dataSources[0] as DataSource);
    await expect(database.rows(raise)).rejects.toThrow(refusal);
    expect(await database.rows('SELECT position FROM event_positions')).toEqual([{ position: 1 }]);
  });

  it('let a version write again when a newer one has been reverted', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    const lock = lockWritePermit(dataSource);
    const write = () => dataSource.transaction((manager) => manager.query(lock));
    await write();
    await database.rows(`ALTER TABLE ${lock.split(' ')[2]} RENAME TO write_permit_9999999999999`);
    await expect(write()).rejects.toThrow('does not exist');
    await migrate(dataSource);
    await write();
    expect(await database.rows(`SELECT FROM pg_class WHERE relname LIKE 'write_permit_%'`)).toHaveLength(1);
  });

  it('keep the lifetime of mailed tokens from the version before', async () => {
    await goBackBefore('MailedTokens');
    await database.rows(`INSERT INTO mail_tokens (token_hash, company_id, user_id, expires_at)
      SELECT sha256(minutes::text::bytea), gen_random_uuid(), gen_random_uuid(), now() + make_interval(mins => minutes)
      FROM unnest(ARRAY[10, 59, 61, 10000]) minutes`);
    await migrate(dataSources[0] as DataSource);
    const rows = await database.rows<{ kind: string }>('SELECT kind FROM mail_tokens ORDER BY expires_at');
    expect(rows.map(({ kind }) => kind)).toEqual(['reset', 'reset', 'invitation', 'invitation']);
  });

  it('leave no trigger on a table of a company but the audit log', async () => {
    await migrate(dataSources[0] as DataSource);
    const tables = `SELECT c.relname AS "table", t.tgname AS "trigger" FROM pg_class c
      LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
      WHERE c.relnamespace = 'public'::regnamespace AND (c.relname = 'companies'
        OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id'))`;
    const rows = await database.rows<{ table: string; trigger: string | null }>(tables);
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(['companies', 'users', 'events', 'tasks']));
    const triggers = rows.filter(({ trigger }) => trigger !== null).map(({ table }) => table);
    expect([...new Set(triggers)].sort()).toEqual(['audit_entries', 'audit_entries_first']);
  });

  it('lose no event, give each its position, and refuse those of an older version', async () => {
    await goBackBefore('EventPositions');
    await insertTasks();
    // The second has an id that is no UUID v7.
    await database.rows(
      `INSERT INTO events (company_id, id, name, data, occurred_at)
        SELECT c.id, e.id::uuid, e.name, '{}', now() - e.age::interval FROM companies c, (VALUES
          ('0193f5a0-0000-7000-8000-000000000001', 'task.created', '1 year'),
          ('fe2c1a52-9b4c-4c0a-8a52-0d3c5b7e9f10', 'task.updated', '2 days'),
          ('0193f5a0-0001-7000-8000-000000000002', 'ping', '1 year'),
          ('0193f5a0-0002-7000-8000-000000000003', 'task.completed', '1 year')) e (id, name, age)`,
    );
    await database.rows(`INSERT INTO webhook_deliveries (company_id, id, webhook_id, event_id, event, status, attempts,
        attempts_left, created_at)
      SELECT company_id, gen_random_uuid(), company_id, id, name, 'pending', '[]', 1, now() FROM events`);
    await migrate(dataSources[0] as DataSource);
    const events = `SELECT e.name, e.position::integer AS position, d.event FROM events e
      JOIN webhook_deliveries d ON d.company_id = e.company_id AND d.event_id = e.id ORDER BY e.id`;
    expect(await database.rows(events)).toEqual(
      Object.entries({ 'task.created': 1, ping: -1, 'task.completed': 2, 'task.updated': 3 }).map(
        ([event, position]) => ({ name: event, position, event }),
      ),
    );
    const ahead = `SELECT FROM events e, webhook_deliveries d WHERE greatest(e.id, d.id) > make_uuid_v7()`;
    expect(await database.rows(ahead)).toEqual([]);
    expect(await database.rows('SELECT position::integer FROM event_positions')).toEqual([{ position: 3 }]);
    const older = database.rows(`INSERT INTO events (company_id, id, name, data, occurred_at)
      SELECT id, make_uuid_v7(), 'task.created', '{}', now() FROM companies`);
    await expect(older).rejects.toThrow('null value in column "position"');
  });

  it('copy events while an older version reads and writes, and then the events that it wrote', async () => {
    const [dataSource] = dataSources as [DataSource];
    await goBackBefore('EventPositions');
    await insertTasks();
    // Each in a millisecond of its own: their ids say no more of their order.
    const write = (name: string) =>
      database.rows(
        `INSERT INTO events (company_id, id, name, data, occurred_at) SELECT id, make_uuid_v7(), $1, '{}', now() FROM companies, pg_sleep(0.002)`,
        [name],
      );
    await write('task.created');
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await new EventPositions1795500000000().prepare(runner);
    await write('task.updated');
    expect(await database.rows('SELECT FROM events, companies')).toHaveLength(2);
    await runner.commitTransaction();
    await runner.release();
    await write('task.completed');
    await migrate(dataSource);
    expect(await database.rows('SELECT name, position::integer FROM events ORDER BY position')).toEqual([
      { name: 'task.created', position: 1 },
      { name: 'task.updated', position: 2 },
      { name: 'task.completed', position: 3 },
    ]);
  });

  it('give every table of a company a key that starts with the company', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    const rows = await database.rows<{ table: string; column: string }>(
      `SELECT c.relname AS "table", a.attname AS "column" FROM pg_index i
        JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
        WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const directories = [
      'api_key_hashes',
      'attachment_companies',
      'companies',
      'file_disks',
      'mail_tokens',
      'migrations',
      'passkey_challenges',
      'scim_tokens',
      'sessions',
      'sso_flows',
      'user_emails',
      'verified_domains',
    ];
    const others = rows.filter(({ table }) => !directories.includes(table));
    expect(others.length).toBeGreaterThan(5);
    expect(others.filter(({ column }) => column !== 'company_id')).toEqual([]);
  });
});
