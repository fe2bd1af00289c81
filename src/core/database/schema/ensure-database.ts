import pg from 'pg';
import type { Configuration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { connectionsOfProcess } from '../pool/connection-budget.js';
import { pooledConnectionOptions, requestConnectionOptions } from '../pool/connection-options.js';

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

/** What a pooler in transaction mode says of the settings of a connection. */
const REFUSED_SETTING = /unsupported startup parameter/;
const IS_POOLER =
  'it is a pooler: DATABASE_DIRECT_URL needs the address of PostgreSQL itself, and DATABASE_URL that of the pooler';

/** A name of one connection is known to another: the pooler sends what both prepare to PostgreSQL as it is. */
const NAME_IS_TAKEN = '42P05';
const NO_PREPARED_STATEMENTS =
  'the pooler mixes up prepared statements: PgBouncer 1.24 or newer keeps them apart, and 1.21 to 1.23 with max_prepared_statements = 200';

/**
 * Resolves when the PostgreSQL at `url` lets the service in, without a pooler, and is new enough.
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

/**
 * Resolves when the pooler of `DATABASE_URL` has transactions, and keeps apart what its clients prepare.
 *
 * @throws ConfigurationError saying in one line what it lacks.
 */
export async function ensurePooler(databaseUrl: string): Promise<void> {
  const connect = <Result>(work: (client: pg.Client) => Promise<Result>) =>
    connected('DATABASE_URL', databaseUrl, pooledConnectionOptions, work);
  await connect((one) =>
    connect(async (other) => {
      for (const command of ['BEGIN', 'COMMIT']) await one.query(command);
      await one.query({ name: 'pooler', text: 'SELECT 1' });
      await other.query({ name: 'pooler', text: 'SELECT 2' });
    }),
  );
}

async function ask<Row extends pg.QueryResultRow>(variable: UrlVariable, url: string, text: string): Promise<Row> {
  const { rows } = await connected(variable, url, requestConnectionOptions, (client) => client.query<Row>(text));
  return rows[0] as Row;
}

async function connected<Result>(
  variable: UrlVariable,
  connectionString: string,
  options: pg.PoolConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...options, connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw error instanceof ConfigurationError ? error : unusable(variable, reasonOf(error as NodeJS.ErrnoException));
  } finally {
    void client.end();
  }
}

function reasonOf({ message, code }: NodeJS.ErrnoException): string {
  if (code === NAME_IS_TAKEN) return NO_PREPARED_STATEMENTS;
  return REFUSED_SETTING.test(message) ? IS_POOLER : oneLine(message || code);
}

function unusable(variable: UrlVariable, reason: string): ConfigurationError {
  return new ConfigurationError(`${variable}: the database cannot be used: ${reason}`);
}

function oneLine(text = 'it cannot be reached'): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
