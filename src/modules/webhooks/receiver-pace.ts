/** How many deliveries may be claimed for each webhook. */
export interface ReceiverRoom {
  readonly known: ReadonlyMap<string, number>;
  /** For any other. */
  readonly unknown: number;
}

interface Receiver {
  inFlight: number;
  most: number;
  lastEnd: number;
}

const FIRST_MOST = 4;
const LARGEST_MOST = 64;
/** Claimed at once: a quick receiver is through with them at the next claim, and little is held in memory. */
const MOST_PER_CLAIM = 16;
/** Milliseconds past which a receiver counts as slow. */
const SLOW = 2_000;
/** Milliseconds after which an idle receiver is forgotten. */
const MEMORY = 60_000;

/**
 * How many attempts at once a receiver gets of this process: more and more while it answers quickly, one while it is
 * slow. So those that hang hold few of the places that all share, and delay no one else (decisions 9).
 */
export class ReceiverPace {
  private readonly receivers = new Map<string, Receiver>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  begin(webhookId: string): void {
    const receiver = this.receivers.get(webhookId) ?? { inFlight: 0, most: FIRST_MOST, lastEnd: 0 };
    receiver.inFlight += 1;
    this.receivers.set(webhookId, receiver);
  }

  end(webhookId: string, durationMs: number): void {
    const receiver = this.receivers.get(webhookId);
    if (!receiver) return;
    receiver.inFlight -= 1;
    receiver.most = durationMs >= SLOW ? 1 : Math.min(receiver.most * 2, LARGEST_MOST);
    receiver.lastEnd = this.now();
  }

  room(): ReceiverRoom {
    const known = new Map<string, number>();
    for (const [webhookId, { inFlight, most, lastEnd }] of this.receivers) {
      if (inFlight === 0 && this.now() - lastEnd > MEMORY) this.receivers.delete(webhookId);
      else known.set(webhookId, Math.max(Math.min(most - inFlight, MOST_PER_CLAIM), 0));
    }
    return { known, unknown: FIRST_MOST };
  }
}
