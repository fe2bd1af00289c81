import type pg from 'pg';
import { sendTogether } from './connection.js';

/** Milliseconds after which the prepared statements of a connection are planned anew. */
const KEPT = 10_000;
/** The same while something takes long: a plan may be the reason. */
const KEPT_IN_DOUBT = 2_000;
/** Milliseconds that count as long. */
const LONG = 100;

/**
 * Has the prepared statements of connections planned anew from time to time. PostgreSQL keeps a plan until it analyzes the
 * table again, a minute or more: one that was made for a small table would read all of it, also when it has grown.
 */
export class Plans {
  private readonly plannedAt = new WeakMap<pg.Client | pg.PoolClient, number>();
  private doubtedAt = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Call it before what is sent over a connection outside a transaction. */
  refresh(client: pg.Client | pg.PoolClient): void {
    const now = this.now();
    const plannedAt = this.plannedAt.get(client);
    const kept = plannedAt !== undefined && plannedAt < this.doubtedAt ? KEPT_IN_DOUBT : KEPT;
    if (plannedAt !== undefined && now - plannedAt < kept) return;
    this.plannedAt.set(client, now);
    // A new connection has no plans yet.
    if (plannedAt === undefined) return;
    sendTogether(client);
    // It fails only with its connection, and then what follows fails, too.
    client.query('DISCARD PLANS').catch(() => undefined);
  }

  /** Says how long someone has used a connection, in milliseconds. */
  note(duration: number): void {
    if (duration >= LONG) this.doubtedAt = this.now();
  }
}
