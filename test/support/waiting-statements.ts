import { eventually } from './eventually.js';
import type { TestDatabase } from './test-database.js';

/** Resolves once so many statements of the service wait for a lock. */
export async function statementsToWait(database: TestDatabase, count: number): Promise<void> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually(`${count} statements wait`, async () => (await database.rows(text)).length === count);
}
