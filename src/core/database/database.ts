import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { isDeadlock, isUndefinedTable } from '#common/database/database-error.js';
import { ServiceUnavailableError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { DatabaseContext, InTransaction, Transaction } from '../company-scope/request-context.js';
import { type ConcurrencyLimit, OWN_WORK, waitLeft } from '../concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '../concurrency-limits/concurrency-limits.js';
import { cancellable } from './pool/cancellation.js';
import { connectWithin, endAtOnce, endsConnection, sendTogether } from './pool/connection.js';
import { POOLED_BEGIN } from './pool/connection-options.js';
import { ContextQueryRunner } from './pool/context-query-runner.js';
import { DiskSpace } from './pool/disk-space.js';
import { Heartbeat } from './pool/heartbeat.js';
import { type Insertion, insertRows } from './schema/insertion.js';
import { lockWritePermit } from './schema/write-permit.js';
import { Plans } from './pool/plans.js';
import { RowStream } from './lists/row-stream.js';
import { SharedConnection } from './pool/shared-connection.js';

/** SQL with `$n` parameters. Each connection prepares a named statement once: name it only if one plan fits all values. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Attempts of a transaction that ends in a deadlock. */
const MOST_ATTEMPTS = 3;

/**
 * Transactions of one company at once. Most of them wait for the company's counter of positions, and waiting here
 * costs less than waiting in PostgreSQL.
 */
const MOST_TRANSACTIONS = 6;

/** What changes rows, or locks them in order to. */
const WRITES = /\b(?:INSERT|UPDATE|DELETE)\b/;

const COMMIT: Statement = { text: 'COMMIT' };
/** It names no table: with a company's table, Citus would run it on a worker node, and nobody listens there. */
const NOTIFY: Statement = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };

const OTHER_VERSION = 'The database is of another version of the service, which alone may change it';

/** How many connections of the pool do what, and how many requests wait for one. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/**
 * Statements and transactions on the request pool. Nothing else uses the pool, not even TypeORM. Each takes a place of
 * the context's share, and is a 503 after 5 s without one. A statement that takes too long is a 503,
 * too; one of a read ends when its client hangs up.
 */
@Injectable()
export class Database {
  private readonly driver: PostgresDriver;
  private readonly pool: Pool;
  private readonly share: ConcurrencyLimit;
  private readonly transactions: ConcurrencyLimit;
  private readonly begin: readonly string[];
  private readonly lockWritePermit: string;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    heartbeat: Heartbeat,
    concurrency: ConcurrencyLimits,
    private readonly shared: SharedConnection,
    private readonly plans: Plans,
    private readonly disk: DiskSpace,
    { databaseDirectUrl }: Configuration,
  ) {
    this.driver = dataSource.driver as PostgresDriver;
    this.pool = this.driver.master as Pool;
    const slots = { slots: this.pool.options.max, reserved: 1 };
    this.share = concurrency.create('requests', slots);
    this.transactions = concurrency.create('transactions', { ...slots, most: MOST_TRANSACTIONS });
    this.begin = databaseDirectUrl === null ? ['BEGIN'] : POOLED_BEGIN;
    this.lockWritePermit = lockWritePermit(dataSource);
    heartbeat.include(this.pool);
  }

  get poolUse(): PoolUse {
    const { totalCount, idleCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: this.share.use.waiting };
  }

  /** The rows of a statement, inside the context's transaction when it has one. */
  async rows<Row>(context: DatabaseContext, statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return (await this.run(context, statement, values)).rows as Row[];
  }

  /** The rows of a statement, or undefined when they are larger than `maxBytes` as PostgreSQL sends them. */
  async rowsWithin<Row extends object>(
    context: DatabaseContext,
    statement: Statement,
    values: unknown[],
    maxBytes: number,
  ): Promise<Row[] | undefined> {
    const { rows, isComplete } = await this.firstRows<Row>(context, statement, values, maxBytes);
    return isComplete ? rows : undefined;
  }

  /** The first rows of a statement, at least one: `maxBytes` or little more; whether these are all. */
  firstRows<Row extends object>(
    context: DatabaseContext,
    statement: Statement,
    values: unknown[],
    maxBytes: number,
  ): Promise<{ rows: Row[]; isComplete: boolean }> {
    return this.hold(context, async (client) => {
      const stream = new RowStream<Row>(context, client, { ...statement, values }, maxBytes);
      try {
        const rows = await stream.read();
        return { rows, isComplete: stream.isComplete };
      } finally {
        await stream.abandon();
      }
    });
  }

  /** The first row of a statement, or undefined. */
  async row<Row>(context: DatabaseContext, statement: Statement, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.run(context, statement, values)).rows[0] as Row | undefined;
  }

  /**
   * The row with a key, or undefined. The statement finds it by an index, and so ends at once: outside transactions it is
   * sent over the connection that requests share.
   */
  async rowByKey<Row>(context: DatabaseContext, statement: Statement, values: unknown[]): Promise<Row | undefined> {
    context.signal?.throwIfAborted();
    if (context.transaction) return this.row(context, statement, values);
    const begin = performance.now();
    const result = await this.share.inTurn(context, () => this.shared.tryQuery({ ...statement, values }));
    if (result) return result.rows[0] as Row | undefined;
    return this.row({ ...context, longestWait: waitLeft(begin, context.longestWait) }, statement, values);
  }

  /** How many rows a statement touched. */
  async execute(context: DatabaseContext, statement: Statement, values: unknown[] = []): Promise<number> {
    return (await this.run(context, statement, values)).rowCount ?? 0;
  }

  /**
   * Executes a statement together with COMMIT, which saves a round trip. Nothing can depend on its answer; when it fails,
   * the transaction does.
   */
  executeAtEnd(tx: InTransaction<DatabaseContext>, statement: Statement, values: unknown[]): void {
    tx.transaction.atEnd.push({ ...statement, values });
  }

  /** Inserts a row together with COMMIT, after the statements of `executeAtEnd`; the rows of an insertion go together. */
  insertAtEnd({ transaction }: InTransaction<DatabaseContext>, insertion: Insertion, values: unknown[]): void {
    const rows = transaction.insertions.get(insertion) ?? [];
    rows.push(values);
    transaction.insertions.set(insertion, rows);
  }

  /** Tells every process that listens on the channel (`Notifications`), once the transaction of the context is committed. */
  async notify(tx: InTransaction<DatabaseContext>, channel: string, payload: string): Promise<void> {
    await this.execute(tx, NOTIFY, [channel, payload]);
  }

  /** TypeORM's manager, whose statements run as those of the context. */
  manager(context: DatabaseContext): EntityManager {
    const send = (text: string, values?: unknown[]) => this.run(context, { text }, values);
    return new ContextQueryRunner(this.driver, send, context.transaction !== undefined).manager;
  }

  /**
   * Runs `work` in one transaction, the context's own if it has one. An error rolls it back. After a deadlock, `work` runs
   * again. It must use only the context that it is given: with another one it would need a second connection while it
   * holds the first.
   */
  async transaction<C extends DatabaseContext, T>(context: C, work: (tx: InTransaction<C>) => Promise<T>): Promise<T> {
    if (context.transaction) return work({ ...context, transaction: context.transaction });
    if (context.share === OWN_WORK) return this.attempts(context, work);
    return this.transactions.inTurn(context, (longestWait) => this.attempts({ ...context, longestWait }, work));
  }

  private async attempts<C extends DatabaseContext, T>(
    context: C,
    work: (tx: InTransaction<C>) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.hold(context, (client) => this.attempt(context, client, work));
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !isDeadlock(error)) throw error;
      }
    }
  }

  private async attempt<C extends DatabaseContext, T>(
    outer: C,
    client: PoolClient,
    work: (tx: InTransaction<C>) => Promise<T>,
  ): Promise<T> {
    const transaction = this.beginOn(client, outer);
    const tx = { ...outer, transaction };
    try {
      const result = await work(tx);
      const last = await transaction.last?.();
      const inserted = [...transaction.insertions].map(([insertion, rows]) => insertRows(insertion, rows));
      const done = await this.commit(tx, [...transaction.atEnd, ...inserted, ...(last ? [last] : [])]);
      if (last) transaction.lastRows = done.at(-1)?.rowCount ?? 0;
      for (const next of transaction.afterCommit) next();
      return result;
    } catch (error) {
      // A broken connection has nothing to roll back. The first error is the one that matters.
      await client.query('ROLLBACK').catch(() => endAtOnce(client));
      await transaction.begun;
      throw error;
    }
  }

  /**
   * Sends BEGIN together with what comes next. When it fails, its error is the one that matters. Each command is a message:
   * Citus would pass all that a message holds on to its nodes.
   */
  private beginOn(client: PoolClient, { lockTimeout }: DatabaseContext): Transaction {
    sendTogether(client);
    const patience = lockTimeout === undefined ? [] : [`SET LOCAL lock_timeout = ${lockTimeout}`];
    const commands = [...this.begin, ...patience, this.lockWritePermit];
    const begun = Promise.all(commands.map((command) => client.query(command))).catch((error: unknown) => {
      throw isUndefinedTable(error) ? new ServiceUnavailableError(OTHER_VERSION, { cause: error }) : error;
    });
    begun.catch(() => undefined);
    return { client, begun, atEnd: [], insertions: new Map(), afterCommit: [] };
  }

  /** Sends the last statements and COMMIT in one packet. When one of them fails, PostgreSQL takes COMMIT for ROLLBACK. */
  private commit(tx: InTransaction<DatabaseContext>, last: readonly QueryConfig[]): Promise<QueryResult[]> {
    const { client, begun } = tx.transaction;
    return cancellable(tx, client, async () => {
      sendTogether(client);
      const results = Promise.all(last.map((statement) => client.query(statement)));
      await Promise.all([begun, results, client.query(COMMIT)]);
      return results;
    });
  }

  private async run(context: DatabaseContext, statement: Statement, values?: unknown[]): Promise<QueryResult> {
    const isWrite = WRITES.test(statement.text);
    if (isWrite) this.disk.ensureRoom();
    const config = { ...statement, values };
    const send = (client: PoolClient) => cancellable(context, client, () => client.query(config));
    if (context.transaction) return send(context.transaction.client);
    return this.hold(context, isWrite ? (client) => this.writeAlone(context, client, config) : send);
  }

  /** A transaction of one statement. When the statement fails, PostgreSQL takes COMMIT for ROLLBACK. */
  private async writeAlone(context: DatabaseContext, client: PoolClient, statement: QueryConfig): Promise<QueryResult> {
    const transaction = this.beginOn(client, context);
    try {
      const [result] = await this.commit({ ...context, transaction }, [statement]);
      return result as QueryResult;
    } catch (error) {
      await transaction.begun;
      throw error;
    }
  }

  /** Lends a connection to `work`, once it is the context's turn. */
  private hold<T>(context: DatabaseContext, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.share.inTurn(context, async (longestWait) => {
      const client = await connectWithin(longestWait, this.pool);
      let isLost = false;
      const begin = performance.now();
      this.plans.refresh(client);
      try {
        return await work(client);
      } catch (error) {
        isLost = endsConnection(error);
        throw error;
      } finally {
        this.plans.note(performance.now() - begin);
        client.release(isLost);
      }
    });
  }
}
