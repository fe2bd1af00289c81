import type { Logger } from '@nestjs/common';

/** Milliseconds from a use to the write that holds it. */
const FLUSH_DELAY = 800;
/** Milliseconds until what could not be written is tried again. */
const RETRY_DELAY = 5_000;

/** When credentials were last used, by a key of theirs, as far as it is not written yet. */
export class UseNotes {
  private used = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();
  private isStopping = false;

  /** `what` is used, as the log calls it. */
  constructor(
    private readonly what: string,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly store: (used: ReadonlyMap<string, number>) => Promise<void>,
  ) {}

  /** Remembers a use at a moment, in milliseconds of Unix time. */
  note(key: string, at: number): void {
    this.used.set(key, at);
    this.writeIn(FLUSH_DELAY);
  }

  /** What is used while the last requests end is not written: the connections may have ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.writing;
    clearTimeout(this.timer);
    await this.write();
  }

  private writeIn(delay: number): void {
    if (this.isStopping) return;
    this.timer ??= setTimeout(() => {
      this.writing = this.write().then((isWritten) => {
        this.timer = undefined;
        if (this.used.size > 0) this.writeIn(isWritten ? FLUSH_DELAY : RETRY_DELAY);
      });
    }, delay);
  }

  /** Whether it could be written; what could not is kept. */
  private async write(): Promise<boolean> {
    const { used } = this;
    if (used.size === 0) return true;
    this.used = new Map();
    try {
      await this.store(used);
      return true;
    } catch (error) {
      this.logger.warn(`The use of ${this.what} waits to be written: ${(error as Error).message}`);
      this.used = new Map([...used, ...this.used]);
      return false;
    }
  }
}
