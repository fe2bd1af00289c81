import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../test/support/eventually.js';
import {
  addMembers,
  type Call,
  type Company,
  oneInTurn,
  postJson,
  postSteadily,
  register,
  timesOfOther,
} from './company.js';
import { EventStream } from './event-stream.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement, percentile } from './table.js';
import { tokenOf } from './token.js';

const COMPANIES = 10;
const WATCHERS = 5;
const TASKS = 20;
const CHANGES_PER_SECOND = 200;
const CHANGED_AT_ONCE = 200;
const WATCHERS_OF_MANY = 50;
/** Milliseconds. */
const LATEST = 30_000;

/** A process of the service on a database of its own. */
export interface InboxBench {
  service: ServerProcess;
  databaseUrl: string;
  jwtSecret: string;
  seconds: number;
}

interface Frame {
  entry: { events: { id: string; at: string }[] } | null;
}

/** How soon people learn what concerns them, and that much at once slows nobody else. */
export async function measureInbox(bench: InboxBench): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  try {
    return [await measureLatency(bench, client), ...(await measureMany(bench, client))];
  } finally {
    await client.end();
  }
}

/** From the comment to the stream of each watcher. */
async function measureLatency({ service, jwtSecret, seconds }: InboxBench, client: pg.Client): Promise<Measurement> {
  const latencies: number[] = [];
  const streams: EventStream[] = [];
  const calls: Call[] = [];
  for (let number = 1; number <= COMPANIES; number += 1) {
    const company = await register(service, `inbox ${number}`);
    for (const userId of await addWatchers(client, company, WATCHERS)) {
      const authorization = `Bearer ${tokenOf({ id: userId, companyId: company.id }, jwtSecret)}`;
      streams.push(await EventStream.open(service, '/inbox/stream', { authorization }, reader(latencies)));
    }
    const headers = { ...company.headers, 'content-type': 'application/json' };
    for (const id of await addTasks(service, company, TASKS)) {
      calls.push({ server: service, path: `/tasks/${id}/comments`, headers, body: JSON.stringify({ body: 'Look' }) });
    }
  }
  // Each company in turn.
  const inTurn = calls.map((_call, n) => oneInTurn(calls, (n % COMPANIES) * TASKS + Math.floor(n / COMPANIES)));
  const changes = await postSteadily(inTurn, CHANGES_PER_SECOND, seconds);
  const expected = changes * WATCHERS;
  await eventually(`${expected} entries have come`, () => latencies.length >= expected, LATEST);
  for (const stream of streams) stream.close();
  const name = `inboxes of ${WATCHERS} watchers, p99, ${CHANGES_PER_SECOND} changes/s of ${COMPANIES} companies`;
  return absolute(name, percentile(latencies, 0.99), ' ms', { most: 1_000 });
}

/** Notes how late each event is when it comes first. */
function reader(latencies: number[]): (line: string) => void {
  const seen = new Set<string>();
  return (line) => {
    if (!line.startsWith('data:')) return;
    const { entry } = JSON.parse(line.slice('data:'.length)) as Frame;
    for (const { id, at } of entry?.events ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      latencies.push(Date.now() - Date.parse(at));
    }
  };
}

/** One bulk change that many watch, while another company goes on. */
async function measureMany({ service }: InboxBench, client: pg.Client): Promise<Measurement[]> {
  const company = await register(service, 'inbox many');
  const other = await register(service, 'inbox other');
  await addWatchers(client, company, WATCHERS_OF_MANY);
  const ids = await addTasks(service, company, CHANGED_AT_ONCE);
  const alone = await timesOfOther(service, other, () => delay(2_000));
  const expected = ids.length * WATCHERS_OF_MANY;
  let time = 0;
  const beside = await timesOfOther(service, other, async () => {
    const start = performance.now();
    await postJson(service, '/tasks/bulk', company.headers, { ids, set: { status: 'In Progress' } });
    const text = 'SELECT count(*)::integer AS count FROM inbox_entries WHERE company_id = $1';
    const isThrough = async () =>
      (await client.query<{ count: number }>(text, [company.id])).rows[0]?.count === expected;
    await eventually(`${expected} entries are made`, isThrough, LATEST);
    time = performance.now() - start;
  });
  const most = Math.max(1_000, 10 * percentile(alone, 0.99));
  const entries = expected.toLocaleString('en');
  return [
    absolute(`${entries} entries of a change of ${CHANGED_AT_ONCE} tasks`, time, ' ms', { most: 10_000 }),
    absolute(`requests of another company beside it, p99`, percentile(beside, 0.99), ' ms', { most: Math.round(most) }),
  ];
}

/** Users who watch all tasks of the company's project. */
async function addWatchers(client: pg.Client, { id, projectId }: Company, count: number): Promise<string[]> {
  const ids = await addMembers(client, id, count);
  await client.query(
    `INSERT INTO project_watches (company_id, project_id, user_id, level) SELECT $1, $3, id, 'all' FROM unnest($2::uuid[]) id`,
    [id, ids, projectId],
  );
  return ids;
}

async function addTasks(server: ServerProcess, { projectId, headers }: Company, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const length = Math.min(100, count - ids.length);
    const tasks = Array.from({ length }, (_, n) => ({ title: `Task ${n}`, projectId }));
    const made = await postJson<{ tasks: { id: string }[] }>(server, '/tasks/bulk-create', headers, { tasks });
    ids.push(...made.tasks.map(({ id }) => id));
  }
  return ids;
}
