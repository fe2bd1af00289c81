import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** Holds what PostgreSQL's user cannot reach in the service's own folders. */
export const REACHABLE_HOME = '/var/lib/project-management-service';

/**
 * The folder `name` that every user of this machine can enter, made if it is missing.
 *
 * @throws EmbeddedDatabaseError when it cannot be made.
 */
export async function reachableFolder(name = ''): Promise<string> {
  const folder = join(REACHABLE_HOME, name);
  try {
    await mkdir(folder, { recursive: true });
    // Whatever the umask of the service is.
    await Promise.all([chmod(REACHABLE_HOME, 0o755), chmod(folder, 0o755)]);
    return folder;
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `${folder} cannot be made, which holds what the user of PostgreSQL cannot reach elsewhere ` +
        `(${(error as Error).message}): run the service as an ordinary user, or set DATABASE_URL`,
    );
  }
}
