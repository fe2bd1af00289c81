import type { ThrottlerStorage } from '@nestjs/throttler';
import { clientNetwork } from '#common/http/client-address.js';
import type { RateLimits } from '#config/configuration.js';

/** What a request can count as: the values of `X-RateLimit-Policy`. */
export const TIERS = ['api-key', 'api-read', 'api-write', 'api-delete', 'auth', 'calendar', 'code'] as const;
export type Tier = (typeof TIERS)[number];

/** Length of every window, in milliseconds. */
export const WINDOW_MILLISECONDS = 60_000;

/** The state of a window after a request was counted. The times of @nestjs/throttler are whole seconds from now. */
export interface RateLimitRecord extends Awaited<ReturnType<ThrottlerStorage['increment']>> {
  /** End of the window, Unix time in milliseconds; the same for every request of the window. */
  resetAt: number;
}

/** Counts requests in fixed windows of `ttl` milliseconds, each beginning with the first request of its key. */
export interface RateLimitStore extends ThrottlerStorage {
  increment(key: string, ttl: number, limit: number): Promise<RateLimitRecord>;
  /** Adds `hits` where all processes count together; 0 only looks. Undefined while that store cannot be reached. */
  countShared(key: string, ttl: number, hits: 0 | 1): Promise<SharedCount | undefined>;
}

/** A window that several processes count in. */
export interface SharedCount {
  readonly count: number;
  readonly millisecondsLeft: number;
}

const limitNames: Record<Tier, keyof RateLimits> = {
  'api-key': 'apiKey',
  'api-read': 'apiRead',
  'api-write': 'apiWrite',
  'api-delete': 'apiDelete',
  auth: 'auth',
  calendar: 'calendar',
  code: 'code',
};

/** Requests per minute that the deployment allows in `tier`. */
export function limitOf(rateLimits: RateLimits, tier: Tier): number {
  return rateLimits[limitNames[tier]];
}

const tiersOfMethods: Partial<Record<string, Tier>> = {
  POST: 'api-write',
  PUT: 'api-write',
  PATCH: 'api-write',
  DELETE: 'api-delete',
};

/**
 * The one tier of a request. Public endpoints ignore the `Authorization` header, so that
 * a key buys no more attempts to log in; where credentials count, a key is in its own tier.
 */
export function tierOf(request: { method: string; apiKey?: boolean; authRoute?: boolean }): Tier {
  if (request.apiKey) return 'api-key';
  if (request.authRoute) return 'auth';
  return tiersOfMethods[request.method] ?? 'api-read';
}

/** Whom a request without valid credentials counts for. */
export function anonymousClient(address: string): string {
  return `address:${clientNetwork(address)}`;
}

/** The record of a window that has `totalHits` requests and `millisecondsLeft` until `resetAt`. */
export function rateLimitRecord(
  totalHits: number,
  limit: number,
  resetAt: number,
  millisecondsLeft: number,
): RateLimitRecord {
  const isBlocked = totalHits > limit;
  const timeToExpire = Math.ceil(millisecondsLeft / 1000);
  return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0, resetAt };
}

/** The four headers of every counted response; `X-RateLimit-Reset` is a Unix time in whole seconds. */
export function rateLimitHeaders(record: RateLimitRecord, limit: number, tier: Tier): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - record.totalHits)),
    'X-RateLimit-Reset': String(Math.ceil(record.resetAt / 1000)),
    'X-RateLimit-Policy': tier,
  };
}

/** Whole seconds, at least 1, after which the window is over: `Retry-After` and the message of a 429. */
export function retryAfter(record: RateLimitRecord): number {
  return Math.max(1, record.timeToExpire);
}
