import { type RateLimitRecord, type RateLimitStore, rateLimitRecord } from './rate-limit.js';

/** Windows of one generation: with two of them, some 75 MB. */
const MOST_WINDOWS = 250_000;

interface Window {
  count: number;
  resetAt: number;
}

/**
 * Counts exactly within one process: nothing is awaited between reading and writing. All callers use one `ttl`.
 *
 * Memory is bounded by the windows begun in the last two `ttl` (about 150 bytes each), without timers and with the
 * same short time for every request: windows are kept in two generations, and whatever is in the older one has expired
 * when the next generation begins. (Evicting from the front of one Map costs V8 a walk over every deleted entry.) A
 * generation ends early when more clients come than a process can serve in its time: then the oldest windows, expired
 * or not, make room.
 */
export class InProcessRateLimitStore implements RateLimitStore {
  private current = new Map<string, Window>();
  private previous = new Map<string, Window>();
  private generationStart = Number.NEGATIVE_INFINITY;

  /** `clock` is Unix time in milliseconds. */
  constructor(private readonly clock: () => number = Date.now) {}

  increment(key: string, ttl: number, limit: number): Promise<RateLimitRecord> {
    const now = this.clock();
    this.makeRoom(now, ttl);
    const window = this.findLive(key, now, ttl) ?? this.begin(key, now + ttl);
    window.count += 1;
    return Promise.resolve(rateLimitRecord(window.count, limit, window.resetAt, window.resetAt - now));
  }

  private makeRoom(now: number, ttl: number): void {
    if (Math.abs(now - this.generationStart) < ttl && this.current.size < MOST_WINDOWS) return;
    this.previous = this.current;
    this.current = new Map();
    this.generationStart = now;
  }

  /** One that ends in more than two `ttl` is from before the clock was set back: it must not block for hours. */
  private findLive(key: string, now: number, ttl: number): Window | undefined {
    const window = this.current.get(key) ?? this.previous.get(key);
    return window && window.resetAt > now && window.resetAt <= now + 2 * ttl ? window : undefined;
  }

  private begin(key: string, resetAt: number): Window {
    const window = { count: 0, resetAt };
    this.current.set(key, window);
    return window;
  }
}
