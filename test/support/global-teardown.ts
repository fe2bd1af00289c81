import { removeTemporaryFolders } from './temporary-folder.js';

export default async function globalTeardown(): Promise<void> {
  await globalThis.testDatabaseServer?.stop();
  removeTemporaryFolders();
}
