import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { fanOut } from '#modules/webhooks/delivery/fan-out.repository.js';
import { type Company, createSteadily, creationIn, postJson, register } from './company.js';
import { compareThroughput } from './measure-throughput.js';
import { sentences } from './prose.js';
import type { ServerProcess } from './server-process.js';
import { absolute, type Measurement, percentile } from './table.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** A database of its own, and how to start the service on it. */
export interface WebhookBench {
  databaseUrl: string;
  /** With these roles, and allowed to reach this machine. */
  start(roles: string): Promise<ServerProcess>;
  seconds: number;
}

const BACKLOG = 50_000;
const FIRST_DELIVERIES = 5_000;
const DRAIN_TIMEOUT = 150_000;
const EVENTS_PER_SECOND = 200;
const SUBSCRIBED = 3;

const answerAtOnce = (response: ServerResponse) => void response.writeHead(204).end();
const fail = (response: ServerResponse) => void response.writeHead(500).end();
const hang = () => undefined;

/** What webhooks cost, and how fast they are. */
export async function measureWebhooks(bench: WebhookBench): Promise<Measurement[]> {
  const creation = await measureCreation(bench);
  const backlog = await measureBacklog(bench);
  const delays = await measureDelays(bench);
  return [...backlog, ...delays, creation];
}

/** In a process that leaves the deliveries to others: what the request itself costs. */
async function measureCreation(bench: WebhookBench): Promise<Measurement> {
  const server = await bench.start('api');
  const [subscribed, without] = [await register(server, 'subscribed'), await register(server, 'without')];
  for (let count = 0; count < SUBSCRIBED; count += 1) await subscribe(server, subscribed, 'http://127.0.0.1:9/');
  const measurement = await compareThroughput(
    { ours: server, bare: server },
    {
      name: 'create task with 3 webhooks, the request alone',
      reference: 'without',
      target: 0.77,
      ours: [creationIn(subscribed)],
      bare: [creationIn(without)],
    },
    bench.seconds,
  );
  await emptyQueue(bench.databaseUrl);
  await server.stop();
  return measurement;
}

/**
 * One process with a long queue: how fast it empties it, and what memory that takes. It has delivered before, as every new
 * process grows with what it does first.
 */
async function measureBacklog(bench: WebhookBench): Promise<Measurement[]> {
  const receiver = await WebhookReceiver.start(answerAtOnce);
  const api = await bench.start('api');
  const company = await register(api, 'backlog');
  await subscribe(api, company, receiver.url);
  await api.stop();
  const server = await bench.start('api,worker');
  await queueEvents(bench.databaseUrl, company, { first: 1, count: FIRST_DELIVERIES });
  await receiver.received(FIRST_DELIVERIES, DRAIN_TIMEOUT);
  const before = await server.probe();
  await queueEvents(bench.databaseUrl, company, { first: FIRST_DELIVERIES + 1, count: BACKLOG });
  const from = receiver.count;
  const start = performance.now();
  await receiver.received(FIRST_DELIVERIES + BACKLOG, DRAIN_TIMEOUT);
  const rate = ((FIRST_DELIVERIES + BACKLOG - from) * 1_000) / (performance.now() - start);
  const growth = ((await server.probe()).peakMemory - before.peakMemory) / 1e6;
  await server.stop();
  receiver.stop();
  return [
    absolute('webhook deliveries of one process', rate, '/s', { least: 500 }),
    absolute('backlog of 50,000 deliveries, growth of memory', growth, ' MB', { most: 100 }),
  ];
}

/** From the change to the first attempt, with three webhooks; then of a healthy one alone, and beside bad ones. */
async function measureDelays(bench: WebhookBench): Promise<Measurement[]> {
  const server = await bench.start('api,worker');
  const three = await delaysOf(server, bench.seconds, [answerAtOnce, answerAtOnce, answerAtOnce]);
  const alone = await delaysOf(server, bench.seconds, [answerAtOnce]);
  const beside = await delaysOf(server, bench.seconds, [answerAtOnce, hang, fail]);
  await server.stop();
  const [reference, ours] = [percentile(alone, 0.99), percentile(beside, 0.99)];
  return [
    absolute('first attempt p99, 200 events/s to 3 webhooks', percentile(three, 0.99), ' ms', { most: 1_000 }),
    {
      name: 'healthy receiver p99, beside a hanging and a failing one',
      reference: `alone ${Math.round(reference)} ms`,
      ours: `${Math.round(ours)} ms`,
      ratio: ours / reference,
      target: '≤ 2.0',
      isMet: ours / reference <= 2,
    },
  ];
}

/** The delays that the first of the receivers sees. */
async function delaysOf(
  server: ServerProcess,
  seconds: number,
  answers: Parameters<typeof WebhookReceiver.start>[0][],
): Promise<number[]> {
  const company = await register(server, `delays ${answers.length} ${Date.now()}`);
  const receivers = await Promise.all(answers.map((answer) => WebhookReceiver.start(answer)));
  for (const { url } of receivers) await subscribe(server, company, url);
  const [first] = receivers as [WebhookReceiver];
  const count = await createSteadily([{ server, company }], EVENTS_PER_SECOND, seconds);
  await first.received(count, DRAIN_TIMEOUT);
  for (const receiver of receivers) receiver.stop();
  return first.delays;
}

async function subscribe(server: ServerProcess, { headers }: Company, url: string): Promise<void> {
  await postJson(server, '/webhooks', headers, { url, events: ['task.created'], secret: 'secret', retryDelay: 1 });
}

/** Writes events as changes write them, but changes nothing. */
async function queueEvents(
  databaseUrl: string,
  { id, projectId }: Company,
  { first, count }: { first: number; count: number },
): Promise<void> {
  const data = JSON.stringify({ title: 'Task', description: sentences(5).join(' '), projectId });
  await withClient(databaseUrl, (client) =>
    client.query(
      `WITH written AS (INSERT INTO events (company_id, id, position, name, project_id, data, occurred_at)
        SELECT $1, make_uuid_v7(), $4 + n, 'task.created', $2, $3, now() FROM generate_series(0, $5 - 1) n RETURNING *)
        ${fanOut('written', '$1')}`,
      [id, projectId, data, first, count],
    ),
  );
}

async function emptyQueue(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query('TRUNCATE webhook_deliveries'));
}

async function withClient(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await work(client);
  await client.end();
}
