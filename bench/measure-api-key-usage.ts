import pg from 'pg';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { apiKeyHash, apiKeyPrefix, makeApiKey } from '#core/access/api-key.js';
import { compareThroughput } from './measure-throughput.js';
import type { SeededCompany } from './seed.js';
import type { ServerProcess } from './server-process.js';
import type { Measurement } from './table.js';

/** Differences are small: more and shorter runs than elsewhere, so that both servers see the same machine. */
const RUNS = 9;

/** Two processes of the service on one database, called with a JWT. */
export interface UsageCompetitors {
  logging: ServerProcess;
  /** The same, but for the usage of keys. */
  silent: ServerProcess;
  company: SeededCompany;
}

/** The cost of authenticating with a key, and of logging its usage. */
export async function compareApiKeyUsage(
  { logging, silent, company }: UsageCompetitors,
  databaseUrl: string,
  seconds: number,
): Promise<Measurement[]> {
  const key = await addApiKey(databaseUrl, company);
  const withKey = (server: ServerProcess): ServerProcess => {
    return { ...server, headers: { ...server.headers, authorization: `Bearer ${key}` } };
  };
  const tasks = company.sample.map(({ id }) => ({ path: `/tasks/${id}` }));
  const same = { ours: tasks, bare: tasks, runs: RUNS, target: 0.97 };
  return [
    await compareThroughput(
      { ours: withKey(logging), bare: withKey(silent) },
      { ...same, name: 'task by id with an API key, usage logged', reference: 'not logged' },
      seconds,
    ),
    await compareThroughput(
      { ours: withKey(logging), bare: logging },
      { ...same, name: 'task by id with an API key', reference: 'JWT' },
      seconds,
    ),
  ];
}

/** As POST /api-keys makes one. */
export async function addApiKey(databaseUrl: string, { id: companyId, userId }: SeededCompany): Promise<string> {
  const key = makeApiKey();
  const id = uuidv7();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO api_keys (company_id, id, user_id, name, prefix, request_count, created_at, updated_at)
      VALUES ($1, $2, $3, 'Benchmark', $4, 0, now(), now())`,
    [companyId, id, userId, apiKeyPrefix(key)],
  );
  await client.query(
    `INSERT INTO api_key_hashes (key_hash, company_id, api_key_id, user_id) VALUES (decode($1, 'hex'), $2, $3, $4)`,
    [apiKeyHash(key), companyId, id, userId],
  );
  await client.end();
  return key;
}
