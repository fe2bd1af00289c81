import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CSV_FORMAT, FOREIGN_GUARD, OWN_GUARD } from '#common/csv/csv-format.js';
import { ensureTasks } from '../reading-limits.js';
import { boundedCells } from './bounded-cells.js';
import { decoded } from './decoded.js';
import { type ImportFile, ImportError, type FieldRecord, type ProblemRecord } from '../readers/records.js';
import { addTo } from '#common/collections/add-to.js';

/** Characters of the file in which the delimiter is looked for. */
const SAMPLE = 64 * 1024;

/** Columns, and characters of each, that a message names. */
const MOST_SHOWN = 40;
const LONGEST_SHOWN = 60;
const OWN_COLUMNS = ['id', 'tid', 'title', 'projectid'];

/** By what another name the key of a column is known; the same key when there is none. */
export type KeyReader = (key: string) => string;

/** The columns of a file, by their keys. */
export class Header {
  private readonly places = new Map<string, number[]>();
  /** The places of names that were asked for. */
  private readonly asked = new Map<string, readonly number[]>();
  private readonly filled: number[];
  private readonly guard: RegExp;

  constructor(
    readonly names: readonly string[],
    private readonly known: KeyReader = (key) => key,
  ) {
    for (const [place, name] of names.entries()) {
      addTo(this.places, this.keyOf(name), place);
    }
    this.filled = names.map(() => 0);
    this.guard = OWN_COLUMNS.every((name) => this.has(name)) ? OWN_GUARD : FOREIGN_GUARD;
  }

  get isOwn(): boolean {
    return this.guard === OWN_GUARD;
  }

  has(name: string): boolean {
    return this.placesOf(name).length > 0;
  }

  placesOf(name: string): readonly number[] {
    let places = this.asked.get(name);
    if (!places) {
      places = this.places.get(headerKey(name)) ?? [];
      this.asked.set(name, places);
    }
    return places;
  }

  /** The name of a column as the file has it; undefined when it has none that is called so. */
  nameOf(name: string): string | undefined {
    const [place] = this.placesOf(name);
    return place === undefined ? undefined : this.names[place]?.trim();
  }

  /** The names of all columns, in short, for people. */
  get shown(): string {
    const names = this.names.slice(0, MOST_SHOWN).map((name) => name.trim().slice(0, LONGEST_SHOWN));
    return names.join(', ') + (this.names.length > MOST_SHOWN ? ', …' : '');
  }

  row(number: number, cells: readonly string[]): Row {
    const values = cells.slice(0, this.names.length).map((cell) => cell.replace(this.guard, ''));
    for (const [place, value] of values.entries())
      if (value.trim() !== '') this.filled[place] = (this.filled[place] ?? 0) + 1;
    return new Row(number, this, values, Math.max(0, cells.length - this.names.length));
  }

  /** How many values each column has; `becomes` says of a key, and of the name, what they become. */
  *fields(becomes: (key: string, name: string) => string | null): Generator<FieldRecord> {
    const said = new Set<string>();
    for (const name of this.names) {
      const key = this.keyOf(name);
      if (said.has(key) || name.trim() === '') continue;
      said.add(key);
      const values = (this.places.get(key) ?? []).reduce((sum, place) => sum + (this.filled[place] ?? 0), 0);
      yield { kind: 'field', name: name.trim(), values, becomes: becomes(key, name.trim()) };
    }
  }

  /** By what the column is known. */
  keyOfName(name: string): string {
    return this.keyOf(name);
  }

  private keyOf(name: string): string {
    return this.known(headerKey(name));
  }
}

/** One row; cells that the row lacks are empty. */
export class Row {
  constructor(
    readonly number: number,
    private readonly header: Header,
    private readonly cells: readonly string[],
    private readonly surplus: number,
  ) {}

  /** The first of these columns that the file has, trimmed; undefined when it has none of them. */
  text(...names: readonly string[]): string | undefined {
    return this.raw(...names)?.trim();
  }

  /** As `text`, as it is. */
  raw(...names: readonly string[]): string | undefined {
    const name = names.find((candidate) => this.header.has(candidate));
    if (name === undefined) return undefined;
    const values = this.header.placesOf(name).map((place) => this.cells[place] ?? '');
    return values.find((value) => value.trim() !== '') ?? '';
  }

  /** The name of the first of these columns, as the file has it. */
  nameOf(...names: readonly string[]): string | undefined {
    const name = names.find((candidate) => this.header.has(candidate));
    return name === undefined ? undefined : this.header.nameOf(name);
  }

  /** As `text`, with null for an empty cell. */
  value(...names: readonly string[]): string | null | undefined {
    const text = this.text(...names);
    return text === '' ? null : text;
  }

  /** All values of columns of these names; undefined when the file has none of them. */
  list(...names: readonly string[]): string[] | undefined {
    const known = names.filter((name) => this.header.has(name));
    if (known.length === 0) return undefined;
    const values = known.flatMap((name) => this.header.placesOf(name).map((place) => this.cells[place] ?? ''));
    return values.map((value) => value.trim()).filter((value) => value !== '');
  }

  /** The values of each column whose name fits, with what its group caught. */
  *matching(pattern: RegExp): Generator<[caught: string, value: string]> {
    for (const [place, name] of this.header.names.entries()) {
      const [, caught] = pattern.exec(name.trim()) ?? [];
      const value = this.cells[place]?.trim() ?? '';
      if (caught !== undefined && value !== '') yield [caught, value];
    }
  }

  /** The filled cells of columns whose key has no place, by the names of these; several of one name are joined. */
  cellsWithout(hasPlace: (key: string, name: string) => boolean): Record<string, string> {
    const cells: Record<string, string> = {};
    for (const [place, given] of this.header.names.entries()) {
      const [name, value] = [this.header.nameOf(given) ?? '', this.cells[place]?.trim() ?? ''];
      if (name === '' || value === '' || hasPlace(this.header.keyOfName(name), name)) continue;
      cells[name] = cells[name] === undefined ? value : `${cells[name]};${value}`;
    }
    return cells;
  }

  /** What is odd about its shape. */
  *oddities(externalId: string | null): Generator<ProblemRecord> {
    const said = { kind: 'problem', row: this.number, externalId, field: null } as const;
    const width = this.header.names.length;
    if (this.surplus > 0) {
      const cells = this.surplus === 1 ? '1 surplus cell is' : `${this.surplus} surplus cells are`;
      yield { ...said, message: `The row is wider than the header: ${cells} left out` };
    } else if (this.cells.length < width) {
      yield { ...said, message: `The row is shorter than the header: ${width - this.cells.length} empty added` };
    }
  }
}

export interface CsvTable {
  readonly header: Header;
  readonly rows: AsyncGenerator<Row>;
}

/** The rows of a CSV file as a stream. @throws ImportError when it has none, or cannot be read */
export async function readCsv(file: ImportFile, known?: KeyReader): Promise<CsvTable> {
  const text = await decoded(file);
  const delimiter = await delimiterOf(text());
  const records = parsed(text(), delimiter);
  const first = await records.next();
  if (first.done) throw new ImportError('The file is empty');
  const header = new Header(
    first.value.map((name) => name.trim()),
    known,
  );
  return { header, rows: rowsOf(header, records) };
}

async function* rowsOf(header: Header, records: AsyncGenerator<string[]>): AsyncGenerator<Row> {
  let number = 1;
  let filled = 0;
  for await (const cells of records) {
    number += 1;
    if (cells.every((cell) => cell.trim() === '')) continue;
    filled += 1;
    ensureTasks(filled);
    yield header.row(number, cells);
  }
}

async function* parsed(text: AsyncGenerator<string>, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({ ...CSV_FORMAT, delimiter });
  const source = Readable.from(boundedCells(text, delimiter));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser) {
      row += 1;
      yield cells as string[];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const what = error.code === 'CSV_QUOTE_NOT_CLOSED' ? ': a quote is opened there and never closed' : '';
    throw new ImportError(`The file is no CSV that can be read after row ${row}${what}`, { cause: error });
  } finally {
    source.destroy();
  }
}

/** What stands most often between the cells of the first row. */
async function delimiterOf(text: AsyncGenerator<string>): Promise<string> {
  let sample = '';
  for await (const part of text) {
    sample += part;
    if (sample.length >= SAMPLE) break;
  }
  const counts = new Map([',', ';', '\t'].map((sign) => [sign, 0]));
  let isQuoted = false;
  for (const sign of sample.trimStart()) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '\n' || sign === '\r') break;
    const count = counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  const [[delimiter] = [',']] = [...counts].sort(([, one], [, other]) => other - one);
  return delimiter;
}

/** By what a column is known: its name without case, spaces, underscores and `(UTC)`, whichever apostrophe it has. */
export function headerKey(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('(utc)', '').replaceAll('’', "'").replace(/[\s_]/g, '');
}

/** What columns become, by their keys. */
export function byHeaderKey(becomes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(becomes).map(([name, field]) => [headerKey(name), field]));
}
