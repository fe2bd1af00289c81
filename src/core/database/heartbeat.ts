import { Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';

/** Milliseconds between two questions. */
const INTERVAL = 1_000;
/** Intervals without an answer after which the database counts as silent. */
const PATIENCE = 4;

/**
 * Notices a database that has gone silent without closing its connections, as behind a broken network, and ends all of
 * them: what waits for an answer fails within 5 s (decisions 2.5), and connections that no one answers are not used
 * again. A statement may take as long as it needs while the database answers others.
 */
@Injectable()
export class Heartbeat {
  private readonly logger = new Logger(Heartbeat.name);
  private readonly pooled = new Set<pg.Client>();

  /** Has the connections of the pool ended, too. */
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
    // Counts intervals, not time: those that pass while this process itself stands still count once.
    const timer = setInterval(() => {
      unanswered += 1;
      if (unanswered === 1) {
        client.query('SELECT 1').then(
          () => (unanswered = 0),
          () => undefined,
        );
      }
      if (unanswered > PATIENCE) {
        void client.end();
        this.endAll();
      }
    }, INTERVAL);
    client.once('end', () => clearInterval(timer));
  }

  /** Ends all connections of the pools; what waits on one fails as on a connection that broke. */
  endAll(): void {
    if (this.pooled.size > 0) this.logger.warn('The database has gone silent: ending all connections to it');
    for (const client of this.pooled) void client.end();
  }
}
