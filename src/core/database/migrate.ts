import { DataSource, MigrationExecutor, type QueryFailedError } from 'typeorm';
import { isDeadlock } from '../../common/database/database-error.js';

/** Any number that no one else in this database locks. */
const MIGRATION_LOCK = 7_203_114_501;

/** Of a migration that ends in a deadlock with what an older version writes meanwhile. */
const MOST_ATTEMPTS = 5;

/**
 * Brings the schema up to date in one transaction. Instances that start at once wait for each other; the lock ends with
 * the transaction, so that no pooler can strand it.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await attemptMigration(dataSource);
      return;
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isDeadlock((error as QueryFailedError).driverError)) throw error;
    }
  }
}

async function attemptMigration(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('SET LOCAL lock_timeout = 0');
    await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'all';
    await executor.executePendingMigrations();
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}
