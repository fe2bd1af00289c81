import './source-resolution.mjs';

/** Gathers temporary files, and starts one PostgreSQL for all workers, with a migrated database that each test file copies. */
export default async function globalSetup(): Promise<void> {
  const { gatherTemporaryFolders } = await import('./temporary-folder.js');
  gatherTemporaryFolders();
  const { startTestDatabaseServer } = await import('./test-database-server.js');
  await startTestDatabaseServer();
}
