interface Receiver {
  inFlight: number;
  /** Attempts at once; more than one only for a receiver whose last answer was quick. */
  limit: number;
  /** When the last attempt ended, or when the first of those in flight began. */
  lastSign: number;
}

/** How many deliveries may be claimed for the receivers of one company. */
interface ReceiverSlots {
  /** For all of them. */
  readonly total: number;
  /** By webhook; the one whose last attempt began longest ago comes first. */
  readonly known: ReadonlyMap<string, number>;
  /** For any other. */
  readonly unknown: number;
}

const LARGEST_LIMIT = 64;
/** How much more a receiver gets after each quick answer. */
const GROWTH = 4;
/** Claimed of one receiver at once: a quick one is through with them at the next claim, and little is held in memory. */
const CLAIM_LIMIT = 16;
/** Part of the slots of a company that only receivers proven quick may hold: 4 of 256, so that 250 may hang. */
const PROVEN_PART = 1 / 64;
/** Milliseconds past which a receiver counts as slow. */
const SLOW = 2_000;
/** Milliseconds after which an idle receiver is forgotten. */
const MEMORY = 60_000;

/**
 * Divides the slots of a company among its receivers. A receiver gets more and more attempts at once while it answers
 * quickly, and one while it is slow or unknown. A few slots are reserved for receivers that have proven quick, and no
 * receiver gets more than half of the free ones. So receivers that answer find slots although many others hang. Only when about six busy receivers stop answering within two seconds can a company use up all its
 * slots, until their attempts end.
 */
export class ReceiverPace {
  /** In the order in which their last attempts began. */
  private readonly receivers = new Map<string, Receiver>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  begin(webhookId: string): void {
    const receiver = this.receivers.get(webhookId) ?? { inFlight: 0, limit: 1, lastSign: 0 };
    if (receiver.inFlight === 0) receiver.lastSign = this.now();
    receiver.inFlight += 1;
    this.receivers.delete(webhookId);
    this.receivers.set(webhookId, receiver);
  }

  end(webhookId: string, durationMs: number): void {
    const receiver = this.receivers.get(webhookId);
    if (!receiver) return;
    receiver.inFlight -= 1;
    receiver.limit = durationMs >= SLOW ? 1 : Math.min(receiver.limit * GROWTH, LARGEST_LIMIT);
    receiver.lastSign = this.now();
  }

  /** What may be claimed now of a company that holds `held` slots and may take `free` more. */
  freeSlots(held: number, free: number): ReceiverSlots {
    const unprovenSlots = Math.ceil((held + free) * (1 - PROVEN_PART));
    const unprovenRoom = Math.min(free, unprovenSlots - this.countUnproven());
    const unknown = unprovenRoom > 0 ? 1 : 0;
    const known = new Map<string, number>();
    for (const [webhookId, receiver] of this.receivers) {
      const limit = this.isQuick(receiver) ? Math.min(receiver.limit, Math.ceil(free / 2)) : unknown;
      known.set(webhookId, Math.max(Math.min(limit - receiver.inFlight, CLAIM_LIMIT), 0));
    }
    // Everything claimed may go to unproven receivers, so while they have room, their room is the limit.
    return { total: unprovenRoom > 0 ? unprovenRoom : free, known, unknown };
  }

  /** Forgets receivers that have been idle for long; gives whether none is left. */
  forgetIdle(): boolean {
    for (const [webhookId, { inFlight, lastSign }] of this.receivers) {
      if (inFlight === 0 && this.now() - lastSign > MEMORY) this.receivers.delete(webhookId);
    }
    return this.receivers.size === 0;
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
