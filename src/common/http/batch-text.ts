import { Readable } from 'node:stream';

/** Bytes handed on at once, so that it shows whether a slow client still reads. */
const CHUNK = 65_536;

/** What a text is made from. */
export interface Batches {
  /** The next items; none at the end. */
  read(): Promise<unknown[]>;
}

/**
 * A text of many items, made while it is read: items are in memory one batch at a time, and no longer than until they are
 * text. Destroying it waits for no batch.
 */
export abstract class BatchText extends Readable {
  private text = Buffer.alloc(0);
  private isWhole = false;

  constructor(private readonly batches: Batches) {
    super({ highWaterMark: CHUNK });
  }

  /** The text of the next items with the separator before them; no items mean the end. */
  protected abstract textOf(items: unknown[]): string;

  override _read(): void {
    if (this.text.length > 0 || this.isWhole) this.handOn();
    else {
      this.makeText().then(
        () => this.handOn(),
        (error: unknown) => this.destroy(error as Error),
      );
    }
  }

  private handOn(): void {
    const chunk = this.text.subarray(0, CHUNK);
    this.text = this.text.subarray(CHUNK);
    this.push(chunk.length > 0 ? chunk : null);
  }

  private async makeText(): Promise<void> {
    const items = await this.batches.read();
    this.isWhole = items.length === 0;
    this.text = Buffer.from(this.textOf(items));
  }
}
