/** What attempts have shown of one receiver since the last write. Moments are ISO 8601. */
export interface ReceiverSigns {
  readonly companyId: string;
  readonly webhookId: string;
  readonly lastSuccessAt: string | null;
  readonly lastFailureAt: string | null;
  /** The first failure after the last success. */
  readonly failingSince: string | null;
  /** Failures since then. */
  readonly failedAttempts: number;
}

/** How an attempt went. */
export interface ReceiverSign {
  readonly companyId: string;
  readonly webhookId: string;
  readonly at: string;
  readonly hasFailed: boolean;
}

/** What was written down last. */
interface Written {
  readonly isFailing: boolean;
  readonly time: number;
}

/** Least milliseconds between two writes about a receiver that goes on as before. */
const LEAST_INTERVAL = 1_000;
/** Milliseconds after which it is forgotten how a receiver was written down. */
const MEMORY = 60_000;

/**
 * Gathers what attempts show of their receivers, so that not every attempt costs a statement. A receiver that begins to
 * fail, or recovers, is written at once; an unchanged one once a second.
 */
export class ReceiverSignLog {
  private waiting = new Map<string, ReceiverSigns>();
  private readonly written = new Map<string, Written>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether something has not been taken yet. */
  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  note({ companyId, webhookId, at, hasFailed }: ReceiverSign): void {
    const signs = hasFailed
      ? { lastSuccessAt: null, lastFailureAt: at, failingSince: at, failedAttempts: 1 }
      : { lastSuccessAt: at, lastFailureAt: null, failingSince: null, failedAttempts: 0 };
    this.add({ companyId, webhookId, ...signs });
  }

  /** Gives what is due, by webhook; all there is, if `isAll`. */
  take({ isAll = false } = {}): ReceiverSigns[] {
    const due = [...this.waiting.values()].filter((signs) => isAll || this.isDue(signs));
    for (const { webhookId, failingSince } of due) {
      this.waiting.delete(webhookId);
      this.written.set(webhookId, { isFailing: failingSince !== null, time: this.now() });
    }
    return due.sort((one, other) => (one.companyId + one.webhookId < other.companyId + other.webhookId ? -1 : 1));
  }

  /** What could not be written after all is taken again. */
  giveBack(signs: readonly ReceiverSigns[]): void {
    for (const earlier of signs) {
      const later = this.waiting.get(earlier.webhookId);
      this.waiting.set(earlier.webhookId, later ? merged(earlier, later) : earlier);
      this.written.delete(earlier.webhookId);
    }
  }

  forgetIdle(): void {
    for (const [webhookId, { time }] of this.written) {
      if (this.now() - time > MEMORY) this.written.delete(webhookId);
    }
  }

  private add(later: ReceiverSigns): void {
    const earlier = this.waiting.get(later.webhookId);
    this.waiting.set(later.webhookId, earlier ? merged(earlier, later) : later);
  }

  private isDue({ webhookId, failingSince }: ReceiverSigns): boolean {
    const written = this.written.get(webhookId);
    const isFailing = failingSince !== null;
    return written?.isFailing !== isFailing || this.now() - written.time >= LEAST_INTERVAL;
  }
}

function merged(earlier: ReceiverSigns, later: ReceiverSigns): ReceiverSigns {
  const lastFailureAt = later.lastFailureAt ?? earlier.lastFailureAt;
  if (later.lastSuccessAt !== null) return { ...later, lastFailureAt };
  const failedAttempts = earlier.failedAttempts + later.failedAttempts;
  return { ...earlier, lastFailureAt, failingSince: earlier.failingSince ?? later.failingSince, failedAttempts };
}
