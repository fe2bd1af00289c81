/**
 * `npm run bench:load`: a mixed load of 30 keys in 100 companies with 1,000,000 tasks. Finds the highest rate that one
 * process and PostgreSQL hold, then holds it. With `-- --soak` it asks as fast as it is answered, and measures memory.
 * `-- --minutes 3` shortens the run, `-- --tasks 100000` the seeding.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedDatabase } from '#core/embedded-database/embedded-database.js';
import { sendTraffic, type TrafficResult } from './load-traffic.js';
import { progress } from './progress.js';
import { type LoadCompany, seedLoad } from './seed-load.js';
import { type ServerProcess, startService } from './server-process.js';
import { type Measurement, tableOf } from './table.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    tasks: { type: 'string', default: '1000000' },
    soak: { type: 'boolean', default: false },
  },
});
const minutes = Number(options.minutes);
const LIMITS = { get: 100, list: 250, write: 250 } as const;
const FIRST_RATE = 300;
const STEP = 1.25;
const STEP_SECONDS = 15;
/** The part of the highest rate that is held: a step says little about the next ten minutes. */
const HELD = 0.85;
const SOAK_RATE = 100_000;

const dataDirectory = mkdtempSync(join(tmpdir(), 'service-load-'));
chmodSync(dataDirectory, 0o755);
const database = await EmbeddedDatabase.start({ dataDirectory, log: () => undefined });
let service: ServerProcess | undefined;
process.once('SIGINT', () => void cleanUp().then(() => process.exit(130)));
try {
  service = await startService(database.url, { dataDirectory, jwtSecret: randomBytes(32).toString('base64') });
  progress(`seeding ${options.tasks} tasks in 100 companies`);
  const companies = await seedLoad(service, database.url, { companies: 100, keys: 30, tasks: Number(options.tasks) });
  const measurements = options.soak ? await soak(service, companies) : await load(service, companies);
  process.stdout.write(`${tableOf(measurements)}\n`);
  process.exitCode = measurements.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await cleanUp();
}

async function load(server: ServerProcess, companies: LoadCompany[]): Promise<Measurement[]> {
  await sendTraffic(server, companies, { rate: FIRST_RATE, seconds: STEP_SECONDS });
  let highest = FIRST_RATE;
  for (let rate = FIRST_RATE; ; rate *= STEP) {
    const result = await sendTraffic(server, companies, { rate, seconds: STEP_SECONDS });
    progress(`${Math.round(rate)}/s: ${describe(result)}`);
    if (!isHeld(result, rate)) break;
    highest = rate;
  }
  const rate = highest * HELD;
  progress(`holding ${Math.round(rate)}/s for ${minutes} minutes`);
  const result = await sendTraffic(server, companies, { rate, seconds: minutes * 60 });
  progress(describe(result));
  const name = (kind: string) => `p99 of ${kind} at ${Math.round(result.rate)}/s`;
  return [
    ...Object.entries(LIMITS).map(([kind, limit]) =>
      milliseconds(name(kind), result.p99[kind as keyof typeof LIMITS], limit),
    ),
    failures(result),
  ];
}

/** Full speed: the rate is higher than any server can answer, so the limit of waiting requests sets the speed. */
async function soak(server: ServerProcess, companies: LoadCompany[]): Promise<Measurement[]> {
  const atFullSpeed = (seconds: number) => sendTraffic(server, companies, { rate: SOAK_RATE, seconds });
  progress('warming up');
  await atFullSpeed(minutes * 12);
  await server.probe();
  await atFullSpeed(minutes * 6);
  const before = await server.probe();
  progress(`warm: ${Math.round(before.peakMemory / 1e6)} MB, ${before.resources} handles`);
  const result = await atFullSpeed(minutes * 42);
  await server.probe();
  await atFullSpeed(minutes * 6);
  const after = await server.probe();
  const growth = (after.peakMemory / before.peakMemory - 1) * 100;
  return [
    {
      name: `growth of memory over ${minutes} minutes at ${Math.round(result.rate)}/s`,
      reference: `warm ${Math.round(before.peakMemory / 1e6)} MB`,
      ours: `${growth.toFixed(1)} %`,
      ratio: null,
      target: '≤ 5 %',
      isMet: growth <= 5,
    },
    {
      name: 'open handles and timers',
      reference: `warm ${before.resources}`,
      ours: String(after.resources),
      ratio: null,
      target: 'no more',
      isMet: after.resources <= before.resources * 1.1,
    },
    failures(result),
  ];
}

function isHeld({ p99, rate, statuses, broken }: TrafficResult, asked: number): boolean {
  const inTime = Object.entries(LIMITS).every(([kind, limit]) => p99[kind as keyof typeof LIMITS] <= limit);
  return inTime && rate > asked * 0.95 && broken === 0 && failuresIn(statuses) === 0;
}

function milliseconds(name: string, value: number, limit: number): Measurement {
  const target = `≤ ${limit} ms`;
  return { name, reference: '', ours: `${Math.round(value)} ms`, ratio: null, target, isMet: value <= limit };
}

function failures({ statuses, broken }: TrafficResult): Measurement {
  const count = failuresIn(statuses) + broken;
  const answers = Object.values(statuses).reduce((sum, number) => sum + number, 0);
  return {
    name: 'answers 5xx, requests without an answer',
    reference: `of ${answers}`,
    ours: String(count),
    ratio: null,
    target: '0',
    isMet: count === 0,
  };
}

function failuresIn(statuses: Record<number, number>): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);
}

function describe({ rate, p99, statuses, broken }: TrafficResult): string {
  const times = Object.entries(p99).map(([kind, value]) => `${kind} ${Math.round(value)} ms`);
  return `${Math.round(rate)}/s, p99 ${times.join(', ')}; ${JSON.stringify(statuses)}, ${broken} broken`;
}

async function cleanUp(): Promise<void> {
  await service?.stop();
  service = undefined;
  await database.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}
