import pg from 'pg';
import { ConfigurationError } from '../../config/configuration-error.js';
import { connectionOptions } from './connection-options.js';

/** PostgreSQL 15, as `server_version_num` says it (decisions 12). */
const OLDEST_VERSION = 150_000;

/**
 * Resolves when the PostgreSQL of `DATABASE_URL` lets the service in and is new enough.
 *
 * @throws ConfigurationError saying in one line why it cannot be used.
 */
export async function requireDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ ...connectionOptions, connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number; name: string }>(
      `SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS name`,
    );
    const [version] = rows;
    if (version && version.number < OLDEST_VERSION) {
      throw new Error(`PostgreSQL 15 or newer is needed, and this is ${version.name}`);
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`DATABASE_URL: the database cannot be used: ${oneLine(message || code)}`);
  } finally {
    void client.end();
  }
}

function oneLine(text = 'it cannot be reached'): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
