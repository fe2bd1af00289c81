import { type ExecutionContext, Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Configuration } from '#config/configuration.js';
import { parentChannel } from '../processes/channel.js';
import { InProcessRateLimitStore } from './in-process-rate-limit.store.js';
import { ParentRateLimitStore } from './parent-rate-limit.store.js';
import { limitOf, type RateLimitStore, WINDOW_MILLISECONDS } from './rate-limit.js';
import { LoginFailures } from './login-failures.js';
import { RateLimiter } from './rate-limiter.js';
import { tierOfRequest } from './tier.guard.js';

/**
 * Tells the throttler the limit of each tier, and the store that counts: Redis when `REDIS_URL` is set, the parent when
 * there are several processes.
 */
@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Configuration],
      useFactory: async (configuration: Configuration) => ({
        throttlers: [
          {
            ttl: WINDOW_MILLISECONDS,
            limit: (context: ExecutionContext) => limitOf(configuration.rateLimits, tierOfRequest(context)),
          },
        ],
        storage: await store(configuration),
      }),
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
