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

  it('count the tasks that a database of the first version holds', async () => {
    const [dataSource] = dataSources as [DataSource];
    await migrate(dataSource);
    for (let name = ''; !name.startsWith('TaskCounts');) {
      const [last] = await database.rows<{ name: string }>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
      name = last?.name ?? 'TaskCounts';
      await dataSource.undoLastMigration();
    }
    await database.rows(`INSERT INTO companies (id, name, created_at, updated_at)
      VALUES (gen_random_uuid(), 'Company', now(), now())`);
    await database.rows(`INSERT INTO projects (company_id, id, key, name, status, created_at, updated_at)
      SELECT id, gen_random_uuid(), 'KEY', 'Project', 'active', now(), now() FROM companies`);
    await database.rows(`INSERT INTO project_counters (company_id, project_id, last_task_number)
      SELECT company_id, id, 3 FROM projects`);
    await database.rows(`INSERT INTO tasks (company_id, id, project_id, tid, rank, title, status, priority, created_at, updated_at)
      SELECT company_id, gen_random_uuid(), id, 'KEY-' || n, 'a' || n, 'Task', 'Done', 'None', now(), now()
      FROM projects, generate_series(1, 3) n`);
    await migrate(dataSource);
    expect(await database.rows('SELECT last_task_number, task_count FROM project_counters')).toEqual([
      { last_task_number: 3, task_count: 3 },
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
    const directories = ['api_key_hashes', 'companies', 'mail_tokens', 'migrations', 'user_emails'];
    const others = rows.filter(({ table }) => !directories.includes(table));
    expect(others.length).toBeGreaterThan(5);
    expect(others.filter(({ column }) => column !== 'company_id')).toEqual([]);
  });
});
