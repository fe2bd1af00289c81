import type { Row } from '../csv/csv-rows.js';
import type { DateColumns } from './date-columns.js';
import { hoursOf, hoursOfSeconds, numberOf } from './numbers.js';
import type { ProblemRecord } from './records.js';

/** Reads cells that are more than text, and says of each that cannot be read why. */
export class Cells {
  readonly problems: ProblemRecord[] = [];

  constructor(
    private readonly row: Row,
    private readonly externalId: string | null,
    private readonly dates: DateColumns,
  ) {}

  moment(name: string): string | null | undefined {
    return this.read([name], 'date', (text) => this.dates.moment(name, text));
  }

  day(name: string): string | null | undefined {
    return this.read([name], 'date', (text) => this.dates.day(name, text));
  }

  number(...names: readonly string[]): number | null | undefined {
    return this.read(names, 'number', numberOf);
  }

  hours(...names: readonly string[]): number | null | undefined {
    return this.read(names, 'number of hours', hoursOf);
  }

  /** Hours of a cell that has seconds. */
  seconds(name: string): number | null | undefined {
    const seconds = this.read([name], 'number of seconds', numberOf);
    return typeof seconds === 'number' ? hoursOfSeconds(seconds) : seconds;
  }

  problem(field: string | null, message: string): void {
    this.problems.push({ kind: 'problem', row: this.row.number, externalId: this.externalId, field, message });
  }

  /** A moment in a text of the column that is no whole cell. */
  momentIn(text: string, column: string, field: string): string | null {
    const moment = this.dates.moment(column, text.trim());
    if (moment === undefined) this.problem(field, `"${text.trim()}" is no date that can be read`);
    return moment ?? null;
  }

  /** What cannot be read leaves its field alone, as does null, of which something else is said. */
  private read<Value>(
    names: readonly string[],
    what: string,
    parse: (text: string) => Value | null | undefined,
  ): Value | null | undefined {
    const text = this.row.value(...names);
    if (text === null || text === undefined) return text;
    const value = parse(text);
    if (value === undefined)
      this.problem(this.row.nameOf(...names) ?? null, `"${text}" is no ${what} that can be read`);
    return value ?? undefined;
  }
}
