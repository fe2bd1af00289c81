import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Configuration } from '../../config/configuration.js';
import { InProcessRateLimitStore } from './in-process-rate-limit.store.js';
import { RateLimiter } from './rate-limiter.js';
import { RedisRateLimitStore } from './redis-rate-limit.store.js';

/** Gives `RateLimiter` the store that counts, as the storage of @nestjs/throttler: Redis when `REDIS_URL` is set. */
@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Configuration],
      useFactory: ({ redisUrl }: Configuration) => ({
        // For the package's own guard, which is not used.
        throttlers: [],
        storage: redisUrl === null ? new InProcessRateLimitStore() : new RedisRateLimitStore(redisUrl),
      }),
    }),
  ],
  providers: [RateLimiter],
  exports: [RateLimiter],
})
export class RateLimitModule {}
