import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { getStorageToken } from '@nestjs/throttler';
import { ConfigModule } from '#config/config.module.js';
import { Configuration } from '#config/configuration.js';
import { InProcessRateLimitStore } from './in-process-rate-limit.store.js';
import { RateLimitModule } from './rate-limit.module.js';
import type { RateLimitStore } from './rate-limit.js';
import { RedisRateLimitStore } from './redis-rate-limit.store.js';

/** An address that refuses connections. */
const DOWN = 'redis://127.0.0.1:1';

async function startWith(redisUrl: string | null) {
  const configuration = Object.assign(new Configuration(), {
    redisUrl,
  });
  const testingModule = await Test.createTestingModule({
    imports: [ConfigModule.with(configuration), RateLimitModule],
  }).compile();
  await testingModule.init();
  return { testingModule, store: testingModule.get<RateLimitStore>(getStorageToken(), { strict: false }) };
}

describe('RateLimitModule', () => {
  it('counts in the process without a REDIS_URL', async () => {
    const { testingModule, store } = await startWith(null);
    expect(store).toBeInstanceOf(InProcessRateLimitStore);
    await testingModule.close();
  });

  it('starts and lets everything through while Redis is down, and logs it once', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const { testingModule, store } = await startWith(DOWN);
    expect(store).toBeInstanceOf(RedisRateLimitStore);
    const begin = Date.now();
    const records = await Promise.all(Array.from({ length: 100 }, () => store.increment('user', 60_000, 5)));
    expect(records.every((record) => !record.isBlocked && record.totalHits === 0)).toBe(true);
    expect(records[0]?.resetAt).toBeGreaterThanOrEqual(begin + 60_000);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('ECONNREFUSED'));
    await testingModule.close();
    warn.mockRestore();
  });

  it('refuses a REDIS_URL that is not a Redis address', async () => {
    await expect(startWith('https://example.com')).rejects.toThrow(TypeError);
  });
});
