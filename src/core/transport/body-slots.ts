import type { ConcurrencyLimit, Release } from '../concurrency-limits/concurrency-limit.js';

interface Hold {
  readonly share: string;
  readonly since: number;
  readonly cutOff: () => void;
}

/** Milliseconds after which an upload may be ended for another company. */
const HOLD = 1_000;
/** Milliseconds after which a waiting upload looks again for one to end. */
const LOOK_INTERVAL = 100;

/**
 * The slots of large bodies, which companies share. While another company waits, the upload held longest of the company
 * that holds most is ended after 1 s.
 */
export class BodySlots {
  /** The longest held first. */
  private readonly holds = new Set<Hold>();

  constructor(private readonly slots: ConcurrencyLimit) {}

  /** `cutOff` ends the upload. @throws BusyError after a wait of 5 s */
  async take(share: string, cutOff: () => void): Promise<Release> {
    const waiting = this.slots.take(share);
    const looking = setInterval(() => this.cutOffLongest(), LOOK_INTERVAL);
    const release = await waiting.finally(() => clearInterval(looking));
    const hold: Hold = { share, since: performance.now(), cutOff };
    this.holds.add(hold);
    return () => {
      this.holds.delete(hold);
      release();
    };
  }

  private cutOffLongest(): void {
    const { holders } = this.slots;
    const most = Math.max(...holders.values());
    const longest = [...this.holds].find(
      ({ share }) => holders.get(share) === most && this.slots.isAwaitedByOthers(share),
    );
    if (longest && performance.now() - longest.since >= HOLD) longest.cutOff();
  }
}
