import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import type { ConcurrencyLimit, Release } from '../../../core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '../../../core/concurrency-limits/concurrency-limits.js';

/** Files and imports that are sent at once, half of them of one company (extensions 10.2). */
const SLOTS = 32;

@Injectable()
export class UploadSlots {
  private readonly slots: ConcurrencyLimit;

  constructor(concurrency: ConcurrencyLimits) {
    this.slots = concurrency.create('uploads', { slots: SLOTS });
  }

  /** Waits for a slot at most 5 s. @throws BusyError */
  take({ companyId }: RequestContext): Promise<Release> {
    return this.slots.take(companyId);
  }
}
