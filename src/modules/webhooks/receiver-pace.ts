/** How many deliveries may be claimed for each webhook, and for all together. */
export interface ReceiverRoom {
  readonly known: ReadonlyMap<string, number>;
  /** For any other. */
  readonly unknown: number;
  readonly total: number;
}

interface Receiver {
  inFlight: number;
  /** Attempts at once; more than one only for a receiver whose last answer was quick. */
  limit: number;
  /** When the last attempt ended, or when the first of those in flight began. */
  lastSign: number;
}

/** Attempts at once, of this process. */
export const PLACES = 512;
/** Places that receivers may hold that are not proven quick; the others are for those that are. */
const UNPROVEN_PLACES = PLACES * 0.75;
const LARGEST_LIMIT = 64;
/** How much more a receiver gets after each quick answer. */
const GROWTH = 4;
/** Claimed of one receiver at once: a quick one is through with them at the next claim, and little is held in memory. */
const CLAIM_LIMIT = 16;
/** Claimed at once of all, after which it is counted again who holds what. */
const TOTAL_CLAIM_LIMIT = 64;
/** Milliseconds past which a receiver counts as slow. */
const SLOW = 2_000;
/** Milliseconds after which an idle receiver is forgotten. */
const MEMORY = 60_000;

/**
 * How many attempts at once a receiver gets of this process: more and more while it answers quickly, one while it is
 * slow or not known. Those not proven quick get none more once they hold three quarters of the places that all share, and
 * of what is left none gets more than half: those that answer find some, though many hang (decisions 9). Only when a dozen
 * busy ones stop answering in the same two seconds may all places be held, until their attempts end.
 */
export class ReceiverPace {
  private readonly receivers = new Map<string, Receiver>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  begin(webhookId: string): void {
    const receiver = this.receivers.get(webhookId) ?? { inFlight: 0, limit: 1, lastSign: 0 };
    if (receiver.inFlight === 0) receiver.lastSign = this.now();
    receiver.inFlight += 1;
    this.receivers.set(webhookId, receiver);
  }

  end(webhookId: string, durationMs: number): void {
    const receiver = this.receivers.get(webhookId);
    if (!receiver) return;
    receiver.inFlight -= 1;
    receiver.limit = durationMs >= SLOW ? 1 : Math.min(receiver.limit * GROWTH, LARGEST_LIMIT);
    receiver.lastSign = this.now();
  }

  /** What may be claimed now that so many places are free. */
  room(free: number): ReceiverRoom {
    this.forgetIdle();
    const hasUnprovenRoom = this.countUnproven() < UNPROVEN_PLACES;
    const known = new Map<string, number>();
    for (const [webhookId, receiver] of this.receivers) {
      const limit = this.isQuick(receiver) ? Math.min(receiver.limit, Math.ceil(free / 2)) : Number(hasUnprovenRoom);
      known.set(webhookId, Math.max(Math.min(limit - receiver.inFlight, CLAIM_LIMIT), 0));
    }
    return { known, unknown: Number(hasUnprovenRoom), total: Math.min(free, TOTAL_CLAIM_LIMIT) };
  }

  private forgetIdle(): void {
    for (const [webhookId, { inFlight, lastSign }] of this.receivers) {
      if (inFlight === 0 && this.now() - lastSign > MEMORY) this.receivers.delete(webhookId);
    }
  }

  private countUnproven(): number {
    let count = 0;
    for (const receiver of this.receivers.values()) if (!this.isQuick(receiver)) count += receiver.inFlight;
    return count;
  }

  /** Whether its last answer was quick, and it does not owe one for long. */
  private isQuick({ inFlight, limit, lastSign }: Receiver): boolean {
    return limit > 1 && (inFlight === 0 || this.now() - lastSign < SLOW);
  }
}
