import type { ImportOptions } from '../import-input.dto.js';
import type { Header, Row } from '../csv/csv-rows.js';
import { dayOf, momentOf } from './moments.js';
import type { ProblemRecord } from './records.js';
import { type DateOrder, readDate } from './written-dates.js';

/** How the dates of a source are written. */
export interface DateHabits {
  /** The columns that have some. */
  readonly columns: readonly string[];
  /** One program writes all of them in one order; else each column has its own. */
  readonly isOneOrder: boolean;
  /** The order where the file does not prove one; without it such dates stay unset. */
  readonly usual?: DateOrder;
  /** The dates of a cell; the cell itself unless given. */
  readonly textsOf?: (column: string, row: Row) => readonly string[];
}

/** The column of all of them, where they have one order. */
const WHOLE = '';

interface Evidence {
  readonly proofs: Record<'dmy' | 'mdy', number>;
  unclear: number;
  example: string;
}

/** In which order the numbers of dates stand: decided by all cells of a column. */
export class DateColumns {
  private readonly evidence = new Map<string, Evidence>();
  private readonly timeZone: string;
  private readonly names: ReadonlyMap<string, string>;

  private constructor(
    private readonly options: ImportOptions,
    private readonly habits: DateHabits,
    header: Header,
  ) {
    this.timeZone = options.timezone ?? 'UTC';
    this.names = new Map(habits.columns.flatMap((column) => pairOf(column, header.nameOf(column))));
  }

  /** Reads the rows to their end. */
  static async of(
    { header, rows }: { header: Header; rows: AsyncIterable<Row> },
    options: ImportOptions,
    habits: DateHabits,
    see: (row: Row) => void = () => undefined,
  ): Promise<DateColumns> {
    const dates = new DateColumns(options, habits, header);
    const { textsOf = (column: string, row: Row) => [row.text(column) ?? ''] } = habits;
    for await (const row of rows) {
      see(row);
      for (const column of dates.names.keys()) for (const text of textsOf(column, row)) dates.note(column, text);
    }
    return dates;
  }

  moment(column: string, text: string): string | null | undefined {
    return this.read(column, text, momentOf);
  }

  day(column: string, text: string): string | null | undefined {
    return this.read(column, text, dayOf);
  }

  /** What stayed unset because nothing says which number is the day. */
  *problems(): Generator<ProblemRecord> {
    for (const [place, { unclear, example }] of this.evidence) {
      if (unclear === 0 || this.orderOf(place) !== undefined) continue;
      const field = place === WHOLE ? null : (this.names.get(place) ?? place);
      const those = unclear === 1 ? `The date ${example} stays` : `${unclear} dates such as ${example} stay`;
      const message = `${those} unset: nothing says whether day or month comes first. Say it in options.dateFormat (dmy, mdy or ymd)`;
      yield { kind: 'problem', row: null, externalId: null, field, message };
    }
  }

  private note(column: string, text: string): void {
    const date = text === '' ? undefined : readDate(text);
    const isUnclear = (date?.orders.length ?? 0) > 1;
    const proof = date?.proof;
    if (!isUnclear && proof !== 'dmy' && proof !== 'mdy') return;
    const place = this.placeOf(column);
    let evidence = this.evidence.get(place);
    if (!evidence) this.evidence.set(place, (evidence = { proofs: { dmy: 0, mdy: 0 }, unclear: 0, example: '' }));
    if (proof === 'dmy' || proof === 'mdy') evidence.proofs[proof] += 1;
    if (!isUnclear) return;
    evidence.unclear += 1;
    evidence.example ||= text;
  }

  /** Null for one that stays unset, undefined for what is no date. */
  private read(column: string, text: string, parse: typeof momentOf): string | null | undefined {
    const zone = /\(utc\)/i.test(this.names.get(column) ?? '') ? 'UTC' : this.timeZone;
    const read = parse(text, zone, this.orderOf(this.placeOf(column)));
    return read ?? ((readDate(text)?.orders.length ?? 0) > 1 ? null : undefined);
  }

  private orderOf(place: string): DateOrder | undefined {
    const { dmy, mdy } = this.evidence.get(place)?.proofs ?? { dmy: 0, mdy: 0 };
    const { dateFormat } = this.options;
    if (dateFormat !== undefined) return dateFormat;
    if (dmy > 0 && mdy === 0) return 'dmy';
    if (mdy > 0 && dmy === 0) return 'mdy';
    return this.habits.usual;
  }

  private placeOf(column: string): string {
    return this.habits.isOneOrder ? WHOLE : column;
  }
}

function pairOf(column: string, name: string | undefined): [column: string, name: string][] {
  return name === undefined ? [] : [[column, name]];
}
