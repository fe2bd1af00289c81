import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { migrate } from '../../src/core/database/migrate.js';
import { TestDatabase } from '../support/test-database.js';

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

describe('migrations', () => {
  it('run once when several instances start at once', async () => {
    await Promise.all(dataSources.map((dataSource) => migrate(dataSource)));
    const rows = await database.rows<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    expect(rows.map(({ name }) => name)).toEqual(dataSources[0]?.migrations.map(({ name }) => name));
  });

  it('leave nothing for TypeORM to generate', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be taken back', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    for (let count = dataSource.migrations.length; count > 0; count -= 1) await dataSource.undoLastMigration();
    const rows = await database.rows(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`);
    expect(rows).toEqual([{ table_name: 'migrations' }]);
  });

  it('give every table of a company a key that starts with the company', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    const rows = await database.rows<{ table: string; column: string }>(
      `SELECT c.relname AS "table", a.attname AS "column" FROM pg_index i
        JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
        WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const directories = ['companies', 'mail_tokens', 'migrations', 'user_emails'];
    const others = rows.filter(({ table }) => !directories.includes(table));
    expect(others.length).toBeGreaterThan(5);
    expect(others.filter(({ column }) => column !== 'company_id')).toEqual([]);
  });
});
