import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeKilledRuns, runFolderPrefix } from './killed-runs.js';

/** Memory, where there is such a folder: a copy of the database takes 0.03 s there, and 0.5 s on some disks. */
const MEMORY = '/dev/shm';
/** Bytes that must be free in it: a run takes a quarter of them. */
const ROOM = 4 * 1024 ** 3;

/** An empty folder, with a space in its path; `removeTemporaryFolders` takes it away when all suites have ended. */
export function temporaryFolder(parent = tmpdir(), prefix = 'a folder-'): string {
  const folder = mkdtempSync(join(parent, prefix));
  // As root PostgreSQL runs as another user, which must be able to come in.
  chmodSync(folder, 0o755);
  return folder;
}

/** Makes one folder, which can be removed at once, the home of all temporary files of this process and its workers. */
export function gatherTemporaryFolders(): void {
  for (const parent of [MEMORY, tmpdir()]) if (existsSync(parent)) removeKilledRuns(parent);
  const parent = isUsable(MEMORY) ? MEMORY : tmpdir();
  process.env['TMPDIR'] = process.env['TEST_FOLDER'] = temporaryFolder(parent, runFolderPrefix());
}

function isUsable(path: string): boolean {
  if (!existsSync(path) || / \/dev\/shm \S+ \S*noexec/.test(readFileSync('/proc/mounts', 'utf8'))) return false;
  const { bavail, bsize } = statfsSync(path);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
}

export function removeTemporaryFolders(): void {
  const folder = process.env['TEST_FOLDER'];
  // A PostgreSQL whose service was killed may still be writing its last files.
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
