import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { connectionOptions } from './connection-options.js';
import type { Heartbeat } from './heartbeat.js';

/** The connections that streamed lists hold while they are read: few, and apart from those that requests wait for. */
const SIZE = 4;

@Injectable()
export class ListPool implements OnApplicationShutdown {
  private readonly logger = new Logger(ListPool.name);
  private readonly pool: pg.Pool;

  constructor(databaseUrl: string, heartbeat: Heartbeat) {
    this.pool = new pg.Pool({ ...connectionOptions, connectionString: databaseUrl, max: SIZE });
    // Every connection tells itself when it breaks: the pool would not hear of one that a list is being read from.
    this.pool.on('connect', (client) => {
      client.on('error', (error) => this.logger.warn(`A connection of the list pool broke: ${error.message}`));
    });
    this.pool.on('error', () => undefined);
    heartbeat.include(this.pool);
  }

  connect(): Promise<pg.PoolClient> {
    return this.pool.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
