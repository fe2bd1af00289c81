import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { processExists } from './postgres-server.js';

const PREFIX = 'postgres-init-';

/** What this process is making: a process id alone cannot tell it from what an earlier process of the same id left. */
const making = new Set<string>();

/** A new folder in `parent` for what is moved to its place when it is whole; it says which process makes it. */
export function makeUnfinished(parent: string): string {
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  making.add(folder);
  return folder;
}

/** Removes what services left in `parent` that were killed half way. */
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
