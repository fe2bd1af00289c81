const DAY = 86_400_000;

/** How much of its time one partition of a table holds. */
export type Span = 'day' | 'month';

/** Bits of a UUID v7 that follow its time: ten bytes in hexadecimal. */
const REST = '0'.repeat(20);

/** The lowest UUID of that moment, Unix time in milliseconds: whatever is made from then on is not below it. */
export function lowestUuidAt(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0') + REST;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The moment of a UUID v7, Unix time in milliseconds. */
export function momentOf(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}

/** The beginning of the next span after `moment` (UTC). */
export function nextStart(span: Span, moment: number): number {
  const date = new Date(moment);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return span === 'month' ? Date.UTC(year, month + 1) : Date.UTC(year, month, date.getUTCDate() + 1);
}

/** `20261122`, as it stands in the names of partitions. */
export function dayName(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Whole days (UTC): Unix time in milliseconds of the first one's beginning and of the last one's end. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** The days of these moments, and `around` more on both sides. */
export function daysOf(moments: readonly number[], around = 0): Days {
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  return { from: nextStart('day', first - (around + 1) * DAY), to: nextStart('day', last + around * DAY) };
}

/** For names of statements that such days are written into. */
export function nameOf({ from, to }: Days): string {
  return `${dayName(from)}-${dayName(to)}`;
}

/**
 * SQL that holds for ids of these days. The bounds are written out: so PostgreSQL already leaves the other partitions out when
 * it plans, and their number costs nothing.
 */
export function isOfDays(column: string, { from, to }: Days): string {
  return `${column} >= '${lowestUuidAt(from)}' AND ${column} < '${lowestUuidAt(to)}'`;
}
