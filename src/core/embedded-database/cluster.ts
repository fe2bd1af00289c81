import { execFile } from 'node:child_process';
import { realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { keptSecret } from '#config/kept-secret.js';
import { clusterFolder } from './cluster-folder.js';
import { EmbeddedDatabaseError, explain } from './embedded-database-error.js';
import { databaseUser, giveTo, type OperatingSystemUser } from './operating-system-user.js';
import { postgresBinaries } from './postgres-binaries.js';
import { makeUnfinished, removeUnfinished } from './unfinished-folder.js';

const run = promisify(execFile);

const MEBIBYTE = 1024 * 1024;
/** Mebibytes that a new database takes, and again as many to write into. */
const NEEDED_ROOM = 128;

/** The files of a database cluster, and the settings to run a server on them. */
export interface Cluster {
  /** Absolute, without symbolic links: servers are recognised by it. */
  folder: string;
  /** Path of the server's binary. */
  postgres: string;
  user: OperatingSystemUser;
  /** Of PostgreSQL's superuser. */
  password: string;
  /** Whether the call that opened it made it. */
  isNew: boolean;
}

/**
 * The cluster of `dataDirectory`, made if there is none. A call that is killed half way does not disturb a later one.
 *
 * @param sync whether a new cluster must survive a power cut.
 * @throws EmbeddedDatabaseError when this machine or this folder cannot hold one.
 */
export async function openCluster(dataDirectory: string, sync: boolean): Promise<Cluster> {
  const user = await databaseUser();
  const { initdb, postgres } = await postgresBinaries(user);
  const password = keptSecret(dataDirectory, 'postgres-password', 'put it back from a backup');
  const folder = await clusterFolder(await realpath(dataDirectory), user);
  await removeUnfinished(dirname(folder));
  const cluster = { folder, postgres, user, password, isNew: false };
  if (await isCluster(cluster.folder)) return cluster;
  return { ...cluster, isNew: await createCluster(cluster, initdb, sync) };
}

/** Hands the files to the user that PostgreSQL runs as, if another one has them. No server may be running on them. */
export async function ownCluster(cluster: Cluster): Promise<void> {
  const { uid } = await stat(cluster.folder);
  if (uid !== cluster.user.uid) await giveTo(cluster.user, cluster.folder);
}

async function isCluster(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new EmbeddedDatabaseError(
      `${folder} cannot be read (${code}): run the service as the user that made it, or choose another DATA_DIR`,
    );
  }
}

async function createCluster(cluster: Cluster, initdb: string, sync: boolean): Promise<boolean> {
  await ensureRoom(dirname(cluster.folder));
  const unfinished = makeUnfinished(dirname(cluster.folder));
  try {
    await writeFile(join(unfinished, 'password'), cluster.password, { mode: 0o600 });
    await giveTo(cluster.user, unfinished);
    await initialise(cluster.user, initdb, unfinished, sync);
    await rename(join(unfinished, 'cluster'), cluster.folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    // A service that started at the same moment was faster.
    if (await isCluster(cluster.folder)) return false;
    throw new EmbeddedDatabaseError(
      `${cluster.folder} holds files that are no PostgreSQL database: move them away, or choose another DATA_DIR`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function ensureRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MEBIBYTE);
  if (free >= NEEDED_ROOM) return;
  throw new EmbeddedDatabaseError(
    `${folder} has ${free} MiB free, and a new database needs ${NEEDED_ROOM}: make room, or choose another DATA_DIR`,
  );
}

/**
 * The built-in locale sorts and compares by code point, the same on every machine. pg_trgm goes by the
 * C library's LC_CTYPE instead: under plain "C" it drops letters outside ASCII.
 */
async function initialise(user: OperatingSystemUser, initdb: string, unfinished: string, sync: boolean): Promise<void> {
  const options = [
    ...['--pgdata=cluster', '--username=postgres', '--pwfile=password'],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'],
    ...['--builtin-locale=C.UTF-8', `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`],
    ...(sync ? [] : ['--no-sync']),
  ];
  try {
    await run(initdb, options, { ...user, cwd: unfinished, env: { LC_ALL: 'C' } });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new EmbeddedDatabaseError(`PostgreSQL could not make its files: ${explain(stderr || message)}`);
  }
}
