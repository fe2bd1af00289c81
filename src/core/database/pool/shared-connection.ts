import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { cancel } from './cancellation.js';
import { endAtOnce, sendTogether } from './connection.js';
import { keepFewStatements } from './kept-statements.js';
import { Plans } from './plans.js';

/** Milliseconds without any answer after which the connection is given up. */
const PATIENCE = 250;

/**
 * One connection for the quick reads of all requests. The reads of one turn of the event loop leave in one packet,
 * and their answers come back together: one system call serves many requests. PostgreSQL answers in the order of
 * asking, so a read that waits for a lock delays those behind it. After 250 ms without an answer the connection is
 * given up, and the callers ask again over connections of their own.
 */
@Injectable()
export class SharedConnection implements OnApplicationShutdown {
  private client?: pg.Client;
  private isConnecting = false;
  private isClosed = false;
  private awaited = 0;
  private answered = 0;
  private watch?: NodeJS.Timeout;

  constructor(
    private readonly options: pg.ClientConfig,
    private readonly plans: Plans,
  ) {}

  /** The answer; undefined after an error, without an answer in time, and while there is no connection. */
  async tryQuery(statement: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    const { client } = this;
    if (!client) {
      void this.connect();
      return undefined;
    }
    this.awaited += 1;
    this.watch ??= this.lookLater();
    const begin = performance.now();
    this.plans.refresh(client);
    sendTogether(client);
    try {
      return await client.query(statement);
    } catch {
      return undefined;
    } finally {
      this.plans.note(performance.now() - begin);
      this.awaited -= 1;
      this.answered += 1;
    }
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.watch);
    void this.client?.end();
  }

  private async connect(): Promise<void> {
    if (this.isConnecting || this.isClosed) return;
    this.isConnecting = true;
    const client = new pg.Client(this.options);
    client.on('error', () => undefined);
    keepFewStatements(client);
    client.once('end', () => this.forget(client));
    try {
      await client.connect();
      this.client = client;
    } catch {
      // The next read tries again; until then each takes a connection of the pool, which says what is wrong.
      endAtOnce(client);
    } finally {
      this.isConnecting = false;
    }
    if (this.isClosed) void client.end();
  }

  /** Looks once, and again as long as there are answers to wait for. */
  private lookLater(): NodeJS.Timeout {
    const before = this.answered;
    // After the next look at the sockets: an answer may have come while this process stood still.
    return setTimeout(() => setImmediate(() => this.look(before)), PATIENCE);
  }

  private look(before: number): void {
    const { client } = this;
    this.watch = undefined;
    if (!client || this.awaited === 0) return;
    if (this.answered > before) {
      this.watch = this.lookLater();
      return;
    }
    this.forget(client);
    void cancel(client, Promise.resolve());
    endAtOnce(client);
  }

  private forget(client: pg.Client): void {
    if (client === this.client) this.client = undefined;
  }
}
