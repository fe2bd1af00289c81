import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret kept under `name` in the data folder, made at the first call: 32 random bytes in base64, readable by the
 * service's own user only (decisions 12). It appears whole or not at all, whenever the process ends.
 */
export function keptSecret(dataDirectory: string, name: string): string {
  mkdirSync(dataDirectory, { recursive: true });
  const path = join(dataDirectory, name);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}
