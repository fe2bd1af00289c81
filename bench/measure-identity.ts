import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { sessionTokenHash } from '#core/access/sessions/session.js';
import { postJson, register } from './company.js';
import type { SeededService } from './measure-first-page.js';
import { compareThroughput } from './measure-throughput.js';
import type { SeededCompany } from './seed.js';
import type { ServerProcess } from './server-process.js';
import type { Measurement } from './table.js';

/** Differences are small: more and shorter runs than elsewhere, so that both servers see the same machine. */
const RUNS = 9;
const TEAMS = 100;

/** The cost of sessions that are rows: the same requests with a cookie and with a JWT. */
export async function compareCookies(
  { service, company }: SeededService,
  databaseUrl: string,
  seconds: number,
): Promise<Measurement> {
  const { authorization: _, ...headers } = service.headers;
  const cookie = `__Host-session=${await addSession(databaseUrl, company)}`;
  const withCookie: ServerProcess = { ...service, headers: { ...headers, cookie, 'sec-fetch-site': 'same-origin' } };
  const tasks = company.sample.map(({ id }) => ({ path: `/tasks/${id}` }));
  const same = { ours: tasks, bare: tasks, runs: RUNS, target: 0.95 };
  return compareThroughput(
    { ours: withCookie, bare: service },
    { ...same, name: 'task by id with a session cookie', reference: 'JWT' },
    seconds,
  );
}

/** The cost of the audit log for those who change one company: the same changes, each of which it records, without it. */
export async function compareRecordedChanges(
  recording: ServerProcess,
  without: ServerProcess,
  seconds: number,
): Promise<Measurement> {
  const requests = { ours: await renamings(recording), bare: await renamings(without) };
  return compareThroughput(
    { ours: recording, bare: without },
    { name: 'change team with the audit log', reference: 'without', ...requests, runs: RUNS, target: 0.9 },
    seconds,
  );
}

async function renamings(server: ServerProcess) {
  const { headers } = await register(server, 'renaming');
  const teams = await Promise.all(
    Array.from({ length: TEAMS }, (_, n) => postJson<{ id: string }>(server, '/teams', headers, { name: `Team ${n}` })),
  );
  return teams.map(({ id }, n) => ({
    method: 'PUT' as const,
    path: `/teams/${id}`,
    headers: { ...headers, 'content-type': 'application/json' },
    setupRequest: (request: object) => ({ ...request, body: JSON.stringify({ name: `Team ${n} ${Math.random()}` }) }),
  }));
}

/** As POST /session begins one. */
async function addSession(databaseUrl: string, { id: companyId, userId }: SeededCompany): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO sessions (token_hash, id, company_id, user_id, credential_version, method, created_at, last_seen_at)
      VALUES (decode($1, 'hex'), $2, $3, $4, 1, 'password', now(), now())`,
    [sessionTokenHash(token), uuidv7(), companyId, userId],
  );
  await client.end();
  return token;
}
