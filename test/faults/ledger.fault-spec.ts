import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { describeWithRedis, RedisServer } from '../support/redis-server.js';
import { buildService, ServiceProcess } from '../support/service-process.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { TestDatabase } from '../support/test-database.js';
import { Ledger, type LedgerReport } from './ledger.js';

const LONGEST_REQUEST = 7_000;
const LONGEST_RECOVERY = 5_000;
const ENVIRONMENT = { TLS_MODE: 'proxy', DEMO: 'off', LOG_LEVEL: 'warn', RATE_LIMIT_API_WRITE: '1000000' };
const SECRETS = { JWT_SECRET: 'x'.repeat(32), SECRETS_KEY: Buffer.alloc(32).toString('base64') };

let folder: string;
let service: ServiceProcess;
let environment: Record<string, string>;
const table: string[] = [];

beforeAll(buildService, 120_000);
afterAll(() => {
  const header = [
    '| fault | rounds | acknowledged | lost | longest recovery | longest request | answers |',
    '|---|---|---|---|---|---|---|',
  ];
  process.stdout.write(`\n${[...header, ...table].join('\n')}\n`);
});
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  if (!service.hasEnded) await service.end('SIGTERM');
});

async function start(more: Record<string, string> = {}): Promise<void> {
  environment = { ...ENVIRONMENT, ...more };
  service = await new ServiceProcess(folder, environment).ready();
}

const restart = () => start(environment);
/** Some load before a fault. */
const load = () => delay(200 + Math.random() * 800);

/** Runs the rounds of a fault under load and returns the outcome. A round resolves when the service works again. */
async function suffer(name: string, rounds: number, ledger: Ledger, round: () => Promise<void>): Promise<LedgerReport> {
  let longestRecovery = 0;
  await ledger.during(async () => {
    for (let number = 0; number < rounds; number += 1) {
      await load();
      await round();
      longestRecovery = Math.max(longestRecovery, await ledger.recovery());
    }
  });
  const database = environment['DATABASE_URL'] ? await outside() : await service.connect();
  const report = await ledger.report(database);
  await database.end();
  const { acknowledged, lostWrites, lostEvents, unknownTasks, longestRequest, statuses } = report;
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  const lost = `${lostWrites} writes, ${lostEvents} events, ${unknownTasks} unknown`;
  table.push(
    `| ${[name, rounds, acknowledged, lost, seconds(longestRecovery), seconds(longestRequest), JSON.stringify(statuses)].join(' | ')} |`,
  );
  expect(acknowledged).toBeGreaterThan(rounds);
  expect({ lostWrites, lostEvents, unknownTasks }).toEqual({ lostWrites: 0, lostEvents: 0, unknownTasks: 0 });
  expect(longestRecovery).toBeLessThanOrEqual(LONGEST_RECOVERY);
  expect(longestRequest).toBeLessThanOrEqual(LONGEST_REQUEST);
  return report;
}

let testDatabase: TestDatabase;
async function outside() {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: testDatabase.url });
  await client.connect();
  return client;
}

it('kill -9 of the service', async () => {
  await start();
  const ledger = await Ledger.open(() => service.api);
  await suffer('kill -9 of the service', 20, ledger, async () => {
    await service.end('SIGKILL');
    await restart();
  });
});

it('SIGTERM', async () => {
  await start();
  const ledger = await Ledger.open(() => service.api);
  const { statuses } = await suffer('SIGTERM', 10, ledger, async () => {
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await restart();
  });
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
});

it('kill -9 of PostgreSQL', async () => {
  await start();
  const ledger = await Ledger.open(() => service.api);
  const { statuses } = await suffer('kill -9 of PostgreSQL', 10, ledger, async () => {
    const pid = service.databasePid!;
    process.kill(pid, 'SIGKILL');
    await eventually('PostgreSQL is back', () => ![undefined, pid].includes(service.databasePid), 30_000);
  });
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
});

it('a network that passes nothing on to the database', async () => {
  testDatabase = await TestDatabase.create();
  const proxy = await TcpProxy.start(testDatabase.url);
  try {
    await start({ ...SECRETS, DATABASE_URL: proxy.url });
    const ledger = await Ledger.open(() => service.api);
    await suffer('database stalled for 8 s', 2, ledger, async () => {
      proxy.stall();
      await delay(8_000);
      await proxy.restore();
    });
  } finally {
    await service.end('SIGTERM');
    proxy.stop();
    await testDatabase.close();
  }
});

describeWithRedis('with Redis', () => {
  it('Redis goes down and comes back', async () => {
    let redis = await RedisServer.start();
    await start({ REDIS_URL: redis.url });
    const ledger = await Ledger.open(() => service.api);
    const { statuses } = await suffer('Redis down and back', 5, ledger, async () => {
      await redis.stop();
      await load();
      redis = await RedisServer.start(redis.port);
    });
    expect(Object.keys(statuses).filter((status) => Number(status) >= 300)).toEqual([]);
    await service.end('SIGTERM');
    await redis.stop();
  });
});

/** Whether a file system of 256 MB could be mounted there; not every user may. */
function mountSmall(path: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', path]).status === 0;
}

const unmount = (path: string) => spawnSync('umount', [path]);

/** Writes until there is no room left. */
function fill(path: string): void {
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) appendFileSync(path, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

const place = temporaryFolder();
const mayMount = mountSmall(place) && unmount(place).status === 0;

(mayMount ? it : it.skip)('a full disk (where a file system may be mounted)', async () => {
  const small = join(folder, 'small');
  mkdirSync(small);
  mountSmall(small);
  try {
    chmodSync(small, 0o755);
    await start({ DATA_DIR: join('small', 'data') });
    const ledger = await Ledger.open(() => service.api);
    await suffer('disk full', 3, ledger, async () => {
      const ballast = join(small, 'ballast');
      fill(ballast);
      await delay(3_000);
      rmSync(ballast);
    });
  } finally {
    await service.end('SIGTERM');
    unmount(small);
  }
});
