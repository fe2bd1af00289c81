import type { PoolConfig } from 'pg';
import { databaseTypes } from '../schema/database-types.js';
import { keepFewStatements } from './kept-statements.js';

/** In seconds. A peer that is silent for a minute is gone; without these, PostgreSQL notices after two hours. */
const KEEPALIVES = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/**
 * The options of every connection to PostgreSQL. A wait for a connection ends after 5 s. PostgreSQL undoes a transaction
 * that stands still for 30 s between two statements, as when its instance is gone, and frees its locks. Statements have
 * no limit here: `cancellable` cancels those of requests, through poolers, too.
 */
export const connectionOptions: PoolConfig = {
  application_name: 'project-management-service/1',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  idle_in_transaction_session_timeout: 30_000,
  options: `-c timezone=UTC ${KEEPALIVES}`,
  types: databaseTypes,
};

/** A request waits at most so long for a lock, in milliseconds. */
const LOCK_TIMEOUT = 4_000;

/**
 * The options of the request pool. A wait for a lock ends after 4 s, earlier than a wait for a connection: so those behind
 * the waiting ones get a turn. Statements are sent without waiting for those before: a transaction's last one travels with
 * its COMMIT. Whoever uses a connection hears when it breaks. A connection keeps few prepared statements.
 */
export const requestConnectionOptions: PoolConfig = {
  ...connectionOptions,
  pipeline: true,
  lock_timeout: LOCK_TIMEOUT,
  onConnect: (client) => {
    client.on('error', () => undefined);
    keepFewStatements(client);
  },
};

/**
 * Those of connections to a pooler in transaction mode: it lets nothing but the time zone through, and what
 * is set for a session would be set for others, too. The rest is said by every transaction: `POOLED_BEGIN`.
 */
export const pooledConnectionOptions: PoolConfig = {
  application_name: connectionOptions.application_name,
  connectionTimeoutMillis: connectionOptions.connectionTimeoutMillis,
  keepAlive: true,
  pipeline: requestConnectionOptions.pipeline,
  options: '-c timezone=UTC',
  types: databaseTypes,
  onConnect: requestConnectionOptions.onConnect,
};

/** How a transaction begins behind a pooler: it sets what a direct connection sets once for all transactions. */
export const POOLED_BEGIN: readonly string[] = [
  'BEGIN',
  `SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`,
  `SET LOCAL idle_in_transaction_session_timeout = ${connectionOptions.idle_in_transaction_session_timeout as number}`,
];
