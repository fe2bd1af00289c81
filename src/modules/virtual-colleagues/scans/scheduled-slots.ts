import type { ConcurrencyLimit, Release } from '#core/concurrency-limits/concurrency-limit.js';
import { addTo } from '#common/collections/add-to.js';

/**
 * Takes slots for scheduled runs: one for each company in turn, while there is room. A company that finds
 * none waits in line, together with those who ask for a run themselves.
 */
export class ScheduledSlots {
  /** Slots that waiting companies got since the last `take`. */
  private granted = new Map<string, Release[]>();
  private readonly waiting = new Set<string>();

  constructor(private readonly share: ConcurrencyLimit) {}

  /** Companies that wait for a slot. Nobody needs to look for more due colleagues of theirs. */
  get inLine(): ReadonlySet<string> {
    return this.waiting;
  }

  /**
   * Slots by company: first for waiting companies, then for due ones as long as there are slots. The caller gives
   * back what it does not need.
   */
  take(companyIds: readonly string[]): Map<string, Release[]> {
    const slots = this.granted;
    this.granted = new Map();
    let asking = companyIds.filter((id) => !this.waiting.has(id));
    while (asking.length > 0) asking = asking.filter((id) => this.takeOne(id, slots));
    return slots;
  }

  /** Returns whether there was room. */
  private takeOne(companyId: string, slots: Map<string, Release[]>): boolean {
    const release = this.share.tryTake(companyId);
    if (release) addTo(slots, companyId, release);
    else if (!slots.has(companyId)) void this.wait(companyId);
    return release !== undefined;
  }

  private async wait(companyId: string): Promise<void> {
    this.waiting.add(companyId);
    try {
      const release = await this.share.take(companyId, undefined, Infinity);
      this.granted.set(companyId, [release]);
    } catch {
      // Too many of the company wait already; the next look finds it due again.
    } finally {
      this.waiting.delete(companyId);
    }
  }
}
