import '#config/node-version.js';
import '#core/outbound/no-global-fetch.js';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { loadConfiguration, loadEnvironmentFile } from '#config/configuration.js';
import { rotateSecrets } from '#core/secrets/secret-rotation.js';
import { connectionOptions } from '#core/database/pool/connection-options.js';
import { Secrets } from '#core/secrets/secrets.js';
import { explainError } from '../explain-error.js';
import { withServiceDatabase } from './service-database.js';

/** Encrypts every stored secret with the first key of SECRETS_KEY: `npm run secrets:rotate`. Exits 1 if some cannot be. */
async function rotate(databaseUrl: string, secrets: Secrets): Promise<number> {
  // Without the limit of requests on waits for locks: no one stands behind this.
  const options = { ...dataSourceOptions(databaseUrl, 1), extra: connectionOptions };
  const dataSource = await new DataSource(options).initialize();
  try {
    const rotations = await rotateSecrets(dataSource, secrets);
    for (const { table, column, rotated, unreadable } of rotations) {
      process.stdout.write(`${table}.${column}: ${rotated} encrypted anew\n`);
      for (const id of unreadable) {
        process.stderr.write(`${table}.${column}: ${id} cannot be decrypted with any key of SECRETS_KEY\n`);
      }
    }
    return rotations.some(({ unreadable }) => unreadable.length > 0) ? 1 : 0;
  } finally {
    await dataSource.destroy();
  }
}

try {
  loadEnvironmentFile();
  const configuration = loadConfiguration();
  process.exitCode = await withServiceDatabase(configuration, (url) => rotate(url, new Secrets(configuration)));
} catch (error) {
  process.stderr.write(explainError(error));
  process.exitCode = 1;
}
