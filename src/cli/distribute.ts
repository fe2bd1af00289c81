import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { directDatabase } from '#config/command-line.js';
import { loadEnvironmentFile } from '#config/configuration.js';
import { connectionOptions } from '#core/database/pool/connection-options.js';
import { migrate } from '#core/database/schema/migrate.js';
import { ensureDatabase } from '#core/database/schema/ensure-database.js';
import { explainError } from '../explain-error.js';
import { distributeTables } from './distribute/distribute-tables.js';
import { noCitus, ensureCitus } from './distribute/ensure-citus.js';

/** Spreads the tables of companies over the nodes of Citus: `npm run distribute`. Exits 1 without Citus. */
async function distribute(databaseUrl: string): Promise<void> {
  const dataSource = new DataSource({ ...dataSourceOptions(databaseUrl, 1), extra: connectionOptions });
  await dataSource.initialize();
  try {
    await ensureCitus(dataSource);
    await migrate(dataSource);
    await distributeTables(dataSource, (line) => process.stdout.write(`${line}\n`));
  } finally {
    await dataSource.destroy();
  }
}

try {
  loadEnvironmentFile();
  const database = directDatabase();
  if (!database) throw noCitus('the embedded database has none: set DATABASE_URL');
  await ensureDatabase(database.variable, database.url);
  await distribute(database.url);
} catch (error) {
  process.stderr.write(explainError(error));
  process.exitCode = 1;
}
