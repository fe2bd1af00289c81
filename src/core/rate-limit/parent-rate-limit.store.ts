import type { Channel } from '../processes/channel.js';
import { type RateLimitRecord, type RateLimitStore, rateLimitRecord } from './rate-limit.js';
import { Windows } from './windows.js';

/** A question to the parent: so many hits in the window of `key`; none only look. */
interface Hits {
  readonly key: string;
  readonly ttl: number;
  readonly hits: 0 | 1;
}

interface Counted {
  readonly count: number;
  readonly resetAt: number;
  readonly millisecondsLeft: number;
}

const TOPIC = 'count';

/** Lets the children of this process count in one place: exact over all of them. */
export class ParentCounting {
  /** By their length: one `Windows` keeps windows of one length. */
  private readonly windows = new Map<number, Windows>();

  /** Counts for the child at the other end. */
  serve(child: Channel): void {
    child.answer(TOPIC, (batch: readonly Hits[]) => batch.map((hits) => this.count(hits)));
  }

  private count({ key, ttl, hits }: Hits): Counted {
    const now = Date.now();
    const windows = this.windows.get(ttl) ?? new Windows();
    this.windows.set(ttl, windows);
    let window = windows.find(key, now, ttl);
    if (!window) {
      window = { count: 0, resetAt: now + ttl };
      if (hits > 0) windows.begin(key, window);
    }
    window.count += hits;
    return { count: window.count, resetAt: window.resetAt, millisecondsLeft: window.resetAt - now };
  }
}

interface Waiting extends Hits {
  readonly resolve: (counted: Counted) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Counts in the parent process, which does so for all its children. What comes in one turn of the event loop goes there in
 * one message.
 */
export class ParentRateLimitStore implements RateLimitStore {
  private waiting: Waiting[] = [];

  constructor(private readonly parent: Channel) {}

  async increment(key: string, ttl: number, limit: number): Promise<RateLimitRecord> {
    const { count, resetAt, millisecondsLeft } = await this.countShared(key, ttl, 1);
    return rateLimitRecord(count, limit, resetAt, millisecondsLeft);
  }

  countShared(key: string, ttl: number, hits: 0 | 1): Promise<Counted> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, ttl, hits, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.send());
    });
  }

  private async send(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      const questions = batch.map(({ key, ttl, hits }): Hits => ({ key, ttl, hits }));
      const answers = await this.parent.ask<Counted[]>(TOPIC, questions);
      answers.forEach((counted, index) => batch[index]?.resolve(counted));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
