import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import type { FairShare } from '../../../core/shares/fair-share.js';
import { Shares } from '../../../core/shares/shares.js';

/** Runs at once, of this process; most of them wait for their chat or for the model. */
const RUNS = 256;
/** Of those, the ones that read tasks, so that requests find connections. */
const READING = 4;

/** What the runs of colleagues, scans and AI checks, share by company (extensions 1.4). */
@Injectable()
export class RunPlaces {
  readonly runs: FairShare;
  private readonly reading: FairShare;

  constructor(shares: Shares) {
    this.runs = shares.create('runs', { places: RUNS });
    this.reading = shares.create('scans', { places: READING });
  }

  /** Does work that reads tasks when it is the company's turn; waits as `FairShare.take` does. */
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
