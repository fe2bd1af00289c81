import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { FairShare, type FairShareOptions } from './fair-share.js';

/** What is shared by company (extensions 1.4), or, of passwords to be hashed, by client network (extensions 1.8). */
export type ShareKind = 'requests' | 'lists' | 'deliveries' | 'runs' | 'scans' | 'passwords';

/** Makes the shares of this process and shows, by kind, how they are used. */
@Injectable()
export class Shares {
  private readonly shares = new Map<ShareKind, FairShare>();

  constructor(metrics: Metrics) {
    const read = (state: 'held' | 'waiting') => () =>
      Object.fromEntries([...this.shares].map(([kind, share]) => [kind, share.use[state]]));
    metrics.addGauge('share_places_held', 'Places that companies hold, by kind.', read('held'), 'kind');
    metrics.addGauge(
      'share_waiting',
      'Callers that wait for the share of their company, by kind.',
      read('waiting'),
      'kind',
    );
  }

  create(kind: ShareKind, options: FairShareOptions): FairShare {
    const share = new FairShare(options);
    this.shares.set(kind, share);
    return share;
  }
}
