import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createApiKey } from '../factories/api-key.factory.js';
import { createCompany } from '../factories/company.factory.js';
import { addTasks, createProject, storeSearchTexts } from '../factories/project.factory.js';
import { freePort } from '../support/free-port.js';
import { buildService, ServiceProcess } from '../support/service-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { Ground } from './hostile/attack-client.js';
import { type AttackName, ATTACKS, SEARCHED_TERMS } from './hostile/attacks.js';
import { ServiceProbe } from './hostile/service-probe.js';
import { type Experience, Victim } from './hostile/victim.js';

/** Of each attack; a quarter of it is before, without one. */
const SECONDS = Number(process.env['HOSTILE_SECONDS'] ?? 60);
const ATTACKER = join(__dirname, 'hostile/attacker-process.ts');
/** Tasks of the attacker: 500 is the longest list that is read as a page is. */
const TASKS = 500;
/** A p99 of at most ten times the p99 without an attack, or 1 s; deliveries within 2 s. */
const FACTOR = 10;
const SECOND = 1_000;
const LATEST_DELIVERY = 2_000;

const ENVIRONMENT = {
  TLS_MODE: 'proxy',
  DEMO: 'off',
  LOG_LEVEL: 'error',
  OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8',
  // A company has as many users and keys as it takes to ask as often as it likes.
  RATE_LIMIT_API_READ: '1000000',
  RATE_LIMIT_API_WRITE: '1000000',
  RATE_LIMIT_API_KEY: '1000000',
};

const table: string[] = [];
let service: ServiceProcess;
let probe: ServiceProbe;
let database: Client;
let victim: Victim;
let attacker: ChildProcess | undefined;

beforeAll(buildService, 120_000);
beforeEach(async () => {
  const metricsPort = await freePort();
  service = await new ServiceProcess(temporaryFolder(), { ...ENVIRONMENT, METRICS_PORT: String(metricsPort) }).ready();
  probe = new ServiceProbe(metricsPort);
  database = await service.connect();
  victim = await Victim.prepare(service.api, { rows });
});
afterEach(async () => {
  attacker?.kill('SIGKILL');
  probe.stop();
  await database.end();
  if (!service.hasEnded) await service.end('SIGTERM');
  await victim.stop();
});
afterAll(() => {
  const header = [
    `| attack, ${SECONDS} s | alone p50, p99 | under attack p50, p99 | failed | slowest delivery | memory | longest block |`,
    '|---|---|---|---|---|---|---|',
  ];
  process.stdout.write(`\n${[...header, ...table].join('\n')}\n`);
});

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.query(text, values)).rows as Row[];
}

/** A company with long lists and long texts, and the process that attacks with it. */
async function attack(name: AttackName): Promise<void> {
  const { owner } = await createCompany(service.api);
  const { id: projectId } = await createProject(owner);
  await addTasks({ rows }, projectId, TASKS);
  await rows('UPDATE tasks SET description = $2 WHERE project_id = $1', [projectId, textFor(name)]);
  await storeSearchTexts({ rows }, projectId);
  const tasks = await rows<{ id: string }>('SELECT id FROM tasks WHERE project_id = $1', [projectId]);
  const ground: Ground = {
    api: service.address.replace('localhost', '127.0.0.1'),
    token: owner.token,
    apiKey: (await createApiKey(owner)).key,
    projectId,
    taskIds: tasks.map(({ id }) => id),
    victimEmail: victim.user.email,
  };
  attacker = spawn(process.execPath, [ATTACKER, name, JSON.stringify(ground)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(attacker.stdout!, 'data');
}

/** What the 500 tasks of the attacker say. */
function textFor(name: AttackName): string | null {
  if (name.startsWith('lists')) return '😀'.repeat(49_999);
  if (name.startsWith('searches')) return `${'abcdefghij'.repeat(4_900)} ${SEARCHED_TERMS.join(' ')}`;
  return null;
}

it.each(Object.keys(ATTACKS) as AttackName[])('%s', async (name) => {
  await victim.work(2);
  const alone = await victim.work(Math.max(5, SECONDS / 4));
  await attack(name);
  probe.start();
  const attacked = await victim.work(SECONDS);
  const { peakMemory, longestBlock } = probe.stop();
  table.push(
    lineOf([
      name,
      quantiles(alone),
      quantiles(attacked),
      ...outcome(attacked),
      `${Math.round(peakMemory)} MB`,
      milliseconds(longestBlock),
    ]),
  );
  expect(service.hasEnded).toBe(false);
  expect(alone.failures).toEqual({});
  expect(attacked.p99).toBeLessThanOrEqual(Math.max(FACTOR * alone.p99, SECOND));
  expect(attacked.slowestDelivery).toBeLessThanOrEqual(LATEST_DELIVERY);
});

const lineOf = (cells: string[]) => `| ${cells.join(' | ')} |`;
const milliseconds = (value: number) => (Number.isFinite(value) ? `${Math.round(value)} ms` : '–');
const quantiles = ({ p50, p99 }: Experience) => `${milliseconds(p50)}, ${milliseconds(p99)}`;
const outcome = ({ requests, failures, slowestDelivery }: Experience) => {
  const failed = Object.entries(failures).map(([status, count]) => `${count} × ${status}`);
  return [
    failed.length > 0 ? `${failed.join(', ')} of ${requests}` : `0 of ${requests}`,
    milliseconds(slowestDelivery),
  ];
};
