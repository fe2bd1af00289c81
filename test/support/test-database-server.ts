import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { migrate } from '#core/database/schema/migrate.js';
import { EmbeddedDatabase } from '#core/embedded-database/embedded-database.js';
import { temporaryFolder } from './temporary-folder.js';
import { withDatabase } from './test-database.js';

declare global {
  var testDatabaseServer: EmbeddedDatabase | undefined;
}

/** PostgreSQL for all workers, with a migrated database that each test file copies. */
export async function startTestDatabaseServer(): Promise<void> {
  const server = await EmbeddedDatabase.start({
    dataDirectory: temporaryFolder(),
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const dataSource = await new DataSource(dataSourceOptions(server.url, 1)).initialize();
  await dataSource.query('CREATE DATABASE migrated');
  await dataSource.destroy();
  const template = await new DataSource(dataSourceOptions(withDatabase(server.url, 'migrated'), 1)).initialize();
  await migrate(template);
  await template.destroy();
  globalThis.testDatabaseServer = server;
  process.env['TEST_DATABASE_SERVER'] = server.url;
}
