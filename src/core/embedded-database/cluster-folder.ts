import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { mayReach, type OperatingSystemUser, ensureAccess } from './operating-system-user.js';
import { findServer, shutDownForeign } from './postgres-server.js';
import { REACHABLE_HOME, reachableFolder } from './reachable-folder.js';
import { makeUnfinished } from './unfinished-folder.js';

const run = promisify(execFile);

/** Characters of a path that its folder's name shows; a hash of the whole path follows them. */
const LONGEST_NAME = 100;

/**
 * Where the cluster of `dataDirectory` (both absolute, without symbolic links) is or shall be: in its folder `postgres`. If
 * `user` cannot enter there, `postgres` is a link into a folder under /var/lib that is named after `dataDirectory`. The link decides: a data directory that is deleted and made anew begins with an empty database, and
 * the old one stays where it was. A cluster that has become unreachable is moved.
 *
 * @throws EmbeddedDatabaseError when there is no place for it, or the link belongs to another data directory.
 */
export async function clusterFolder(dataDirectory: string, user: OperatingSystemUser): Promise<string> {
  const inside = join(dataDirectory, 'postgres');
  if (user.uid === undefined) return inside;
  const moving = join(dataDirectory, 'postgres-moving');
  const [hasLink, isMoving] = await Promise.all([isOwnLink(inside), exists(moving)]);
  if (!hasLink && !isMoving) {
    if (await mayReach(user, dataDirectory)) return inside;
    if (await exists(inside)) await takeAway(inside, moving, user);
  }
  const folder = await linkedFolder(inside, dataDirectory);
  await ensureAccess(user, dirname(folder));
  await move(moving, folder);
  return join(await realpath(dirname(folder)), basename(folder));
}

/** The target of the link, which is made if it is missing. */
async function linkedFolder(link: string, dataDirectory: string): Promise<string> {
  const home = await reachableFolder(nameOf(dataDirectory));
  try {
    await symlink(join(home, `postgres-${randomBytes(4).toString('hex')}`), link);
    await stopServers(home);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const folder = await readlink(link);
  if (dirname(folder) === home) return folder;
  throw new EmbeddedDatabaseError(
    `DATA_DIR ${dataDirectory} was moved or copied, and its database is still kept for another folder, in ${folder}: ` +
      `after a move run "mv ${folder} ${home}/postgres && ln -sfn ${home}/postgres ${link}", ` +
      `after a copy delete ${link} to begin with an empty database`,
  );
}

/** Servers of a data directory that no longer exists. PostgreSQL ends by itself only when its own files are gone. */
async function stopServers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const folder = join(await realpath(home), name);
    const server = await findServer(folder);
    if (server) await shutDownForeign(server.pid, folder);
  }
}

/** A readable name that no other path has. */
function nameOf(path: string): string {
  const readable = path.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16);
  return `${readable.slice(-LONGEST_NAME)}-${hash}`;
}

/** Begins the move of a cluster that a service of root made. A cluster of another user is left alone. */
async function takeAway(inside: string, moving: string, user: OperatingSystemUser): Promise<void> {
  const owner = await stat(join(inside, 'PG_VERSION')).catch(() => null);
  if (owner?.uid !== 0 && owner?.uid !== user.uid) return ensureAccess(user, dirname(inside));
  const server = await findServer(inside);
  if (server) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL (process ${server.pid}) still runs on ${inside}, which is to be moved to where its user can enter: ` +
        'stop the service that it belongs to, or the process',
    );
  }
  await rename(inside, moving);
}

/** Completes a move that was interrupted. While there is no cluster in `folder`, the one in `moving` is whole. */
async function move(moving: string, folder: string): Promise<void> {
  if (!(await exists(moving))) return;
  if (await exists(folder)) return rm(moving, { recursive: true, force: true });
  try {
    await rename(moving, folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const unfinished = makeUnfinished(dirname(folder));
    await run('cp', ['-R', '-P', '-p', moving, join(unfinished, 'cluster')]);
    await run('sync');
    await rename(join(unfinished, 'cluster'), folder);
    await rm(unfinished, { recursive: true });
    await rm(moving, { recursive: true });
  }
}

/** An operator may have put a link of his own there, to another disk: that one is as good as a folder. */
async function isOwnLink(path: string): Promise<boolean> {
  const target = await readlink(path).catch(() => '');
  return target.startsWith(`${REACHABLE_HOME}/`);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
