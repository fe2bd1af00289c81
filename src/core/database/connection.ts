import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** What a connection to PostgreSQL is read from and written to; the types of node-postgres leave it out. */
export function socketOf(client: pg.Client | pg.PoolClient): Duplex {
  return (client as pg.Client & { readonly connection: pg.Connection }).connection.stream;
}

/** Ends a connection, and what waits for an answer over it; `end` alone waits for the answers of a pipelined one. */
export function endAtOnce(client: pg.Client | pg.PoolClient): void {
  void client.end();
  socketOf(client).destroy();
}
