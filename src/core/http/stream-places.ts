import { Injectable } from '@nestjs/common';
import { RateLimitExceededError } from '../../common/errors/app-error.js';
import type { RequestContext } from '../company-scope/request-context.js';
import type { FairShare, Release } from '../shares/fair-share.js';
import { Shares } from '../shares/shares.js';

/** Streams of this process, of which a company gets half (extensions 2.5). */
const PLACES = 2_000;
/** Streams of one user, those of its keys among them. */
const PLACES_OF_USER = 20;
/** Seconds. */
const RETRY_AFTER = 10;

/** How many streams there may be at once. */
@Injectable()
export class StreamPlaces {
  private readonly share: FairShare;
  private readonly ofUsers = new Map<string, number>();

  constructor(shares: Shares) {
    this.share = shares.create('streams', { places: PLACES });
  }

  /** @throws RateLimitExceededError */
  take({ companyId, userId }: RequestContext): Release {
    const ofUser = this.ofUsers.get(userId) ?? 0;
    const release = ofUser < PLACES_OF_USER ? this.share.tryTake(companyId) : undefined;
    if (!release) throw new RateLimitExceededError(RETRY_AFTER);
    this.ofUsers.set(userId, ofUser + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(userId);
      isTaken = false;
      release();
    };
  }

  private giveBack(userId: string): void {
    const left = (this.ofUsers.get(userId) ?? 0) - 1;
    if (left > 0) this.ofUsers.set(userId, left);
    else this.ofUsers.delete(userId);
  }
}
