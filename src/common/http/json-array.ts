import { type Batches, BatchText } from './batch-text.js';

/** Text around an array. */
export interface Frame {
  readonly before: string;
  /** Made at the end, if it depends on what was read. */
  readonly after: string | (() => string);
}

/** The JSON text of an array, made while it is read. */
export class JsonArray extends BatchText {
  private opening: string;
  private separator = '';

  constructor(
    batches: Batches,
    private readonly frame: Frame = { before: '', after: '' },
  ) {
    super(batches);
    this.opening = `${frame.before}[`;
  }

  protected override textOf(items: unknown[]): string {
    const { opening, separator } = this;
    const { after } = this.frame;
    this.opening = '';
    this.separator = ',';
    if (items.length === 0) return `${opening}]${typeof after === 'string' ? after : after()}`;
    return opening + separator + JSON.stringify(items).slice(1, -1);
  }
}
