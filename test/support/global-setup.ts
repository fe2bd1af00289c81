import './source-resolution.mjs';

/** Gathers temporary files, and starts one PostgreSQL for all workers, with a migrated database that each test file copies. */
export default async function globalSetup(): Promise<void> {
  const { gatherTemporaryFolders, temporaryFolder } = await import('./temporary-folder.js');
  const { default: globalTeardown } = await import('./global-teardown.js');
  gatherTemporaryFolders();
  // By itself Ctrl-C ends jest without a teardown.
  process.once('SIGINT', () => void globalTeardown().finally(() => process.exit(130)));
  process.env['TEST_STATEMENTS'] = temporaryFolder();
  const { startTestDatabaseServer } = await import('./test-database-server.js');
  await startTestDatabaseServer();
}
