import type { Logger } from 'pino';
import type { Configuration } from '#config/configuration.js';
import { connectionsOfProcess } from '#core/database/pool/connection-budget.js';
import { ensureDatabase, ensurePooler, ensureRoom } from '#core/database/schema/ensure-database.js';
import { EmbeddedDatabase } from '#core/embedded-database/embedded-database.js';

/** Of the embedded database, besides those of the service: operators' commands. */
const OTHER_CONNECTIONS = 31;

/** What the service works on. */
export interface OpenDatabase {
  readonly url: string;
  /** Where the embedded database has its files; null: it is an outside one. */
  readonly folder: string | null;
  /** Ends the embedded one. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, or checks that the database of `DATABASE_URL` can be used.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError what the operator can mend, said in one line.
 */
export async function openDatabase(configuration: Configuration, logger: Logger): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDirectory, workers } = configuration;
  if (databaseUrl !== null) {
    if (databaseDirectUrl === null) {
      await ensureDatabase('DATABASE_URL', databaseUrl);
      await ensureRoom(databaseUrl, configuration);
    } else {
      await ensureDatabase('DATABASE_DIRECT_URL', databaseDirectUrl);
      await ensurePooler(databaseUrl);
    }
    return { url: databaseUrl, folder: null, stop: () => Promise.resolve() };
  }
  const connections = workers * connectionsOfProcess(configuration.databasePoolSize) + OTHER_CONNECTIONS;
  return EmbeddedDatabase.start({
    dataDirectory,
    log: (line) => logger.debug({ context: 'PostgreSQL' }, line),
    settings: { max_connections: String(connections) },
  });
}
