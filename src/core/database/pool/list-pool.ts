import { Injectable, Logger, OnApplicationShutdown } from '@nestjs/common';
import pg, { type PoolConfig } from 'pg';
import type { DatabaseContext } from '../../company-scope/request-context.js';
import { type ConcurrencyLimit, waitLeft } from '../../concurrency-limits/concurrency-limit.js';
import type { ConcurrencyLimits } from '../../concurrency-limits/concurrency-limits.js';
import { connectWithin } from './connection.js';
import { connectionOptions, pooledConnectionOptions } from './connection-options.js';
import type { Heartbeat } from './heartbeat.js';
import { RowStream } from '../lists/row-stream.js';

/** Connections for streamed lists, apart from those of other requests: a list holds one while it is read. */
export const LIST_POOL_SIZE = 8;
/** Without parallel workers: a slow reader would keep them waiting. */
const directOptions: PoolConfig = {
  ...connectionOptions,
  options: `${connectionOptions.options} -c max_parallel_workers_per_gather=0`,
};
/** Bytes of rows in one batch. */
const BATCH_BYTES = 64 * 1024;
/** Milliseconds after which a list may be cut off for another company. */
const HOLD = 30_000;
/** Milliseconds after which a waiting request looks again for a list to cut off. */
const LOOK_INTERVAL = 250;

/** A list that is read over a connection of its own. */
export interface OpenList<Row extends object> {
  readonly rows: RowStream<Row>;
  /** Aborts when the list is cut off. */
  readonly signal: AbortSignal;
  /** Gives the connection back, also before the end. A second call does nothing. */
  readonly close: () => void;
}

/** A place without a connection. */
type Place = Pick<OpenList<object>, 'signal' | 'close'>;

interface Hold {
  readonly share: string;
  readonly since: number;
  readonly cutOff: AbortController;
}

@Injectable()
export class ListPool implements OnApplicationShutdown {
  private readonly logger = new Logger(ListPool.name);
  private readonly pool: pg.Pool;
  private readonly share: ConcurrencyLimit;
  /** The longest held first. */
  private readonly holds = new Set<Hold>();

  constructor(
    { url, isPooled }: { url: string; isPooled: boolean },
    heartbeat: Heartbeat,
    concurrency: ConcurrencyLimits,
  ) {
    const options = isPooled ? pooledConnectionOptions : directOptions;
    this.pool = new pg.Pool({ ...options, connectionString: url, max: LIST_POOL_SIZE });
    this.share = concurrency.create('lists', { slots: LIST_POOL_SIZE });
    // Listens on every connection: the pool does not notice when one that is in use breaks.
    this.pool.on('connect', (client) => {
      client.on('error', (error) => this.logger.warn(`A connection of the list pool broke: ${error.message}`));
    });
    this.pool.on('error', () => undefined);
    heartbeat.include(this.pool);
  }

  /**
   * Begins to read when it is the turn of the context's share.
   *
   * @throws ServiceUnavailableError when that takes more than 5 s.
   */
  async open<Row extends object>(context: DatabaseContext, statement: pg.QueryConfig): Promise<OpenList<Row>> {
    const begin = performance.now();
    const { signal, close: free } = await this.place(context);
    try {
      const client = await connectWithin(waitLeft(begin, context.longestWait), this.pool);
      const rows = new RowStream<Row>(context, client, statement, BATCH_BYTES);
      let isOpen = true;
      const close = () => {
        if (!isOpen) return;
        isOpen = false;
        free();
        void rows.abandon().then(() => client.release(rows.isLost));
      };
      signal.addEventListener('abort', close);
      if (signal.aborted) close();
      return { rows, signal, close };
    } catch (error) {
      free();
      throw error;
    }
  }

  /** A place as a list has one, for what is no list. @throws ServiceUnavailableError when that takes more than 5 s. */
  async place({ share, signal: hungUp, longestWait }: DatabaseContext): Promise<Place> {
    const looking = setInterval(() => this.cutOffLongest(), LOOK_INTERVAL);
    const release = await this.share.take(share, hungUp, longestWait).finally(() => clearInterval(looking));
    const hold: Hold = { share, since: performance.now(), cutOff: new AbortController() };
    this.holds.add(hold);
    const close = () => {
      if (this.holds.delete(hold)) release();
    };
    const { signal } = hold.cutOff;
    signal.addEventListener('abort', close);
    return { signal, close };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  /** While another company waits: the oldest list of the company that holds most. */
  private cutOffLongest(): void {
    const { holders } = this.share;
    const most = Math.max(...holders.values());
    const longest = [...this.holds].find(
      ({ share }) => holders.get(share) === most && this.share.isAwaitedByOthers(share),
    );
    if (longest && performance.now() - longest.since >= HOLD) {
      longest.cutOff.abort(new Error('The list is cut off: another company waits'));
    }
  }
}
