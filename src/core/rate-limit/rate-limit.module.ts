import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Configuration } from '../../config/configuration.js';
import { InProcessRateLimitStore } from './in-process-rate-limit.store.js';
import { limitOf, tiers, WINDOW_MILLISECONDS } from './rate-limit.js';
import { RateLimiter } from './rate-limiter.js';
import { RedisRateLimitStore } from './redis-rate-limit.store.js';

/** Gives the guard its limits and, under `ThrottlerStorage`, the store that counts: Redis when `REDIS_URL` is set. */
@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Configuration],
      useFactory: ({ rateLimits, redisUrl }: Configuration) => ({
        throttlers: tiers.map((name) => ({ name, limit: limitOf(rateLimits, name), ttl: WINDOW_MILLISECONDS })),
        storage: redisUrl === null ? new InProcessRateLimitStore() : new RedisRateLimitStore(redisUrl),
      }),
    }),
  ],
  providers: [RateLimiter],
  exports: [RateLimiter],
})
export class RateLimitModule {}
