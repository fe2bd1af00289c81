import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { processExists } from './postgres-server.js';

const PREFIX = 'postgres-init-';

/** The folders of this process. Its id alone does not tell: an earlier process may have had the same one. */
const making = new Set<string>();

/** A new folder in `parent`, to be moved to its place when it is complete. Its name has the id of this process. */
export function makeUnfinished(parent: string): string {
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  making.add(folder);
  return folder;
}

/** Removes the folders that killed services left in `parent`. */
export async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    const folder = join(parent, name);
    if (pid === process.pid ? making.has(folder) : processExists(pid)) continue;
    // An initdb that outlived its service may still be writing there.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
