import { DateTime, type DurationLikeObject } from 'luxon';
import { parseTimestamp } from '#common/validation/timestamp.js';

/** A stretch of time that a value of a date means: a day, week or month; a moment begins where it ends. */
export interface Span {
  readonly begin: Date;
  readonly end: Date;
}

const MOMENTS = ['now', 'today', 'tomorrow', 'yesterday', 'week', 'month'] as const;
type Moment = (typeof MOMENTS)[number];

const UNITS = { h: 'hours', d: 'days', w: 'weeks', m: 'months' } as const;
type Unit = keyof typeof UNITS;

/** What a value of a date is, before it is known when "now" is and where. */
export type DateValue =
  | { readonly kind: 'day'; readonly text: string }
  | { readonly kind: 'timestamp'; readonly text: string }
  | { readonly kind: 'moment'; readonly moment: Moment; readonly count: number; readonly unit: Unit | null };

const MOST = 100_000;

/** `today`, `week-1w`, `+3d`: no day or timestamp. */
export function isMoment(text: string): boolean {
  return dateValueOf(text, false)?.kind === 'moment';
}

/** Understands the text of a value; undefined when it is no date. */
export function dateValueOf(text: string, isQuoted: boolean): DateValue | undefined {
  if (isDay(text)) return { kind: 'day', text };
  if (isQuoted) return isTimestamp(text) ? { kind: 'timestamp', text } : undefined;
  const lower = text.toLowerCase();
  const moment = MOMENTS.find((name) => lower.startsWith(name));
  const rest = lower.slice(moment?.length ?? 0);
  if (moment && rest === '') return { kind: 'moment', moment, count: 0, unit: null };
  const sign = rest[0];
  if (sign !== '+' && sign !== '-') return undefined;
  const counted = unitCountOf(rest.slice(1));
  if (!counted) return undefined;
  return {
    kind: 'moment',
    moment: moment ?? 'now',
    count: sign === '-' ? -counted.count : counted.count,
    unit: counted.unit,
  };
}

/** How canonical text writes it: without a moment before it, `+3d` is `now+3d`. */
export function writtenDate(value: DateValue): string {
  if (value.kind === 'timestamp') return `"${value.text}"`;
  if (value.kind === 'day') return value.text;
  const { moment, count, unit } = value;
  return unit ? `${moment}${count < 0 ? '-' : '+'}${Math.abs(count)}${unit}` : moment;
}

/** The stretch that it means now, in a time zone. A timestamp and what has hours is a moment. */
export function spanOf(value: DateValue, now: Date, zone: string): Span {
  if (value.kind === 'timestamp') return instant(new Date(parseTimestamp(value.text) ?? NaN));
  if (value.kind === 'day') return spanFrom(DateTime.fromISO(value.text, { zone }), 'day');
  const { moment, count, unit } = value;
  const start = startOf(moment, DateTime.fromJSDate(now, { zone }));
  const moved = unit ? start.plus({ [UNITS[unit]]: count } satisfies DurationLikeObject) : start;
  if (moment === 'now' || unit === 'h') return instant(moved.toJSDate());
  if (moment === 'week' && (!unit || unit === 'w')) return spanFrom(moved, 'week');
  if (moment === 'month' && (!unit || unit === 'm')) return spanFrom(moved, 'month');
  return spanFrom(moved, 'day');
}

/** The day that holds a moment; a longer stretch stays as it is. */
export function dayHolding(span: Span, zone: string): Span {
  if (span.begin < span.end) return span;
  return spanFrom(DateTime.fromJSDate(span.begin, { zone }).startOf('day'), 'day');
}

function startOf(moment: Moment, now: DateTime): DateTime {
  const today = now.startOf('day');
  switch (moment) {
    case 'now':
      return now;
    case 'today':
      return today;
    case 'tomorrow':
      return today.plus({ days: 1 });
    case 'yesterday':
      return today.minus({ days: 1 });
    case 'week':
      return now.startOf('week');
    case 'month':
      return now.startOf('month');
  }
}

/** Where the clocks change at midnight, a day begins at another hour than the one that was counted from. */
function spanFrom(first: DateTime, length: 'day' | 'week' | 'month'): Span {
  const begin = first.startOf('day');
  const end = begin.plus({ [`${length}s`]: 1 }).startOf('day');
  return { begin: begin.toJSDate(), end: end.toJSDate() };
}

const instant = (at: Date): Span => ({ begin: at, end: at });

function unitCountOf(text: string): { count: number; unit: Unit } | undefined {
  const unit = text.at(-1)?.toLowerCase() ?? '';
  const digits = text.slice(0, -1);
  if (!(unit in UNITS) || digits === '' || digits.length > 6 || !isDigits(digits)) return undefined;
  const count = Number(digits);
  return count <= MOST ? { count, unit: unit as Unit } : undefined;
}

function isDigits(text: string): boolean {
  return [...text].every((point) => point >= '0' && point <= '9');
}

function isDay(text: string): boolean {
  const [year = '', month = '', day = '', ...rest] = text.split('-');
  const isShaped = year.length === 4 && month.length === 2 && day.length === 2 && rest.length === 0;
  return isShaped && isDigits(year + month + day) && DateTime.fromISO(text).isValid;
}

/** As timestamps are everywhere: with its zone, Z or an offset. */
function isTimestamp(text: string): boolean {
  return text.includes('T') && parseTimestamp(text) !== undefined;
}
