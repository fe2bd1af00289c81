import pLimit from 'p-limit';
import { DataSource, MigrationExecutor } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { migrate } from '#core/database/schema/migrate.js';
import { lockWritePermit } from '#core/database/schema/write-permit.js';
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
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be reverted, but for the first, which would take all data along', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    for (let count = dataSource.migrations.length; count > 1; count -= 1) await dataSource.undoLastMigration();
    await expect(dataSource.undoLastMigration()).rejects.toThrow(
      'The first migration is not reverted: drop the database instead',
    );
    await migrate(dataSource);
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
      'code_connection_companies',
      'companies',
      'file_disks',
      'mail_tokens',
      'migrations',
      'oauth_clients',
      'oauth_codes',
      'oauth_tokens',
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
