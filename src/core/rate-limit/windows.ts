/** Windows of one generation: with two of them, some 75 MB. */
const MOST_WINDOWS = 250_000;

/** A count that is good until `resetAt`, Unix time in milliseconds. */
export interface Window {
  count: number;
  resetAt: number;
}

/**
 * Windows in the memory of this process. All callers use one `ttl`, in milliseconds.
 *
 * There are two generations of windows. When the next one begins, all windows of the older one have expired and are
 * dropped at once. So memory holds the windows of the last two `ttl`, about 150 bytes each, there are no timers, and
 * every request takes the same short time. (To delete from the front of one Map makes V8 walk over every deleted
 * entry.) A generation ends early when more clients come than a process can serve in a `ttl`; then the oldest windows
 * are dropped even if they have not expired.
 */
export class Windows {
  private current = new Map<string, Window>();
  private previous = new Map<string, Window>();
  private generationStart = Number.NEGATIVE_INFINITY;

  /** `mostWindows` is the size of a generation. */
  constructor(private readonly mostWindows = MOST_WINDOWS) {}

  /** A window that ends in more than two `ttl` began before the clock was set back. It must not block for hours. */
  find(key: string, now: number, ttl: number): Window | undefined {
    this.makeRoom(now, ttl);
    const window = this.current.get(key) ?? this.previous.get(key);
    return window && window.resetAt > now && window.resetAt <= now + 2 * ttl ? window : undefined;
  }

  /** Keeps a window that has just begun, after `find`. */
  begin(key: string, window: Window): Window {
    this.current.set(key, window);
    return window;
  }

  private makeRoom(now: number, ttl: number): void {
    if (Math.abs(now - this.generationStart) < ttl && this.current.size < this.mostWindows) return;
    this.previous = this.current;
    this.current = new Map();
    this.generationStart = now;
  }
}
