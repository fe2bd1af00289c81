import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^run of (\d+)-/;
const PROCESSES = '/proc';

/** What the folder of a run is called: it says whose it is. */
export const runFolderPrefix = (pid = process.pid): string => `run of ${pid}-`;

/** Ends the processes that killed runs have left, such as PostgreSQL, and removes their folders from `parent`. */
export function removeKilledRuns(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const folder = join(parent, name);
    // PostgreSQL gives its shared memory back, and all others end, too.
    for (const left of processesIn(folder)) end(left);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It has just ended by itself.
  }
}

/** Those that work in the folder, or were given it. Only Linux says so. */
function processesIn(folder: string): number[] {
  if (!existsSync(PROCESSES)) return [];
  return readdirSync(PROCESSES)
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isIn(folder, join(PROCESSES, String(pid))));
}

function isIn(folder: string, description: string): boolean {
  try {
    const texts = ['cmdline', 'environ'].map((name) => readFileSync(join(description, name), 'utf8'));
    return [readlinkSync(join(description, 'cwd')), ...texts].some((text) => text.includes(folder));
  } catch {
    // It has ended, or is another user's.
    return false;
  }
}
