import type { ImportOptions } from '../import-input.dto.js';
import { dayOf, momentOf } from './moments.js';
import type { Row } from '../csv/csv-rows.js';
import type { ProblemRecord } from './records.js';
import { numberOf } from './words.js';

/** Reads cells that are more than text, and says of each that cannot be read why. */
export class Cells {
  readonly problems: ProblemRecord[] = [];
  private readonly timeZone: string;

  constructor(
    private readonly row: Row,
    private readonly externalId: string | null,
    { timezone = 'UTC' }: ImportOptions,
  ) {
    this.timeZone = timezone;
  }

  moment(...names: readonly string[]): string | null | undefined {
    return this.read(names, 'date', (text) => momentOf(text, this.timeZone));
  }

  day(...names: readonly string[]): string | null | undefined {
    return this.read(names, 'date', (text) => dayOf(text, this.timeZone));
  }

  number(...names: readonly string[]): number | null | undefined {
    return this.read(names, 'number', numberOf);
  }

  problem(field: string | null, message: string): void {
    this.problems.push({ kind: 'problem', row: this.row.number, externalId: this.externalId, field, message });
  }

  /** A moment in a text of the row that is no whole cell. */
  momentIn(text: string, field: string): string | null {
    const moment = momentOf(text.trim(), this.timeZone);
    if (moment === undefined) this.problem(field, `"${text.trim()}" is no date that can be read`);
    return moment ?? null;
  }

  /** What cannot be read leaves its field alone. */
  private read<Value>(
    names: readonly string[],
    what: string,
    parse: (text: string) => Value | undefined,
  ): Value | null | undefined {
    const text = this.row.value(...names);
    if (text === null || text === undefined) return text;
    const value = parse(text);
    if (value === undefined) this.problem(names[0] ?? null, `"${text}" is no ${what} that can be read`);
    return value;
  }
}
