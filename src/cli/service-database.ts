import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { ensureDatabase } from '#core/database/schema/ensure-database.js';
import { EmbeddedDatabase } from '#core/embedded-database/embedded-database.js';

/**
 * Calls `work` with the address of the service's database: `DATABASE_URL`, or the embedded database. The embedded one is
 * started for the call unless the service is running.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError with one line about a cause that the operator can fix.
 */
export async function withServiceDatabase<Result>(
  { databaseUrl, databaseDirectUrl, dataDirectory }: Configuration,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  if (databaseDirectUrl !== null) {
    await ensureDatabase('DATABASE_DIRECT_URL', databaseDirectUrl);
    return work(databaseDirectUrl);
  }
  if (databaseUrl !== null) {
    await ensureDatabase('DATABASE_URL', databaseUrl);
    return work(databaseUrl);
  }
  if (!existsSync(join(dataDirectory, 'postgres'))) {
    throw new ConfigurationError(`DATA_DIR: there is no database in ${dataDirectory} yet: start the service first`);
  }
  const database = await EmbeddedDatabase.reach({ dataDirectory, log: () => undefined });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}
