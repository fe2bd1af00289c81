import { DataSource, MigrationExecutor } from 'typeorm';

/** Any number that no one else in this database locks. */
const MIGRATION_LOCK = 7_203_114_501;

/**
 * Brings the schema up to date in one transaction. Instances that start at once wait for each other; the lock ends with
 * the transaction, so that no pooler can strand it.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
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
