import type { QueryResult } from 'pg';
import { type EntityManager, QueryFailedError } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

type Send = (text: string, values?: unknown[]) => Promise<QueryResult>;

/** Hands TypeORM's statements to `send`, in place of a connection that it would take from the pool. */
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

  /** Fails as the statement has failed, not as TypeORM would call it. */
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
