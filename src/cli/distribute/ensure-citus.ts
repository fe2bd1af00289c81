import type { DataSource } from 'typeorm';
import { ConfigurationError } from '#config/configuration-error.js';

const OLDEST_MAJOR = 13;

const SELECT_VERSION = `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`;

/** @throws ConfigurationError when the database has no Citus that is new enough. */
export async function ensureCitus(dataSource: DataSource): Promise<void> {
  const [extension] = await dataSource.query<{ version: string }[]>(SELECT_VERSION);
  if (!extension) throw noCitus('this database has none: CREATE EXTENSION citus');
  if (Number.parseInt(extension.version, 10) < OLDEST_MAJOR) throw noCitus(`this database has ${extension.version}`);
}

export function noCitus(reason: string): ConfigurationError {
  return new ConfigurationError(`npm run distribute needs Citus ${OLDEST_MAJOR} or newer, and ${reason}`);
}
