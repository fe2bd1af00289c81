import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret kept under `name` in the data folder, made at the first call: 32 random bytes in base64, readable by the
 * service's own user only (decisions 12).
 */
export function keptSecret(dataDirectory: string, name: string): string {
  mkdirSync(dataDirectory, { recursive: true });
  const path = join(dataDirectory, name);
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
