import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { FairShare, type FairShareOptions } from './fair-share.js';

/**
 * What companies share (extensions 1.4). Password hashing (extensions 1.8) is shared by client network.
 */
export type ShareKind =
  | 'requests'
  | 'transactions'
  | 'creations'
  | 'bodies'
  | 'bulk-updates'
  | 'work-waits'
  | 'searches'
  | 'lists'
  | 'deliveries'
  | 'runs'
  | 'scans'
  | 'previews'
  | 'passwords'
  | 'streams'
  | 'catch-ups';

/** Creates the shares of this process. Metrics show by kind how they are used. */
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

  /** How many places of a kind are held, and how many callers wait for one. */
  use(kind: ShareKind): { held: number; waiting: number } {
    return this.shares.get(kind)?.use ?? { held: 0, waiting: 0 };
  }

  create(kind: ShareKind, options: FairShareOptions): FairShare {
    const share = new FairShare(options);
    this.shares.set(kind, share);
    return share;
  }
}
