import { Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { endAtOnce } from './connection.js';

/** Milliseconds between two questions. */
const INTERVAL = 1_000;
/** Intervals without an answer after which the database counts as silent. */
const PATIENCE = 4;

/**
 * Notices a database that is silent but leaves its connections open, as behind a broken network. It ends all of them: what
 * waits for an answer fails within 5 s, and no dead connection is used again. While the database answers
 * at all, a statement may take any time.
 */
@Injectable()
export class Heartbeat {
  private readonly logger = new Logger(Heartbeat.name);
  private readonly pooled = new Set<pg.Client>();

  /** Ends the connections of this pool, too, when the database is silent. */
  include(pool: pg.Pool): void {
    pool.on('acquire', (client) => {
      if (this.pooled.has(client)) return;
      this.pooled.add(client);
      client.once('end', () => this.pooled.delete(client));
    });
  }

  /** Asks over `client`, which nothing else keeps busy, until it ends. */
  askOver(client: pg.Client): void {
    let unanswered = 0;
    // Counts intervals, not time: if this process stands still meanwhile, that counts as one.
    const timer = setInterval(() => {
      unanswered += 1;
      if (unanswered === 1) {
        client.query('SELECT 1').then(
          () => (unanswered = 0),
          () => undefined,
        );
      }
      if (unanswered > PATIENCE) {
        endAtOnce(client);
        this.endAll();
      }
    }, INTERVAL);
    client.once('end', () => clearInterval(timer));
  }

  /** Ends all connections of the pools. What waits on one fails as when a connection breaks. */
  endAll(): void {
    if (this.pooled.size > 0) this.logger.warn('The database has gone silent: ending all connections to it');
    for (const client of this.pooled) endAtOnce(client);
  }
}
