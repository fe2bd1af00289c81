import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { DatabaseContext } from '../../company-scope/request-context.js';
import { cancel, cancellable } from '../pool/cancellation.js';
import { endsConnection, socketOf } from '../pool/connection.js';

/**
 * The rows of a statement, read no faster than they are used. While `batchBytes` of them wait, as PostgreSQL sends them, the
 * socket is paused and PostgreSQL waits. So memory depends neither on the number of rows nor on where the large ones are.
 * Each batch counts as one statement of the context.
 */
export class RowStream<Row extends object> {
  private readonly socket: Duplex;
  private readonly ended: Promise<void>;
  private end: 'complete' | Error | undefined;
  private rows: Row[] = [];
  private bytes = 0;
  private isAbandoned = false;
  private reading = Promise.resolve();
  private onBatch = (): void => undefined;

  /** Nothing else uses `client` until the stream is complete or abandoned. */
  constructor(
    private readonly context: DatabaseContext,
    private readonly client: pg.PoolClient,
    statement: pg.QueryConfig,
    private readonly batchBytes: number,
  ) {
    this.socket = socketOf(client);
    // pg's own listener comes first: it has read the rows of a chunk before the chunk is counted.
    this.socket.on('data', this.countChunk);
    const query = client.query(new pg.Query<Row>(statement));
    query.on('row', (row) => {
      if (!this.isAbandoned) this.rows.push(row);
    });
    this.ended = new Promise((resolve) => {
      const finish = (end: 'complete' | Error) => {
        this.finish(end);
        resolve();
      };
      query.on('end', () => finish('complete')).on('error', finish);
    });
  }

  /** Whether all rows have come. */
  get isComplete(): boolean {
    return this.end === 'complete';
  }

  /** Whether the connection is of no more use. */
  get isLost(): boolean {
    return this.end instanceof Error && endsConnection(this.end);
  }

  /** Resolves when there is a batch to read. @throws what `cancellable` throws */
  async ready(): Promise<void> {
    if (!this.isReady) {
      this.reading = cancellable(this.context, this.client, () => this.batch());
      await this.reading;
    }
    if (this.end instanceof Error) throw this.end;
  }

  /** The next rows: `batchBytes` or little more, less only at the end, and none after it. @throws as `ready` */
  async read(): Promise<Row[]> {
    await this.ready();
    const { rows } = this;
    this.rows = [];
    this.bytes = 0;
    // Other requests have their turn between two batches.
    setImmediate(() => {
      if (this.end === undefined) this.socket.resume();
    });
    return rows;
  }

  /** Gives up the rows that are left. Resolves once the client is free again, or has been closed. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    this.rows = [];
    this.socket.resume();
    if (this.end === undefined) await cancel(this.client, this.ended);
    await this.reading.catch(() => undefined);
  }

  private get isReady(): boolean {
    return this.end !== undefined || (this.bytes >= this.batchBytes && this.rows.length > 0);
  }

  private batch(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.onBatch = () => (this.end instanceof Error ? reject(this.end) : resolve());
    });
  }

  private readonly countChunk = ({ length }: Buffer): void => {
    this.bytes += length;
    if (!this.isReady) return;
    if (this.end === undefined) this.socket.pause();
    this.onBatch();
  };

  private finish(end: 'complete' | Error): void {
    this.end = end;
    this.socket.off('data', this.countChunk);
    this.socket.resume();
    this.onBatch();
  }
}
