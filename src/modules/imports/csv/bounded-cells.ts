import { ensureCell, ensureColumns, ensureLines, ensureRecord } from '../reading-limits.js';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** The text of a CSV file as it comes. @throws ImportError as soon as a column, a cell or a row is past its limit */
export async function* boundedCells(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  const cells = new CellCount(delimiter);
  for await (const part of text) {
    cells.add(part);
    yield part;
  }
}

/** Follows cells and rows as the parser does: a quote means something at the beginning of a cell alone. */
class CellCount {
  private readonly delimiter: number;
  private row = 1;
  private columns = 1;
  private rowBytes = 0;
  private cellBytes = 0;
  private state: 'begin' | 'plain' | 'quoted' | 'quote in quoted' = 'begin';

  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0);
  }

  add(part: string): void {
    for (let at = 0; at < part.length; at += 1) this.addSign(part.charCodeAt(at));
    ensureRecord(this.rowBytes + this.cellBytes);
  }

  private addSign(sign: number): void {
    if (this.state === 'quoted') {
      if (sign === QUOTE) this.state = 'quote in quoted';
      this.grow(sign);
      return;
    }
    if (sign === this.delimiter) {
      this.endCell();
      this.columns += 1;
      ensureColumns(this.columns);
    } else if (sign === LINE_FEED || sign === RETURN) this.endRow();
    else {
      const opens = sign === QUOTE && this.state !== 'plain';
      this.state = opens ? 'quoted' : 'plain';
      this.grow(sign);
    }
  }

  private grow(sign: number): void {
    // Half a character outside the first plane of Unicode has two of its four bytes.
    const isHalf = sign >= 0xd800 && sign < 0xe000;
    this.cellBytes += sign < 0x80 ? 1 : sign < 0x800 || isHalf ? 2 : 3;
    ensureCell(this.cellBytes, `row ${this.row}`);
  }

  private endCell(): void {
    this.rowBytes += this.cellBytes;
    this.cellBytes = 0;
    this.state = 'begin';
  }

  private endRow(): void {
    this.endCell();
    // Empty lines are left out, as the two signs of one end of line are.
    if (this.rowBytes > 0 || this.columns > 1) this.row += 1;
    ensureLines(this.row, 'The file');
    ensureRecord(this.rowBytes);
    this.rowBytes = 0;
    this.columns = 1;
  }
}
