import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { connectionOptions } from './connection-options.js';
import type { Heartbeat } from './heartbeat.js';
import { addTo } from '#common/collections/add-to.js';

const RECONNECT_DELAY = 500;
/** What node-postgres says of an address that takes connections and does not answer. */
const CONNECTION_TIMEOUT = 'timeout expired';

type Handler = (payload: string) => void;

/**
 * PostgreSQL's NOTIFY, over a connection of its own that reconnects by itself. What is sent while it is down is not
 * heard: handlers are hints, `isListening` says whether they can be relied on.
 */
@Injectable()
export class Notifications implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Notifications.name);
  private readonly handlers = new Map<string, Handler[]>();
  private readonly reconnected: (() => void)[] = [];
  private client?: pg.Client;
  private retry?: NodeJS.Timeout;
  private isConnected = false;
  private isClosed = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly heartbeat: Heartbeat,
  ) {}

  get isListening(): boolean {
    return this.isConnected;
  }

  /** Calls `handler` with the payload of each notification on the channel; `onGap` when some may have been missed. */
  subscribe(channel: string, handler: Handler, onGap: () => void): void {
    addTo(this.handlers, channel, handler);
    this.reconnected.push(onGap);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    // Not waited for: a database that does not answer must not hold up the shutdown.
    void this.client?.end();
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ ...connectionOptions, connectionString: this.databaseUrl });
    this.client = client;
    client.on('error', (error) => this.logger.warn(`The notification connection broke: ${error.message}`));
    client.once('end', () => this.reconnectLater());
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.handlers.get(channel) ?? []) handler(payload ?? '');
    });
    try {
      await client.connect();
      this.heartbeat.askOver(client);
      for (const channel of this.handlers.keys()) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      for (const onGap of this.reconnected) onGap();
      this.isConnected = true;
    } catch (error) {
      const { message } = error as Error;
      this.logger.warn(`Cannot listen for notifications yet: ${message}`);
      if (message === CONNECTION_TIMEOUT) this.heartbeat.endAll();
      void client.end();
      this.reconnectLater();
    }
  }

  private reconnectLater(): void {
    this.isConnected = false;
    if (this.isClosed) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), RECONNECT_DELAY);
  }
}
