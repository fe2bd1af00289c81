import { RateLimitExceededError } from '#common/errors/app-error.js';
import type { RequestContext } from '../company-scope/request-context.js';
import type { Configuration } from '#config/configuration.js';
import { Metrics } from '../metrics/metrics.js';
import { ConcurrencyLimits } from '../concurrency-limits/concurrency-limits.js';
import { StreamSlots } from './stream-slots.js';

/** How many streams there may be at once. */
describe('StreamSlots', () => {
  const take = (slots: StreamSlots, companyId: string, userId: string, end: () => void = () => undefined) =>
    slots.take({ companyId, userId } as RequestContext, end);

  /** Takes as many slots as there are for a company, 20 for each user; gives them back on call. */
  function fill(slots: StreamSlots, companyId: string): (() => void)[] {
    return Array.from({ length: 1_000 }, (_, n) => take(slots, companyId, `${companyId}-${Math.floor(n / 20)}`));
  }

  let slots: StreamSlots;
  beforeEach(() => {
    slots = new StreamSlots(new ConcurrencyLimits(new Metrics({ metricsPort: null } as Configuration)));
  });

  it('gives a user 20, until one is given back', () => {
    const taken = Array.from({ length: 20 }, () => take(slots, 'one', 'user'));
    expect(() => take(slots, 'one', 'user')).toThrow(RateLimitExceededError);
    taken[0]?.();
    // A slot is given back once, however often its stream closes.
    taken[0]?.();
    take(slots, 'one', 'user');
    expect(() => take(slots, 'one', 'user')).toThrow(RateLimitExceededError);
  });

  it('gives a company 1,000, and all of them 2,000', () => {
    const [release] = fill(slots, 'one');
    expect(() => take(slots, 'one', 'another')).toThrow(RateLimitExceededError);
    fill(slots, 'two');
    release?.();
    take(slots, 'three', 'user');
    expect(() => take(slots, 'one', 'another')).toThrow(RateLimitExceededError);
  });

  it('ends the newest of the company with most for one with fewer than 20, when all are taken', () => {
    const ended: number[] = [];
    fill(slots, 'one');
    for (let n = 0; n < 1_000; n += 1) take(slots, 'two', `two-${Math.floor(n / 20)}`, () => void ended.push(n));
    const release = take(slots, 'three', 'user-0');
    expect(ended).toEqual([999]);
    for (let n = 1; n < 20; n += 1) take(slots, 'three', `user-${n}`);
    // In turn those of the two that have most.
    expect(ended).toHaveLength(10);
    expect(() => take(slots, 'three', 'user-20')).toThrow(RateLimitExceededError);
    expect(() => take(slots, 'one', 'another')).toThrow(RateLimitExceededError);
    release();
    take(slots, 'three', 'user-20');
    expect(ended).toHaveLength(10);
  });
});
