import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder, with a space in its path; `removeTemporaryFolders` takes it away when all suites have ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'a folder-'));
  // As root PostgreSQL runs as another user, which must be able to come in.
  chmodSync(folder, 0o755);
  return folder;
}

/** Makes one folder, which can be removed at once, the home of all temporary files of this process and its workers. */
export function gatherTemporaryFolders(): void {
  process.env['TMPDIR'] = process.env['TEST_FOLDER'] = temporaryFolder();
}

export function removeTemporaryFolders(): void {
  const folder = process.env['TEST_FOLDER'];
  // A PostgreSQL whose service was killed may still be writing its last files.
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
