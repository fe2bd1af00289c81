import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';

/** Most runs of this process at once. Most of them wait for a chat or a model. */
const RUNS = 256;
/** Most of them that read tasks at once, so that requests find connections. */
const READING = 4;

/** The slots of scans and AI checks, which companies share. */
@Injectable()
export class RunSlots {
  readonly runs: ConcurrencyLimit;
  private readonly reading: ConcurrencyLimit;
  private readonly previews: ConcurrencyLimit;

  constructor(concurrency: ConcurrencyLimits) {
    this.runs = concurrency.create('runs', { slots: RUNS });
    this.reading = concurrency.create('scans', { slots: READING });
    this.previews = concurrency.create('previews', { slots: RUNS, most: RUNS / 4 });
  }

  /**
   * Does a preview, after the scans that wait. Previews may hold half of the company's slots, and at least one. It waits as requests do.
   */
  forPreview<T>({ companyId, signal }: RequestContext, work: () => Promise<T>): Promise<T> {
    return this.previews.inTurn({ share: companyId, ...(signal && { signal }) }, (longestWait) =>
      this.runs.inTurn({ share: companyId, longestWait, ...(signal && { signal }) }, (left) =>
        this.reading.inTurn({ share: companyId, longestWait: left, ...(signal && { signal }) }, work),
      ),
    );
  }

  /** Does work that reads tasks, when it is the company's turn. It waits as `ConcurrencyLimit.take` does. */
  async whileReading<T>(
    { companyId }: RequestContext,
    work: () => Promise<T>,
    signal: AbortSignal,
    longestWait?: number,
  ): Promise<T> {
    const release = await this.reading.take(companyId, signal, longestWait);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
