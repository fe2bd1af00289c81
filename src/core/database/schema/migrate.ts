import {
  DataSource,
  type Migration,
  MigrationExecutor,
  type MigrationInterface,
  type QueryFailedError,
  type QueryRunner,
} from 'typeorm';
import { isDeadlock } from '#common/database/database-error.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { rebuildAlphabet } from './alphabet.js';
import { grantWritePermit, newestMigration, revokeWritePermit } from './write-permit.js';

/** Any number that no one else in this database locks. */
const MIGRATION_LOCK = 7_203_114_501;

/** Attempts, when a deadlock with an older version that still runs ends the work. */
const MOST_ATTEMPTS = 20;

/** A migration that not every database can have. */
interface ParticularMigration extends MigrationInterface {
  /**
   * @param names the migrations that have been run, the oldest first.
   * @throws ConfigurationError saying why this one cannot be.
   */
  ensureRunnable(names: readonly string[]): void;
}

/** In the order of their creation: transactions lock them in nearly the same order. */
const TABLES = `SELECT string_agg(quote_ident(relname), ',' ORDER BY oid) AS names FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1)`;

/**
 * Brings the schema up to date in one transaction, and what is sorted by alphabet. Instances that start at the same time wait for each other. The lock ends with the
 * transaction, so a pooler cannot keep it.
 *
 * @throws ConfigurationError when a newer version has migrated the database, or the version before the schema was one has not.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  await attempt(dataSource, async (executor, runner) => {
    const pending = await executor.getPendingMigrations();
    const run = (await executor.getExecutedMigrations()).sort((one, other) => one.timestamp - other.timestamp);
    const names = run.map(({ name }) => name);
    ensureNotNewer(run, dataSource);
    for (const { instance } of pending) (instance as Partial<ParticularMigration> | undefined)?.ensureRunnable?.(names);
    if (pending.length > 0) {
      await revokeWritePermit(runner);
      await lockTables(runner);
    }
    await executor.executePendingMigrations();
    await rebuildAlphabet(runner);
    await grantWritePermit(runner);
  });
}

function ensureNotNewer(run: readonly Migration[], dataSource: DataSource): void {
  const newest = newestMigration(dataSource);
  const newer = run.find(({ timestamp }) => timestamp > newest);
  if (!newer) return;
  throw new ConfigurationError(`The database is of a newer version of the service (${newer.name}): start that version`);
}

/** Locks all tables before the first change, so that a deadlock cannot end half of the work. */
async function lockTables(runner: QueryRunner): Promise<void> {
  const ours = runner.dataSource.entityMetadatas.map(({ tableName }) => tableName);
  const [row] = (await runner.query(TABLES, [ours])) as { names: string | null }[];
  if (row?.names) await runner.query(`LOCK TABLE ${row.names} IN ACCESS EXCLUSIVE MODE`);
}

type Work = (executor: MigrationExecutor, runner: QueryRunner) => Promise<void>;

async function attempt(dataSource: DataSource, work: Work): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await inTransaction(dataSource, work);
      return;
    } catch (error) {
      if (count === MOST_ATTEMPTS || !isDeadlock((error as QueryFailedError).driverError)) throw error;
    }
  }
}

async function inTransaction(dataSource: DataSource, work: Work): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('SET LOCAL lock_timeout = 0');
    await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'all';
    await work(executor, runner);
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}
