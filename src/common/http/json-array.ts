import { type Batches, BatchText } from './batch-text.js';

/** Text around an array. */
export interface Frame {
  readonly before: string;
  /** Made at the end, if it depends on what was read. */
  readonly after: string | (() => string);
}

/** More elements of the array that the item before it ends with. */
export class Continuation {
  constructor(readonly elements: unknown[]) {}
}

/** The JSON text of an array, made while it is read. */
export class JsonArray extends BatchText {
  private separator = '';
  private opening: string;

  constructor(
    batches: Batches,
    private readonly frame: Frame = { before: '', after: '' },
  ) {
    super(batches);
    this.opening = `${frame.before}[`;
  }

  protected override textOf(items: unknown[]): string {
    const { opening } = this;
    this.opening = '';
    const { after } = this.frame;
    if (items.length === 0) return `${opening}${this.end()}]${typeof after === 'string' ? after : after()}`;
    return opening + this.textOfItems(items);
  }

  protected textOfItems(items: unknown[]): string {
    const { separator } = this;
    this.separator = ',';
    return separator + elementsOf(items);
  }

  /** What is left to write of the last item. */
  protected end(): string {
    return '';
  }
}

/** The same of items that each end with an array, which may go on in a `Continuation`. */
export class PartedJsonArray extends JsonArray {
  private static readonly END = ']}';
  private isOpen = false;

  protected override textOfItems(items: unknown[]): string {
    return items
      .map((item) => {
        if (item instanceof Continuation) return `,${elementsOf(item.elements)}`;
        const end = this.end();
        this.isOpen = true;
        return end + super.textOfItems([item]).slice(0, -PartedJsonArray.END.length);
      })
      .join('');
  }

  protected override end(): string {
    return this.isOpen ? PartedJsonArray.END : '';
  }
}

function elementsOf(items: unknown[]): string {
  return JSON.stringify(items).slice(1, -1);
}
