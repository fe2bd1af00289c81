import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, QueryResult } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { isDeadlock } from '../../common/database/database-error.js';
import type { RequestContext, Transaction } from '../company-scope/request-context.js';
import { Heartbeat } from './heartbeat.js';

/** SQL with `$n` parameters. A named one is prepared once a connection; give a name only where one plan fits all. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Of a transaction that ends in a deadlock. */
const MOST_ATTEMPTS = 3;

/** What a statement needs of a context: the transaction it joins, if any. */
type InTransaction = Pick<RequestContext, 'transaction'>;

/** How many connections of the pool do what, and how many requests wait for one. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Statements and transactions on the service's request pool. A wait for a connection past 5 s is a 503. */
@Injectable()
export class Database {
  private readonly pool: Pool;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    heartbeat: Heartbeat,
  ) {
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
    heartbeat.include(this.pool);
  }

  get poolUse(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** The rows of a statement, inside the context's transaction when it has one. */
  async rows<Row>(context: InTransaction, statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return (await this.run(context, statement, values)).rows as Row[];
  }

  /** The first row of a statement, or undefined. */
  async row<Row>(context: InTransaction, statement: Statement, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.run(context, statement, values)).rows[0] as Row | undefined;
  }

  /** How many rows a statement touched. */
  async execute(context: InTransaction, statement: Statement, values: unknown[] = []): Promise<number> {
    return (await this.run(context, statement, values)).rowCount ?? 0;
  }

  /** TypeORM's manager: that of the context's transaction, or else of the pool. */
  manager(context: InTransaction): EntityManager {
    return context.transaction?.manager ?? this.dataSource.manager;
  }

  /**
   * Runs `work` in one transaction, the context's own if it has one; whatever it throws rolls it back. It may run more
   * than once, when PostgreSQL ends it because two transactions wait for each other.
   */
  async transaction<C extends InTransaction, T>(
    context: C,
    work: (context: C & { transaction: Transaction }) => Promise<T>,
  ): Promise<T> {
    if (context.transaction) return work({ ...context, transaction: context.transaction });
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(context, work);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !isDeadlock(error)) throw error;
      }
    }
  }

  private async attempt<C extends InTransaction, T>(
    context: C,
    work: (context: C & { transaction: Transaction }) => Promise<T>,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as Transaction['client'];
      await runner.startTransaction();
      const result = await work({ ...context, transaction: { manager: runner.manager, client } });
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // On a broken connection there is nothing to roll back, and the first error is the one that matters.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private run({ transaction }: InTransaction, statement: Statement, values: unknown[]): Promise<QueryResult> {
    return (transaction?.client ?? this.pool).query({ ...statement, values });
  }
}
