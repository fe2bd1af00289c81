import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from './configuration-error.js';

const SHORTEST = 32;

/**
 * The secret kept under `name` in the data folder, made at the first call: 32 random bytes in base64, readable by the
 * service's own user only. It appears whole or not at all, whenever the process or the machine stops.
 *
 * @throws ConfigurationError when nothing can be kept there, or what is kept has fewer than 32 characters; `remedy` says
 * what to do then.
 */
export function keptSecret(dataDirectory: string, name: string, remedy: string): string {
  const path = join(dataDirectory, name);
  const secret = keep(dataDirectory, path);
  if (secret.trim().length >= SHORTEST) return secret;
  throw new ConfigurationError(`DATA_DIR: ${path} is damaged, it has fewer than ${SHORTEST} characters: ${remedy}`);
}

function keep(dataDirectory: string, path: string): string {
  try {
    mkdirSync(dataDirectory, { recursive: true });
    if (!existsSync(path)) make(path);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`DATA_DIR: cannot keep anything in ${dataDirectory} (${(error as Error).message})`);
  }
}

function make(path: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    // A process that started at the same moment was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
