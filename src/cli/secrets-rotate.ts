import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { ConfigurationError, loadConfiguration, loadEnvironmentFile } from '../config/configuration.js';
import { requireDatabase } from '../core/database/require-database.js';
import { EmbeddedDatabase, EmbeddedDatabaseError } from '../core/embedded-database/embedded-database.js';
import { rotateSecrets } from '../core/secrets/secret-rotation.js';
import { Secrets } from '../core/secrets/secrets.js';

/** Encrypts every stored secret with the first key of SECRETS_KEY: `npm run secrets:rotate`. Exits 1 if some cannot be. */
async function run(): Promise<number> {
  loadEnvironmentFile();
  const configuration = loadConfiguration();
  const { dataDirectory, databaseUrl } = configuration;
  if (databaseUrl !== null) {
    await requireDatabase(databaseUrl);
    return rotate(databaseUrl, new Secrets(configuration));
  }
  const database = await EmbeddedDatabase.start({ dataDirectory, log: () => undefined });
  try {
    return await rotate(database.url, new Secrets(configuration));
  } finally {
    await database.stop();
  }
}

async function rotate(databaseUrl: string, secrets: Secrets): Promise<number> {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, 1)).initialize();
  try {
    const rotations = await rotateSecrets(dataSource, secrets);
    for (const { table, column, rotated, unreadable } of rotations) {
      console.log(`${table}.${column}: ${rotated} encrypted anew`);
      for (const id of unreadable) console.error(`${table}.${column}: ${id} does not open with any key of SECRETS_KEY`);
    }
    return rotations.some(({ unreadable }) => unreadable.length > 0) ? 1 : 0;
  } finally {
    await dataSource.destroy();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const isExpected = error instanceof ConfigurationError || error instanceof EmbeddedDatabaseError;
  console.error(isExpected ? error.message : (error as Error).stack);
  process.exitCode = 1;
}
