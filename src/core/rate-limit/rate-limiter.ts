import { Inject, Injectable } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import { Configuration } from '#config/configuration.js';
import {
  limitOf,
  rateLimitHeaders,
  retryAfter,
  type RateLimitStore,
  type Tier,
  WINDOW_MILLISECONDS,
} from './rate-limit.js';

/** A request that was counted. */
export interface Counted {
  readonly headers: Record<string, string>;
  /** Seconds to wait when the request is over the limit. */
  readonly retryAfter?: number;
}

/** Counts a request once, in one tier, for one client. */
@Injectable()
export class RateLimiter {
  constructor(
    @Inject(getStorageToken()) private readonly store: RateLimitStore,
    private readonly configuration: Configuration,
  ) {}

  async count(tier: Tier, client: string): Promise<Counted> {
    const limit = limitOf(this.configuration.rateLimits, tier);
    const record = await this.store.increment(`${tier}:${client}`, WINDOW_MILLISECONDS, limit);
    const headers = rateLimitHeaders(record, limit, tier);
    return record.isBlocked ? { headers, retryAfter: retryAfter(record) } : { headers };
  }
}
