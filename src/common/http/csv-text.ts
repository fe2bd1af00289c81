import { FORMULA } from '../csv/csv-format.js';
import { type Batches, BatchText } from './batch-text.js';

/** A column of a CSV file: its name, and what stands in it of an item. */
export interface CsvColumn<Item> {
  readonly name: string;
  readonly valueOf: (item: Item) => string | number | boolean | null | undefined;
}

/** Items as CSV (RFC 4180) with a header row, made while it is read. */
export class CsvText<Item> extends BatchText {
  private opening: string;

  constructor(
    batches: Batches,
    private readonly columns: readonly CsvColumn<Item>[],
  ) {
    super(batches);
    this.opening = row(columns.map(({ name }) => cell(name)));
  }

  protected override textOf(items: unknown[]): string {
    const { opening } = this;
    this.opening = '';
    return (
      opening + (items as Item[]).map((item) => row(this.columns.map(({ valueOf }) => cell(valueOf(item))))).join('')
    );
  }
}

function row(cells: string[]): string {
  return `${cells.join()}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
