import { ServiceUnavailableError } from '#common/errors/app-error.js';

/** The key of the service's own work: it alone may take reserved slots. */
export const OWN_WORK = 'own-work';

/** Gives a slot back. A second call does nothing. */
export type Release = () => void;

export interface ConcurrencyLimitOptions {
  /** How many slots there are for all together. */
  readonly slots: number;
  /** How many of them one company may hold at most. Default half; more than half counts as half. */
  readonly most?: number;
  /** How many of them only the service's own work may hold. Default 0. */
  readonly reserved?: number;
  /** Most milliseconds that a caller waits. Default 5,000. */
  readonly longestWait?: number;
  /** Most callers of one company that wait; the next one is refused. Default 1,000. */
  readonly mostWaiting?: number;
  /** Most callers that wait, of all companies. Defaults to no limit. */
  readonly mostWaitingInAll?: number;
}

/** Who wants a slot. */
export interface Turn {
  /** The key that the slot is taken for. */
  readonly share: string;
  readonly signal?: AbortSignal;
  /** Most milliseconds of waiting, if it is not what the slots allow. */
  readonly longestWait?: number;
}

interface Waiter {
  readonly admit: (release: Release) => void;
}

/** Milliseconds that a request waits for its share. */
const LONGEST_WAIT = 5_000;
const MOST_WAITING = 1_000;

/** The milliseconds that are left of a wait that began at `begin`, as `performance.now` tells. */
export function waitLeft(begin: number, longestWait = LONGEST_WAIT): number {
  return Math.max(0, longestWait - (performance.now() - begin));
}

/**
 * Slots of something scarce in this process, which companies share. A company may hold half of the slots,
 * but always one. Where the company is not known yet, the client's network stands for it. Those who wait are served in
 * turn: one slot for each company (round robin), and within a company in the order in which they came.
 */
export class ConcurrencyLimit {
  private readonly held = new Map<string, number>();
  /** Whose turn it is: the company that was served longest ago comes first. */
  private readonly queues = new Map<string, Set<Waiter>>();
  private readonly reserved: number;
  private readonly most: number;
  private readonly longestWait: number;
  private heldInAll = 0;
  private waitingInAll = 0;

  constructor(private readonly options: ConcurrencyLimitOptions) {
    this.longestWait = options.longestWait ?? LONGEST_WAIT;
    this.reserved = Math.min(options.reserved ?? 0, options.slots - 1);
    this.most = Math.max(1, Math.min(options.most ?? Infinity, Math.floor(options.slots / 2)));
  }

  /** How many slots are held, and how many callers wait for one. */
  get use(): { held: number; waiting: number } {
    return { held: this.heldInAll, waiting: this.waitingInAll };
  }

  /** How many slots each company holds now; companies that hold none are left out. */
  get holders(): ReadonlyMap<string, number> {
    return this.held;
  }

  /** How many more slots `key` may take now. */
  freeSlots(key: string): number {
    const own = this.held.get(key) ?? 0;
    const room = Math.min(this.most - own, this.openSlots - this.heldOpen);
    return key === OWN_WORK ? Math.max(room, this.reserved - own) : room;
  }

  /** Whether another company waits that would be served if `key` gave a slot back. */
  isAwaitedByOthers(key: string): boolean {
    return [...this.queues.keys()].some((other) => other !== key && (this.held.get(other) ?? 0) < this.most);
  }

  /** Takes a slot if there is room for `key` now; otherwise undefined. */
  tryTake(key: string): Release | undefined {
    return this.freeSlots(key) > 0 ? this.hold(key) : undefined;
  }

  /**
   * Takes a slot for `key`. Without room it waits for its turn: `longestWait` milliseconds, or with `Infinity` any time.
   *
   * @throws BusyError when the wait takes too long, or too many of the company wait already; the reason
   * of `signal` when it aborts meanwhile.
   */
  take(key: string, signal?: AbortSignal, longestWait = this.longestWait): Promise<Release> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const release = this.queues.has(key) ? undefined : this.tryTake(key);
    return release ? Promise.resolve(release) : this.wait(key, signal, longestWait);
  }

  /**
   * Holds a slot while `work` runs, which gets the milliseconds that are left of the longest wait.
   *
   * @throws what `take` throws
   */
  async inTurn<T>(turn: Turn, work: (longestWait: number) => Promise<T>): Promise<T> {
    const { share, signal, longestWait = this.longestWait } = turn;
    const begin = performance.now();
    const release = this.tryTake(share) ?? (await this.take(share, signal, longestWait));
    try {
      return await work(waitLeft(begin, longestWait));
    } finally {
      release();
    }
  }

  private wait(key: string, signal: AbortSignal | undefined, longestWait: number): Promise<Release> {
    const queue = this.queues.get(key) ?? new Set();
    const { mostWaiting = MOST_WAITING, mostWaitingInAll = Infinity } = this.options;
    if (queue.size >= mostWaiting || this.waitingInAll >= mostWaitingInAll) return Promise.reject(new BusyError());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.remove(key, waiter);
      };
      const waiter: Waiter = {
        admit: (release) => {
          leave();
          resolve(release);
        },
      };
      const giveUp = (reason: Error) => {
        leave();
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason as Error);
      const timer = longestWait === Infinity ? undefined : setTimeout(() => giveUp(new BusyError()), longestWait);
      signal?.addEventListener('abort', abort);
      this.queues.set(key, queue.add(waiter));
      this.waitingInAll += 1;
    });
  }

  private remove(key: string, waiter: Waiter): void {
    const queue = this.queues.get(key);
    if (!queue?.delete(waiter)) return;
    this.waitingInAll -= 1;
    if (queue.size === 0) this.queues.delete(key);
  }

  private hold(key: string): Release {
    this.held.set(key, (this.held.get(key) ?? 0) + 1);
    this.heldInAll += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.giveBack(key);
      isHeld = false;
    };
  }

  private giveBack(key: string): void {
    const left = (this.held.get(key) ?? 0) - 1;
    if (left > 0) this.held.set(key, left);
    else this.held.delete(key);
    this.heldInAll -= 1;
    this.serveNext();
  }

  /** One slot was given back, so at most one caller can be served. */
  private serveNext(): void {
    for (const [key, queue] of this.queues) {
      const release = this.tryTake(key);
      if (!release) continue;
      // The company goes to the end of the line before its caller goes on.
      this.queues.delete(key);
      this.queues.set(key, queue);
      (queue.values().next().value as Waiter).admit(release);
      return;
    }
  }

  private get openSlots(): number {
    return this.options.slots - this.reserved;
  }

  /** Slots held beyond the reserved ones. */
  private get heldOpen(): number {
    return this.heldInAll - Math.min(this.held.get(OWN_WORK) ?? 0, this.reserved);
  }
}

/** 503: nobody gave a slot back in time, or too many wait for one. What was to be done has not begun. */
export class BusyError extends ServiceUnavailableError {
  constructor() {
    super('The service is busy, retry in a second', { retryAfter: 1 });
  }
}
