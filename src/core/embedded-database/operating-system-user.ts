import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError, explain } from './embedded-database-error.js';

const run = promisify(execFile);

const NAME = 'postgres';
/** `su` often leaves the folders of `useradd` out of the path. */
const TOOLS = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } };

/** What a process is spawned as; empty: as the user of the service. */
export interface OperatingSystemUser {
  uid?: number;
  gid?: number;
}

/**
 * Whom PostgreSQL runs as. It refuses root, so there it is the user `postgres`, made if missing.
 *
 * @throws EmbeddedDatabaseError when that user is missing and cannot be made.
 */
export async function databaseUser(): Promise<OperatingSystemUser> {
  if (process.geteuid?.() !== 0) return {};
  return (await lookUp()) ?? (await create());
}

/**
 * Whether `user` can enter the folder, or execute the file, at `path`.
 *
 * @throws EmbeddedDatabaseError when no process can be started as that user.
 */
export async function mayReach(user: OperatingSystemUser, path: string): Promise<boolean> {
  if (user.uid === undefined) return true;
  try {
    await run('test', ['-x', path], { ...TOOLS, ...user });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return false;
    throw new EmbeddedDatabaseError(
      `No process can be started as the user "${NAME}" (${(error as Error).message}): ` +
        'run the service as an ordinary user, or set DATABASE_URL',
    );
  }
}

/** @throws EmbeddedDatabaseError when `user` cannot enter the folder, or execute the file, at `path`. */
export async function ensureAccess(user: OperatingSystemUser, path: string): Promise<void> {
  if (await mayReach(user, path)) return;
  throw new EmbeddedDatabaseError(
    `The service runs as root, so PostgreSQL runs as the user "${NAME}", which may not reach ${path}: ` +
      'let others enter the folders above it (chmod o+x), run the service as an ordinary user, or set DATABASE_URL',
  );
}

/** Hands a folder with all that is in it to `user`. */
export async function giveTo(user: OperatingSystemUser, path: string): Promise<void> {
  if (user.uid !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, path], TOOLS);
}

async function lookUp(): Promise<OperatingSystemUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME], TOOLS), run('id', ['-g', NAME], TOOLS)]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function create(): Promise<OperatingSystemUser> {
  let reason = '';
  try {
    await run('groupadd', ['--system', '--force', NAME], TOOLS);
    await run('useradd', ['--system', '--gid', NAME, '--no-create-home', '--shell', '/bin/false', NAME], TOOLS);
  } catch (error) {
    reason = explain((error as Error).message);
  }
  // Another service may have made it at the same moment, so what counts is that it is there.
  const user = await lookUp();
  if (user) return user;
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root and its user "${NAME}" could not be made (${reason}): ` +
      'make that user, run the service as an ordinary user, or set DATABASE_URL',
  );
}
