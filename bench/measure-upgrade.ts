import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seed } from './seed.js';
import { absolute, type Measurement } from './table.js';

/** Migrations from here on are measured: the first of them folds the text of every task that is not in ASCII. */
const FIRST_MEASURED = 1_798_600_000_000;
/** Seconds. */
const LONGEST = 120;

const run = promisify(execFile);

/** How long a start upgrades a database in which every title and description has letters beyond ASCII. */
export async function measureUpgrade(databaseUrl: string, tasks: number): Promise<Measurement[]> {
  await migrate(databaseUrl, String(FIRST_MEASURED));
  await seed(databaseUrl, { tasks, matches: 0, hasAccents: true });
  const seconds = (await migrate(databaseUrl)) / 1_000;
  return [absolute(`upgrade of ${tasks.toLocaleString('en')} tasks`, seconds, ' s', { most: LONGEST })];
}

/** Milliseconds. The service as it is built runs without the conditions of this process. */
async function migrate(...args: string[]): Promise<number> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'migrate.mjs'), ...args], { env });
  return Number(stdout);
}
