import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import type { FairShare, Release } from '../../../core/shares/fair-share.js';
import { Shares } from '../../../core/shares/shares.js';

/** Files and imports that are sent at once, half of them of one company (extensions 10.2). */
const PLACES = 32;

@Injectable()
export class UploadPlaces {
  private readonly places: FairShare;

  constructor(shares: Shares) {
    this.places = shares.create('uploads', { places: PLACES });
  }

  /** Waits for a place at most 5 s. @throws BusyError */
  take({ companyId }: RequestContext): Promise<Release> {
    return this.places.take(companyId);
  }
}
