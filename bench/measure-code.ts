import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { eventually } from '../test/support/eventually.js';
import { pullRequest } from '../test/support/pull-request.js';
import { type Call, type Company, postJson, postSteadily, register, timesOfOther } from './company.js';
import { compareWrites, type Pair, RUNS, type SeededDatabase } from './compare-writes.js';
import { compareThroughput } from './measure-throughput.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement, percentile } from './table.js';

const LINKS = 100_000;
/** Of a task that has any: a branch, a pull request, two commits. */
const LINKS_OF_TASK = 4;
const EVENTS_PER_SECOND = 50;
const TASKS = 100;
/** Milliseconds. */
const LATEST = 30_000;

/** What 100,000 links cost a company. `without` has none. */
export async function measureCode(pair: Pair, seconds: number): Promise<Measurement[]> {
  await addLinks(pair.with);
  const { with: ours, without } = pair;
  const servers = { ours: ours.service, bare: without.service };
  const read = (name: string, pathsOf: (seeded: SeededDatabase) => string[]) => {
    const [own, bare] = [ours, without].map((seeded) => pathsOf(seeded).map((path) => ({ path })));
    const comparison = { name: `${name} with 100,000 links`, reference: 'without', target: 0.97, runs: RUNS };
    return compareThroughput(servers, { ...comparison, ours: own ?? [], bare: bare ?? [] }, seconds);
  };
  return [
    await read('list of 50 by project', ({ company }) =>
      company.projectIds.map((id) => `/tasks?projectId=${id}&page=1&limit=50`),
    ),
    await read('task by id', ({ company }) => company.sample.map(({ id }) => `/tasks/${id}`)),
    ...(await compareWrites('100,000 links', 0.97, pair, seconds)),
  ];
}

async function addLinks({ company, databaseUrl }: SeededDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const linked = `SELECT id, row_number() OVER (ORDER BY id) AS n FROM tasks WHERE company_id = $1`;
    const every = Math.round((company.tasks * LINKS_OF_TASK) / LINKS);
    await client.query(
      `INSERT INTO code_links (company_id, id, task_id, key, kind, repository, number, title, url, state, closes, branch,
          default_branches, is_fork, checks, facts, at)
        SELECT $1, gen_random_uuid(), t.id, t.n || ' ' || k, CASE k WHEN 1 THEN 'branch' WHEN 2 THEN 'pull_request' ELSE 'commit' END,
          'acme/web', CASE k WHEN 2 THEN t.n END, 'A change of ' || t.n, 'https://github.com/acme/web/pull/' || t.n,
          CASE WHEN k <= 2 THEN (ARRAY['open', 'merged', 'closed'])[1 + t.n % 3] END, k = 2, 'topic', '{main}', false,
          CASE WHEN k = 2 AND t.n % 5 = 0 THEN 'failed' END, '[]', now()
        FROM (${linked}) t CROSS JOIN generate_series(1, $2::integer) k WHERE t.n % $3 = 0`,
      [company.id, LINKS_OF_TASK, every],
    );
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

/** How late the events of a forge are applied, and whether a flood of them holds up others. */
export async function measureCodeEvents(
  service: ServerProcess,
  databaseUrl: string,
  seconds: number,
): Promise<Measurement[]> {
  const [company, other] = [await register(service, 'code'), await register(service, 'code other')];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const late = await measureLateness(client, await callsIn(service, company, EVENTS_PER_SECOND * seconds));
    const flood = await callsIn(service, company, 1_000);
    return [late, await measureFlood(service, other, flood, seconds)];
  } finally {
    await client.end();
  }
}

/** Events of pull requests that close the tasks of the company, in turn, to a connection of its own. */
async function callsIn(server: ServerProcess, { projectId, headers }: Company, count: number): Promise<Call[]> {
  const tasks = Array.from({ length: TASKS }, (_, n) => ({ title: `Task ${n}`, projectId }));
  const made = await postJson<{ tasks: { tid: string }[] }>(server, '/tasks/bulk-create', headers, { tasks });
  const input = { name: 'GitHub', provider: 'github', projectIds: [] };
  const { id, secret } = await postJson<Record<'id' | 'secret', string>>(server, '/code-connections', headers, input);
  return Array.from({ length: count }, (_, n) => {
    const reviewers = n % (2 * TASKS) < TASKS ? [] : ['leo'];
    const told = pullRequest({ number: n % TASKS, body: `Closes ${made.tasks[n % TASKS]?.tid}`, reviewers });
    const body = JSON.stringify(told.body);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const signed = { 'x-github-delivery': randomUUID(), 'x-hub-signature-256': signature };
    return { server, path: `/code/${id}`, headers: { ...told.headers, ...signed }, body };
  });
}

async function measureLateness(client: pg.Client, calls: Call[]): Promise<Measurement> {
  const seen = new Map<string, number>();
  const text = `SELECT delivery_id AS id, at FROM code_deliveries WHERE status <> 'pending' AND at > now() - interval '1 minute'`;
  const look = async () => {
    const { rows } = await client.query<{ id: string; at: Date }>(text);
    for (const { id, at } of rows) if (!seen.has(id)) seen.set(id, Date.now() - at.getTime());
  };
  let isOver = false;
  const lookOn = async () => {
    while (!isOver) {
      await look();
      await delay(20);
    }
  };
  const looking = lookOn();
  try {
    await postSteadily(calls, EVENTS_PER_SECOND, calls.length / EVENTS_PER_SECOND);
    await eventually('all are applied', () => seen.size >= calls.length, LATEST);
  } finally {
    isOver = true;
    await looking;
  }
  const name = `events of a forge applied, p99, ${EVENTS_PER_SECOND} a second`;
  return absolute(name, percentile([...seen.values()], 0.99), ' ms', { most: 2_000 });
}

/** As many as the service takes, from a thread of its own. */
async function measureFlood(
  server: ServerProcess,
  other: Company,
  calls: readonly Call[],
  seconds: number,
): Promise<Measurement> {
  const alone = percentile(await timesOfOther(server, other, () => delay(seconds * 1_000)), 0.99);
  const flood = calls.map(({ path, headers, body }) => {
    return { url: `${server.origin}${server.basePath}${path}`, headers: { ...server.headers, ...headers }, body };
  });
  const times = await timesOfOther(server, other, async () => {
    const sender = new Worker(new URL('./code-traffic.ts', import.meta.url), { workerData: { flood, seconds } });
    await once(sender, 'message');
  });
  const beside = percentile(times, 0.99);
  const most = Math.max(100, Math.round(3 * alone));
  const name = 'requests of another company beside a flood of events, p99';
  return { ...absolute(name, beside, ' ms', { most }), reference: `alone ${alone.toFixed(1)} ms` };
}
