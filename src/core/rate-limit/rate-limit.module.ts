import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Configuration } from '#config/configuration.js';
import { parentChannel } from '../processes/channel.js';
import { InProcessRateLimitStore } from './in-process-rate-limit.store.js';
import { ParentRateLimitStore } from './parent-rate-limit.store.js';
import type { RateLimitStore } from './rate-limit.js';
import { LoginFailures } from './login-failures.js';
import { RateLimiter } from './rate-limiter.js';

/**
 * Gives `RateLimiter` the store that counts, as the storage of @nestjs/throttler: Redis when `REDIS_URL` is set, the parent
 * when there are several processes.
 */
@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Configuration],
      // Throttlers are for the package's own guard, which is not used.
      useFactory: async (configuration: Configuration) => ({ throttlers: [], storage: await store(configuration) }),
    }),
  ],
  providers: [LoginFailures, RateLimiter],
  exports: [LoginFailures, RateLimiter],
})
export class RateLimitModule {}

async function store({ redisUrl, workers }: Configuration): Promise<RateLimitStore> {
  if (redisUrl !== null) return redisStore(redisUrl);
  return workers > 1 ? new ParentRateLimitStore(parentChannel()) : new InProcessRateLimitStore();
}

/** The client of Redis is a fifth of all that a start would load. */
async function redisStore(redisUrl: string): Promise<RateLimitStore> {
  const { RedisRateLimitStore } = await import('./redis-rate-limit.store.js');
  return new RedisRateLimitStore(redisUrl);
}
