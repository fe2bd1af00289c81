import { refusedStatements } from './portable/statement-check.js';
import { removeTemporaryFolders } from './temporary-folder.js';
import { withDatabase } from './test-database.js';

/** @throws Error when the suites have sent statements that Citus would refuse. */
export default async function globalTeardown(): Promise<void> {
  const refused = await findRefused();
  await globalThis.testDatabaseServer?.stop();
  removeTemporaryFolders();
  if (refused.length > 0)
    throw new Error(`${refused.length} statements are refused by Citus:\n\n${refused.join('\n\n')}`);
}

async function findRefused(): Promise<string[]> {
  const { TEST_STATEMENTS: folder, TEST_DATABASE_SERVER: server } = process.env;
  if (!folder || !server) return [];
  return refusedStatements(folder, withDatabase(server, 'migrated'));
}
