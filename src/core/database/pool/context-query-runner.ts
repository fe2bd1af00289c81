import type { QueryResult } from 'pg';
import { type EntityManager, QueryFailedError } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

type Send = (text: string, values?: unknown[]) => Promise<QueryResult>;

/** Gives TypeORM's statements to `send`. TypeORM would take a connection from the pool. */
export class ContextQueryRunner extends PostgresQueryRunner {
  override readonly manager: EntityManager;

  constructor(
    driver: PostgresDriver,
    private readonly send: Send,
    override readonly isTransactionActive: boolean,
  ) {
    super(driver, 'master');
    this.manager = driver.dataSource.createEntityManager(this);
  }

  override connect(): Promise<{ query: Send }> {
    return Promise.resolve({ query: this.send });
  }

  /** Throws the error of the statement itself, not TypeORM's. */
  override async query(
    ...statement: Parameters<PostgresQueryRunner['query']>
  ): ReturnType<PostgresQueryRunner['query']> {
    try {
      return (await super.query(...statement)) as unknown;
    } catch (error) {
      throw error instanceof QueryFailedError ? error.driverError : error;
    }
  }
}
