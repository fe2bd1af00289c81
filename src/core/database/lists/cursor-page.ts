import { type KeyValues, ROW_KEYS } from './keyset.js';

/** Which rows of a statement with one row more are the page, and what to ask for next. */
export class CursorPage {
  private count = 0;
  private isMore = false;
  private last: KeyValues | undefined;

  constructor(
    private readonly limit: number,
    private readonly makeCursor: (values: KeyValues) => string,
  ) {}

  /** The rows that belong to the page, without their keys. */
  take<Row extends object>(rows: Row[]): Row[] {
    const shown = rows.slice(0, this.limit - this.count) as (Row & { [ROW_KEYS]: KeyValues })[];
    this.isMore ||= shown.length < rows.length;
    this.count += shown.length;
    this.last = shown.at(-1)?.[ROW_KEYS] ?? this.last;
    return shown.map(({ [ROW_KEYS]: _keys, ...row }) => row as unknown as Row);
  }

  /** Once all rows have been taken: null at the end. */
  get next(): string | null {
    return this.isMore && this.last ? this.makeCursor(this.last) : null;
  }
}
