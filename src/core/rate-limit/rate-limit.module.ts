import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Configuration } from '../../config/configuration.js';
import { InProcessRateLimitStore } from './in-process-rate-limit.store.js';
import type { RateLimitStore } from './rate-limit.js';
import { LoginFailures } from './login-failures.js';
import { RateLimiter } from './rate-limiter.js';

/** Gives `RateLimiter` the store that counts, as the storage of @nestjs/throttler: Redis when `REDIS_URL` is set. */
@Global()
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Configuration],
      useFactory: async ({ redisUrl }: Configuration) => ({
        // For the package's own guard, which is not used.
        throttlers: [],
        storage: redisUrl === null ? new InProcessRateLimitStore() : await redisStore(redisUrl),
      }),
    }),
  ],
  providers: [LoginFailures, RateLimiter],
  exports: [LoginFailures, RateLimiter],
})
export class RateLimitModule {}

/** The client of Redis is a fifth of all that a start would load. */
async function redisStore(redisUrl: string): Promise<RateLimitStore> {
  const { RedisRateLimitStore } = await import('./redis-rate-limit.store.js');
  return new RedisRateLimitStore(redisUrl);
}
