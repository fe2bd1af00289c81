import { Readable } from 'node:stream';

/** Bytes handed on at once, so that it shows whether a slow client still reads. */
const CHUNK = 65_536;

/** What an array is made from. */
export interface Batches {
  /** The next items; none at the end. */
  read(): Promise<unknown[]>;
}

/** Text around an array. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

/**
 * The JSON text of an array, made while it is read: items are in memory one batch at a time, and no longer than until
 * they are text. Destroying it waits for no batch.
 */
export class JsonArray extends Readable {
  private opening: string;
  private separator = '';
  private text = Buffer.alloc(0);
  private isWhole = false;

  constructor(
    private readonly batches: Batches,
    private readonly frame: Frame = { before: '', after: '' },
  ) {
    super({ highWaterMark: CHUNK });
    this.opening = `${frame.before}[`;
  }

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
    const text = this.isWhole ? `]${this.frame.after}` : this.separator + JSON.stringify(items).slice(1, -1);
    this.text = Buffer.from(this.opening + text);
    this.opening = '';
    this.separator = ',';
  }
}
