import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** What a connection to PostgreSQL is read from and written to; the types of node-postgres leave it out. */
export function socketOf(client: pg.Client | pg.PoolClient): Duplex {
  return (client as pg.Client & { readonly connection: pg.Connection }).connection.stream;
}

/** What is sent over the connection from now on leaves in one packet, at the end of this turn of the event loop. */
export function sendTogether(client: pg.Client | pg.PoolClient): void {
  const socket = socketOf(client);
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

/** Ends a connection, and what waits for an answer over it; `end` alone waits for the answers of a pipelined one. */
export function endAtOnce(client: pg.Client | pg.PoolClient): void {
  void client.end();
  socketOf(client).destroy();
}
