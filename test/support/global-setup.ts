import './source-resolution.mjs';

/** Starts one PostgreSQL for all workers, with a migrated database that each test file copies. */
export default async function globalSetup(): Promise<void> {
  const { startTestDatabaseServer } = await import('./test-database-server.js');
  await startTestDatabaseServer();
}
