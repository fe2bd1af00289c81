import { Logger } from '@nestjs/common';
import { createClient } from 'redis';
import { RedisRateLimitStore } from '#core/rate-limit/redis-rate-limit.store.js';
import { eventually } from '../../support/eventually.js';
import { describeWithRedis, RedisServer } from '../../support/redis-server.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

const TTL = 60_000;

const createPlainClient = (url: string) => createClient({ url }).on('error', () => undefined);

describeWithRedis('RedisRateLimitStore (skipped without a redis-server on PATH)', () => {
  const stores: RedisRateLimitStore[] = [];
  const warn = jest.spyOn(Logger.prototype, 'warn');
  let redis: RedisServer;

  async function openStore(url = redis.url): Promise<RedisRateLimitStore> {
    const store = new RedisRateLimitStore(url);
    stores.push(store);
    await store.onModuleInit();
    return store;
  }

  async function withPlainClient<T>(action: (client: ReturnType<typeof createPlainClient>) => Promise<T>): Promise<T> {
    const client = createPlainClient(redis.url);
    await client.connect();
    try {
      return await action(client);
    } finally {
      client.destroy();
    }
  }

  beforeEach(async () => {
    warn.mockReset();
    redis = await RedisServer.start();
  });

  afterEach(async () => {
    stores.splice(0).forEach((store) => store.onApplicationShutdown());
    await redis.stop();
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
    await eventually('some of the window has passed', () => Date.now() > resetAt - TTL + 50);
    expect(await second.increment('user', TTL, 5)).toMatchObject({ totalHits: 2, resetAt });
  });

  it('begins a new window when the old one has expired', async () => {
    const store = await openStore();
    const records = await Promise.all(Array.from({ length: 7 }, () => store.increment('user', 300, 5)));
    expect(records.at(-1)).toMatchObject({ isBlocked: true, timeToBlockExpire: 1 });
    await eventually('a new window begins', async () => (await store.increment('user', 300, 5)).totalHits === 1);
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

  it('goes on counting when Redis has lost the script', async () => {
    const store = await openStore();
    await store.increment('user', TTL, 5);
    await withPlainClient((client) => client.scriptFlush());
    expect(await store.increment('user', TTL, 5)).toMatchObject({ totalHits: 2 });
  });

  it('does not mistake a pause of its own process for a fault of Redis', async () => {
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
    await redis.stop();
    await eventually('requests are let through', async () => !(await store.increment('user', TTL, 1)).isBlocked);
    const records = await Promise.all(Array.from({ length: 1_000 }, () => store.increment('user', TTL, 1)));
    expect(records.every((record) => !record.isBlocked && record.totalHits === 0)).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);

    redis = await RedisServer.start(redis.port);
    await eventually('requests are counted', async () => (await store.increment('user', TTL, 1)).isBlocked);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenLastCalledWith(
      expect.stringMatching(/counts requests again; let through uncounted: \d{4}$/),
    );
  });

  it('makes only the first requests wait while Redis hangs, and counts again', async () => {
    const store = await openStore();
    await store.increment('user', TTL, 1);
    redis.pause();
    expect(await store.increment('user', TTL, 1)).toMatchObject({ isBlocked: false, totalHits: 0 });
    await Promise.all(Array.from({ length: 1_000 }, () => store.increment('user', TTL, 1)));
    expect(warn).toHaveBeenCalledTimes(1);
    redis.continue();
    await eventually('requests are counted', async () => (await store.increment('user', TTL, 1)).isBlocked);
    expect(warn).toHaveBeenCalledTimes(2);
    await withPlainClient(async (client) => {
      const calls = /cmdstat_evalsha:calls=(\d+)/.exec(await client.info('commandstats'));
      expect(Number(calls?.[1])).toBeLessThan(1_000);
    });
  });

  it('replaces a connection that stays silent, and counts again', async () => {
    const proxy = await TcpProxy.start(redis.url);
    const store = await openStore(proxy.url);
    proxy.stall();
    await store.increment('user', TTL, 1);
    await eventually('it connects anew', () => proxy.accepted > 1);
    await proxy.restore();
    await eventually('requests are counted', async () => (await store.increment('user', TTL, 1)).isBlocked);
    proxy.stop();
  });

  it('starts without Redis, and counts once it is there', async () => {
    await redis.stop();
    const store = await openStore();
    expect(await store.increment('user', TTL, 1)).toMatchObject({ isBlocked: false, totalHits: 0 });
    redis = await RedisServer.start(redis.port);
    await eventually('requests are counted', async () => (await store.increment('user', TTL, 1)).isBlocked);
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
    expect(warn).toHaveBeenCalledTimes(2);
  });
});
