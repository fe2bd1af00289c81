import { Ahead } from '../text/spans.js';

/** How CSV files are read, whoever reads them. */
export const CSV_FORMAT = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/** How a cell begins that a spreadsheet takes for a formula, in full width, too, or for the sign that prevents it. */
export const FORMULA = /^[=+\-@＝＋－＠'\t\r]/;
/** The sign that the service's own CSV puts before such a cell. */
export const OWN_GUARD = /^'(?=[=+\-@＝＋－＠'\t\r])/;
/** The sign that sheets of others put before what could be a formula. */
export const FOREIGN_GUARD = /^'(?=[=+\-@＝＋－＠])/;

/** Names in one cell of the service's own CSV, joined by `;`. One that could be taken for several stands in quotes. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/^"|;/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(';');
}

/** The names that `joinNames` has joined; empty ones are left out. */
export function splitNames(text: string): string[] {
  const names: string[] = [];
  const quotes = new Quotes(text);
  const semicolons = new Ahead(text, ';');
  for (let at = 0; at <= text.length;) {
    const begin = afterBlanks(text, at);
    const end = text[begin] === '"' ? quotes.closing(begin) : undefined;
    const semicolon = semicolons.from(end ?? at);
    const quoted = end === undefined ? undefined : text.slice(begin + 1, end).replaceAll('""', '"');
    const name = quoted ?? text.slice(at, Math.min(semicolon, text.length)).trim();
    if (name !== '') names.push(name);
    at = semicolon + 1;
  }
  return names;
}

const RUN = /"+/g;
const BLANKS = /\s*/y;

/** The quotes at the end of names. Two of them stand for one within a name. */
class Quotes {
  private oddFrom = 0;
  private odd = -1;
  private lastEnd = -1;
  private isLast = false;

  constructor(private readonly text: string) {}

  /** The quote that ends the name which begins at one; undefined when something else than `;` follows, or there is none. */
  closing(begin: number): number | undefined {
    const [run = { length: 0, end: begin }] = this.runsFrom(begin);
    const end = run.length % 2 === 0 ? run.end - 1 : this.oddAfter(run.end);
    return end !== Infinity && this.isEnd(end) ? end : undefined;
  }

  /** The last quote of the next run that does not come in pairs. */
  private oddAfter(from: number): number {
    if (from < this.oddFrom || from > this.odd) {
      this.oddFrom = from;
      this.odd = Infinity;
      for (const { length, end } of this.runsFrom(from)) {
        if (length % 2 === 0) continue;
        this.odd = end - 1;
        break;
      }
    }
    return this.odd;
  }

  private isEnd(quote: number): boolean {
    if (quote !== this.lastEnd) {
      const after = afterBlanks(this.text, quote + 1);
      this.lastEnd = quote;
      this.isLast = after === this.text.length || this.text[after] === ';';
    }
    return this.isLast;
  }

  private *runsFrom(from: number): Generator<{ length: number; end: number }> {
    const run = new RegExp(RUN);
    run.lastIndex = from;
    for (let found = run.exec(this.text); found; found = run.exec(this.text)) {
      yield { length: found[0].length, end: run.lastIndex };
    }
  }
}

function afterBlanks(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}
