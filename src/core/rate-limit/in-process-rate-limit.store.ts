import { type RateLimitRecord, type RateLimitStore, rateLimitRecord } from './rate-limit.js';
import { Windows } from './windows.js';

/** Counts exactly within one process: nothing is awaited between reading and writing. All callers use one `ttl`. */
export class InProcessRateLimitStore implements RateLimitStore {
  private readonly windows: Windows;

  /** `clock` is Unix time in milliseconds, `mostWindows` the size of a generation. */
  constructor(
    private readonly clock: () => number = Date.now,
    mostWindows?: number,
  ) {
    this.windows = new Windows(mostWindows);
  }

  increment(key: string, ttl: number, limit: number): Promise<RateLimitRecord> {
    const now = this.clock();
    const window = this.windows.find(key, now, ttl) ?? this.windows.begin(key, { count: 0, resetAt: now + ttl });
    window.count += 1;
    return Promise.resolve(rateLimitRecord(window.count, limit, window.resetAt, window.resetAt - now));
  }

  /** No other process counts along. */
  countShared(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
