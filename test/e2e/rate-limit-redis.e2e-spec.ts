import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { createClient } from 'redis';
import { RedisRateLimitStore } from '../../src/core/rate-limit/redis-rate-limit.store.js';

const redisFound = spawnSync('redis-server', ['--version']).status === 0;
const describeWithRedis = redisFound ? describe : describe.skip;

const TTL = 60_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startRedis(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = spawn('redis-server', [...options, '--dir', tmpdir()], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of redis.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    if (output.includes('Ready to accept connections')) break;
  }
  redis.stdout.resume();
  return redis;
}

async function stopRedis(redis: ChildProcess): Promise<void> {
  if (redis.exitCode !== null || redis.signalCode !== null) return;
  redis.kill('SIGKILL');
  await once(redis, 'exit');
}

const createPlainClient = (port: number) =>
  createClient({ url: `redis://127.0.0.1:${port}` }).on('error', () => undefined);

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('the condition was not met within 10 s');
    await sleep(50);
  }
}

describeWithRedis('RedisRateLimitStore (skipped without a redis-server on PATH)', () => {
  const stores: RedisRateLimitStore[] = [];
  const warn = jest.spyOn(Logger.prototype, 'warn');
  const log = jest.spyOn(Logger.prototype, 'log');
  let port: number;
  let redis: ChildProcess;

  async function openStore(): Promise<RedisRateLimitStore> {
    const store = new RedisRateLimitStore(`redis://127.0.0.1:${port}`);
    stores.push(store);
    await store.onModuleInit();
    return store;
  }

  async function withPlainClient<T>(action: (client: ReturnType<typeof createPlainClient>) => Promise<T>): Promise<T> {
    const client = createPlainClient(port);
    await client.connect();
    try {
      return await action(client);
    } finally {
      client.destroy();
    }
  }

  beforeAll(async () => {
    port = await freePort();
  });

  beforeEach(async () => {
    warn.mockReset();
    log.mockReset();
    redis = await startRedis(port);
  });

  afterEach(async () => {
    stores.splice(0).forEach((store) => store.onApplicationShutdown());
    await stopRedis(redis);
  });

  it('lets exactly 5 of 1,000 concurrent requests to two instances through', async () => {
    const [first, second] = [await openStore(), await openStore()];
    const records = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => (index % 2 ? first : second).increment('user', TTL, 5)),
    );
    expect(records.filter((record) => !record.isBlocked)).toHaveLength(5);
    expect(new Set(records.map((record) => record.totalHits)).size).toBe(1_000);
    expect(warn).not.toHaveBeenCalled();
  });

  it('shows one constant end of the window on all instances', async () => {
    const [first, second] = [await openStore(), await openStore()];
    const { resetAt } = await first.increment('user', TTL, 5);
    expect(Math.abs(resetAt - TTL - Date.now())).toBeLessThan(1_000);
    await sleep(1_100);
    expect(await second.increment('user', TTL, 5)).toMatchObject({ totalHits: 2, resetAt, timeToExpire: 59 });
  });

  it('begins a new window when the old one has expired', async () => {
    const store = await openStore();
    await Promise.all(Array.from({ length: 6 }, () => store.increment('user', 300, 5)));
    expect(await store.increment('user', 300, 5)).toMatchObject({ isBlocked: true, timeToBlockExpire: 1 });
    await sleep(320);
    expect(await store.increment('user', 300, 5)).toMatchObject({ isBlocked: false, totalHits: 1 });
  });

  it('gives every key an expiry, and repairs one that has lost it', async () => {
    const store = await openStore();
    await Promise.all(Array.from({ length: 6 }, () => store.increment('user', TTL, 5)));
    await withPlainClient(async (client) => {
      expect(await client.pTTL('rate-limit:user')).toBeGreaterThan(50_000);
      await client.persist('rate-limit:user');
      expect(await store.increment('user', TTL, 5)).toMatchObject({ isBlocked: false, totalHits: 1 });
      expect(await client.pTTL('rate-limit:user')).toBeGreaterThan(50_000);
    });
  });

  it('counts on when Redis has forgotten the script', async () => {
    const store = await openStore();
    await store.increment('user', TTL, 5);
    await withPlainClient((client) => client.scriptFlush());
    expect(await store.increment('user', TTL, 5)).toMatchObject({ totalHits: 2 });
  });

  it('does not take a stall of its own process for one of Redis', async () => {
    const store = await openStore();
    const record = store.increment('user', TTL, 5);
    const end = Date.now() + 1_000;
    while (Date.now() < end);
    expect(await record).toMatchObject({ totalHits: 1 });
  });

  it('lets requests through while Redis is killed, logs it once, and counts again', async () => {
    const store = await openStore();
    await store.increment('user', TTL, 1);
    expect(await store.increment('user', TTL, 1)).toMatchObject({ isBlocked: true });
    await stopRedis(redis);
    await eventually(async () => !(await store.increment('user', TTL, 1)).isBlocked);
    const begin = Date.now();
    const records = await Promise.all(Array.from({ length: 1_000 }, () => store.increment('user', TTL, 1)));
    expect(records.every((record) => !record.isBlocked && record.totalHits === 0)).toBe(true);
    expect(Date.now() - begin).toBeLessThan(200);
    expect(warn).toHaveBeenCalledTimes(1);

    redis = await startRedis(port);
    await eventually(async () => (await store.increment('user', TTL, 1)).isBlocked);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/counts requests again; let through uncounted: \d{4}$/));
  });

  it('makes only the first requests wait while Redis hangs, and counts again', async () => {
    const store = await openStore();
    await store.increment('user', TTL, 1);
    redis.kill('SIGSTOP');
    const begin = Date.now();
    expect(await store.increment('user', TTL, 1)).toMatchObject({ isBlocked: false, totalHits: 0 });
    expect(Date.now() - begin).toBeLessThan(1_500);
    const known = Date.now();
    await Promise.all(Array.from({ length: 1_000 }, () => store.increment('user', TTL, 1)));
    expect(Date.now() - known).toBeLessThan(200);
    expect(warn).toHaveBeenCalledTimes(1);
    redis.kill('SIGCONT');
    await eventually(async () => (await store.increment('user', TTL, 1)).isBlocked);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('replaces a connection that stays silent, and counts again', async () => {
    const store = await openStore();
    redis.kill('SIGSTOP');
    await store.increment('user', TTL, 1);
    await sleep(6_000);
    redis.kill('SIGCONT');
    await eventually(async () => (await store.increment('user', TTL, 1)).isBlocked);
    await withPlainClient(async (client) => {
      const accepted = /total_connections_received:(\d+)/.exec(await client.info('stats'));
      expect(Number(accepted?.[1])).toBeGreaterThan(2);
    });
  }, 30_000);

  it('starts without Redis, and counts once it is there', async () => {
    await stopRedis(redis);
    const store = await openStore();
    expect(await store.increment('user', TTL, 1)).toMatchObject({ isBlocked: false, totalHits: 0 });
    redis = await startRedis(port);
    await eventually(async () => (await store.increment('user', TTL, 1)).isBlocked);
  });

  it('lets requests through when Redis answers with an error', async () => {
    const store = await openStore();
    await withPlainClient(async (client) => {
      await client.configSet('maxmemory', '1');
      expect(await store.increment('user', TTL, 1)).toMatchObject({ isBlocked: false, totalHits: 0 });
      await store.increment('user', TTL, 1);
      expect(warn).toHaveBeenCalledTimes(1);
      await client.configSet('maxmemory', '0');
    });
    expect(await store.increment('user', TTL, 1)).toMatchObject({ totalHits: 1 });
    expect(log).toHaveBeenCalledTimes(1);
  });
});
