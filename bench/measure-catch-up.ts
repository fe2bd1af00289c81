import pg from 'pg';
import { eventually } from '../test/support/eventually.js';
import { freePort } from '../test/support/free-port.js';
import { addMembers, type Company, oneInTurn, register } from './company.js';
import { EventStream } from './event-stream.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement } from './table.js';
import { tokenOf } from './token.js';

/** How to start a process of the service on a database of its own. */
export interface CatchUpBench {
  start(environment: Record<string, string>): Promise<ServerProcess>;
  databaseUrl: string;
  jwtSecret: string;
}

const PATH = '/events/stream?after=0';
/** Nearly as many as one user may have: the one that reads is beside them. */
const STREAMS_OF_USER = 10;
const STREAMS = 200;
/** Of about 600 bytes, but one in a hundred has a text of 50,000 characters of 3 bytes: more than sockets hold. */
const EVENTS = 5_000;
const WARM_UP = 20;
/** Milliseconds. Who reads nothing for so long is ended. */
const LATEST = 30_000;
/** Milliseconds until the sockets of all hold as much as they can. */
const LATEST_FULL = 120_000;
const MOST_TIMES_SLOWER = 2;

/** What streams cost that catch up and read nothing, and that others catch up beside them. */
export async function measureCatchUp({ start, databaseUrl, jwtSecret }: CatchUpBench): Promise<Measurement[]> {
  const metricsPort = await freePort();
  const server = await start({ METRICS_PORT: String(metricsPort) });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const company = await register(server, 'catch up');
  const userIds = await addMembers(client, company.id, STREAMS / STREAMS_OF_USER);
  const users = userIds.map((id) => ({ authorization: `Bearer ${tokenOf({ id, companyId: company.id }, jwtSecret)}` }));
  const last = await addEvents(client, company);
  await client.end();

  // So that the heap has the size that it takes at work.
  for (let count = 0; count < WARM_UP; count += 1) await timeToCatchUp(server, company, last);
  const alone = await timeToCatchUp(server, company, last);
  await server.probe();
  const before = await server.probe();
  const streams: EventStream[] = [];
  for (let number = 0; number < STREAMS; number += 1) {
    streams.push(await EventStream.open(server, PATH, oneInTurn(users, number)));
  }
  const gauge = (name: string) => readGauge(metricsPort, name);
  const turns = async () =>
    (await gauge('share_places_held{kind="catch-ups"}')) + (await gauge('share_waiting{kind="catch-ups"}'));
  await eventually('none of them has a turn any more', async () => (await turns()) === 0, LATEST_FULL);
  const beside = await timeToCatchUp(server, company, last);
  const growth = ((await server.probe()).peakMemory - before.peakMemory) / 1e6;
  const open = await gauge('share_places_held{kind="streams"}');
  // Who took nothing for 30 s is ended: on a slow machine those that were full first.
  if (open < 0.9 * STREAMS) throw new Error(`Of ${STREAMS} streams that read nothing only ${open} are open`);
  for (const stream of streams) stream.close();
  return [
    absolute(`${STREAMS} streams that catch up and read nothing, growth of memory`, growth, ' MB', { most: 64 }),
    {
      name: 'another one of the company catches up meanwhile',
      reference: `alone ${Math.round(alone)} ms`,
      ours: `${Math.round(beside)} ms`,
      ratio: beside / alone,
      target: `≤ ${MOST_TIMES_SLOWER.toFixed(1)}`,
      isMet: beside / alone <= MOST_TIMES_SLOWER,
    },
  ];
}

/** Writes events behind the service's back; returns the position of the last one. */
async function addEvents(client: pg.Client, { id, projectId }: Company): Promise<string> {
  const { rows } = await client.query<{ last: string }>(
    `WITH counter AS (UPDATE event_positions SET position = position + $3 WHERE company_id = $1
        RETURNING position - $3 AS before),
      added AS (INSERT INTO events (company_id, id, position, name, project_id, data, occurred_at)
        SELECT $1, make_uuid_v7(), before + n, 'task.updated', $2, json_build_object('id', gen_random_uuid(), 'title',
          'Task ' || n, 'description', CASE WHEN n % 100 = 0 THEN repeat('文', 50000) ELSE repeat('word ', 80) END), now()
        FROM counter, generate_series(1, $3::integer) n)
      SELECT before + $3 AS last FROM counter`,
    [id, projectId, EVENTS],
  );
  await client.query('VACUUM (ANALYZE) events');
  return String(rows[0]?.last);
}

/** Milliseconds in which a stream reads all events. */
async function timeToCatchUp(server: ServerProcess, { headers }: Company, last: string): Promise<number> {
  const start = performance.now();
  let isThrough = false;
  const stream = await EventStream.open(server, PATH, headers, (line) => {
    if (line === `id: ${last}`) isThrough = true;
  });
  await eventually('all events are read', () => isThrough, LATEST);
  const time = performance.now() - start;
  stream.close();
  return time;
}

/** The value of a line of the metrics. */
async function readGauge(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split('\n').find((line) => line.startsWith(name));
  if (line === undefined) throw new Error(`There is no ${name} in the metrics`);
  return Number(line.slice(name.length));
}
