import type { FairShare, Release } from '../../../core/shares/fair-share.js';

/**
 * Takes places for scheduled runs: one a company, then the next company, for as long as there is room (extensions 1.4). A
 * company that finds none waits in line for one, beside those who ask for a run themselves.
 */
export class ScheduledPlaces {
  /** Places that waiting companies have got since the last `take`. */
  private granted = new Map<string, Release[]>();
  private readonly waiting = new Set<string>();

  constructor(private readonly share: FairShare) {}

  /** Companies that wait. There is no need to look whether more of them is due. */
  get inLine(): ReadonlySet<string> {
    return this.waiting;
  }

  /**
   * Places by company: what was granted to those who waited, and for companies that are due as many as there are. Those
   * that turn out too many are to be given back.
   */
  take(companyIds: readonly string[]): Map<string, Release[]> {
    const places = this.granted;
    this.granted = new Map();
    let asking = companyIds.filter((id) => !this.waiting.has(id));
    while (asking.length > 0) asking = asking.filter((id) => this.takeOne(id, places));
    return places;
  }

  /** Whether there was room. */
  private takeOne(companyId: string, places: Map<string, Release[]>): boolean {
    const own = places.get(companyId) ?? [];
    const release = this.share.tryTake(companyId);
    if (release) places.set(companyId, [...own, release]);
    else if (own.length === 0) void this.wait(companyId);
    return release !== undefined;
  }

  private async wait(companyId: string): Promise<void> {
    this.waiting.add(companyId);
    try {
      const release = await this.share.take(companyId, undefined, Infinity);
      this.granted.set(companyId, [release]);
    } catch {
      // Too many of the company wait already: it is found due again.
    } finally {
      this.waiting.delete(companyId);
    }
  }
}
