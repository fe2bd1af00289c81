import pg from 'pg';
import type { Configuration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { connectionsOfProcess } from '../pool/connection-budget.js';
import { pooledConnectionOptions } from '../pool/connection-options.js';

/** PostgreSQL 15, as `server_version_num` says it. */
const OLDEST_VERSION = 150_000;

/** Variables that say where PostgreSQL is. */
type UrlVariable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

const SELECT_VERSION = `SELECT current_setting('server_version_num')::integer AS number,
  current_setting('server_version') AS name`;
/** Connections that are kept for superusers and others with a privilege are not for the service. */
const SELECT_ROOM = `SELECT current_setting('max_connections')::integer AS most,
  current_setting('superuser_reserved_connections')::integer
    + coalesce(current_setting('reserved_connections', true)::integer, 0) AS reserved`;

/**
 * Resolves when the PostgreSQL at `url` lets the service in and is new enough.
 *
 * @throws ConfigurationError saying in one line why it cannot be used.
 */
export async function ensureDatabase(variable: UrlVariable, url: string): Promise<void> {
  const version = await ask<{ number: number; name: string }>(variable, url, SELECT_VERSION);
  if (version.number < OLDEST_VERSION) {
    throw unusable(variable, `PostgreSQL 15 or newer is needed, and this is ${version.name}`);
  }
}

/**
 * Resolves when the pools of all processes fit into the PostgreSQL of `DATABASE_URL`.
 *
 * @throws ConfigurationError with the needed and the available number.
 */
export async function ensureRoom(databaseUrl: string, { workers, databasePoolSize }: Configuration): Promise<void> {
  const { most, reserved } = await ask<{ most: number; reserved: number }>('DATABASE_URL', databaseUrl, SELECT_ROOM);
  const each = connectionsOfProcess(databasePoolSize);
  if (workers * each <= most - reserved) return;
  throw new ConfigurationError(
    `DATABASE_POOL_SIZE: WORKERS=${workers} with ${each} connections each need ${workers * each}, and PostgreSQL has ` +
      `max_connections=${most}, of which ${reserved} are reserved: lower WORKERS or DATABASE_POOL_SIZE, or raise max_connections`,
  );
}

async function ask<Row extends pg.QueryResultRow>(variable: UrlVariable, url: string, text: string): Promise<Row> {
  const client = new pg.Client({ ...pooledConnectionOptions, connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(text);
    return rows[0] as Row;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw unusable(variable, oneLine(message || code));
  } finally {
    void client.end();
  }
}

function unusable(variable: UrlVariable, reason: string): ConfigurationError {
  return new ConfigurationError(`${variable}: the database cannot be used: ${reason}`);
}

function oneLine(text = 'it cannot be reached'): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
