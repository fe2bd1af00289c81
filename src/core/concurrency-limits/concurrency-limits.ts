import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { ConcurrencyLimit, type ConcurrencyLimitOptions } from './concurrency-limit.js';

/**
 * What companies share. Password hashing is shared by client network.
 */
export type LimitKind =
  | 'requests'
  | 'transactions'
  | 'creations'
  | 'bodies'
  | 'bulk-updates'
  | 'work-claims'
  | 'work-claim-groups'
  | 'work-counts'
  | 'work-waits'
  | 'searches'
  | 'comparisons'
  | 'lists'
  | 'deliveries'
  | 'runs'
  | 'scans'
  | 'previews'
  | 'passwords'
  | 'streams'
  | 'catch-ups'
  | 'uploads'
  | 'code-bodies'
  | 'code-events'
  | 'downloads'
  | 'image-previews';

/** Creates the concurrency limits of this process. Metrics show by kind how they are used. */
@Injectable()
export class ConcurrencyLimits {
  private readonly limits = new Map<LimitKind, ConcurrencyLimit>();

  constructor(metrics: Metrics) {
    const read = (state: 'held' | 'waiting') => () =>
      Object.fromEntries([...this.limits].map(([kind, limit]) => [kind, limit.use[state]]));
    metrics.addGauge('share_places_held', 'Slots that companies hold, by kind.', read('held'), 'kind');
    metrics.addGauge(
      'share_waiting',
      'CallerCheck that wait for the share of their company, by kind.',
      read('waiting'),
      'kind',
    );
  }

  /** How many slots of a kind are held, and how many callers wait for one. */
  use(kind: LimitKind): { held: number; waiting: number } {
    return this.limits.get(kind)?.use ?? { held: 0, waiting: 0 };
  }

  create(kind: LimitKind, options: ConcurrencyLimitOptions): ConcurrencyLimit {
    const limit = new ConcurrencyLimit(options);
    this.limits.set(kind, limit);
    return limit;
  }
}
