import { Injectable } from '@nestjs/common';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import type { RequestContext } from '../company-scope/request-context.js';
import type { ConcurrencyLimit, Release } from '../concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '../concurrency-limits/concurrency-limits.js';

/** Streams of this process, of which a company gets half. */
const SLOTS = 2_000;
/** Streams of one user, those of its keys among them. */
const SLOTS_OF_USER = 20;
/** A company with fewer streams gets a slot also when all are taken. */
const FEW = 20;
/** Seconds. */
const RETRY_AFTER = 10;

interface Hold {
  readonly companyId: string;
  readonly release: Release;
  readonly end: () => void;
}

/** How many streams there may be at once. */
@Injectable()
export class StreamSlots {
  private readonly share: ConcurrencyLimit;
  private readonly ofUsers = new Map<string, number>();
  /** The newest last. */
  private readonly holds = new Set<Hold>();

  constructor(concurrency: ConcurrencyLimits) {
    this.share = concurrency.create('streams', { slots: SLOTS });
  }

  /** `end` ends the stream when its slot is needed for another company. @throws RateLimitExceededError */
  take({ companyId, userId }: RequestContext, end: () => void): Release {
    const ofUser = this.ofUsers.get(userId) ?? 0;
    const releaseSlot = ofUser < SLOTS_OF_USER ? this.slotFor(companyId) : undefined;
    if (!releaseSlot) throw new RateLimitExceededError(RETRY_AFTER);
    this.ofUsers.set(userId, ofUser + 1);
    const release = () => {
      if (this.holds.delete(hold)) this.giveBack(userId);
      releaseSlot();
    };
    const hold = { companyId, release, end };
    this.holds.add(hold);
    return release;
  }

  private slotFor(companyId: string): Release | undefined {
    const slot = this.share.tryTake(companyId);
    if (slot || this.share.use.held < SLOTS || (this.share.holders.get(companyId) ?? 0) >= FEW) return slot;
    this.endNewest();
    return this.share.tryTake(companyId);
  }

  /** Of the company that has most; its client resumes elsewhere or later. */
  private endNewest(): void {
    const { holders } = this.share;
    const most = Math.max(...holders.values());
    const newest = [...this.holds].findLast(({ companyId }) => holders.get(companyId) === most);
    newest?.release();
    newest?.end();
  }

  private giveBack(userId: string): void {
    const left = (this.ofUsers.get(userId) ?? 0) - 1;
    if (left > 0) this.ofUsers.set(userId, left);
    else this.ofUsers.delete(userId);
  }
}
