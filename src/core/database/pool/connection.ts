import type { Duplex } from 'node:stream';
import pg from 'pg';

/** The socket of a connection to PostgreSQL; the types of node-postgres leave it out. */
export function socketOf(client: pg.Client | pg.PoolClient): Duplex {
  return (client as pg.Client & { readonly connection: pg.Connection }).connection.stream;
}

/**
 * A connection of the pool, within `longestWait` milliseconds: what is left of a request's wait for its place.
 *
 * @throws what the pool does when it cannot connect in time
 */
export async function connectWithin(longestWait: number, pool: pg.Pool): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timeout exceeded when trying to connect')), longestWait);
  try {
    return await Promise.race([connecting, expired]);
  } catch (error) {
    // Whoever comes next may have it.
    connecting.then(
      (client) => client.release(),
      () => undefined,
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** What is sent over the connection from now on leaves in one packet, at the end of this turn of the event loop. */
export function sendTogether(client: pg.Client | pg.PoolClient): void {
  const socket = socketOf(client);
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

/**
 * Whether PostgreSQL closes the connection after this error, as when it shuts down. For a moment the pool does not know: it
 * would lend the connection once more.
 */
export function endsConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('57P') === true;
}

/** Ends a connection, and what waits for an answer over it; `end` alone waits for the answers of a pipelined one. */
export function endAtOnce(client: pg.Client | pg.PoolClient): void {
  void client.end();
  socketOf(client).destroy();
}
