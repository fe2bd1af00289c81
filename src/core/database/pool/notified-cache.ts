import type { Notifications } from './notifications.js';

interface Entry<Value> {
  readonly value: Value;
  readonly readAt: number;
}

/** Milliseconds: even if a notification were lost, a change counts within a second. */
const MAX_AGE = 900;
const MAX_ENTRIES = 10_000;

/**
 * What recent requests have read, by key. On the instance of a change `forget` drops the value at once; other
 * instances drop it when `channel` tells them the key. While this instance cannot listen, every request reads anew.
 * Missing values are not kept.
 */
export class NotifiedCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  /** Raised by every change, so that a read that began before it is not kept. */
  private generation = 0;

  constructor(
    private readonly notifications: Pick<Notifications, 'isListening' | 'subscribe'>,
    channel: string,
  ) {
    notifications.subscribe(
      channel,
      (key) => this.forget(key),
      () => this.forgetAll(),
    );
  }

  async find(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const known = this.known(key);
    if (known !== undefined) return known;
    const { generation } = this;
    const readAt = performance.now();
    const value = await read();
    if (generation === this.generation) this.keep(key, value, readAt);
    return value;
  }

  /** The value, if it was read lately. */
  known(key: string): Value | undefined {
    const entry = this.entries.get(key);
    return entry && this.isFresh(entry) ? entry.value : undefined;
  }

  /** To be called once a change is committed, before it is answered. */
  forget(key: string): void {
    this.generation += 1;
    this.entries.delete(key);
  }

  forgetAll(): void {
    this.generation += 1;
    this.entries.clear();
  }

  private isFresh({ readAt }: Entry<Value>): boolean {
    return this.notifications.isListening && performance.now() - readAt < MAX_AGE;
  }

  private keep(key: string, value: Value | undefined, readAt: number): void {
    this.entries.delete(key);
    if (value === undefined) return;
    this.entries.set(key, { value, readAt });
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value as string);
  }
}
