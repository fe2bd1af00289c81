const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const briefly = new Intl.RelativeTimeFormat(undefined, { style: 'narrow' });

const MINUTE = 60_000;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

/** A due date at midnight UTC is that date in every zone. */
export function showDate(iso: string): string {
  const date = new Date(iso);
  return (date.getUTCFullYear() === new Date().getFullYear() ? day : dayOfYear).format(date);
}

export const showMoment = (iso: string): string => moment.format(new Date(iso));

export function showAgo(iso: string, isBrief = false): string {
  const words = isBrief ? briefly : relative;
  const distance = new Date(iso).getTime() - Date.now();
  const step = STEPS.find(([, length]) => Math.abs(distance) >= length);
  return step ? words.format(Math.round(distance / step[1]), step[0]) : relative.format(0, 'second');
}

/** The value of an `input type=date`, and back. */
export const dateOf = (iso: string | null): string => iso?.slice(0, 10) ?? '';
export const fromDate = (value: string): string | null => (value === '' ? null : `${value}T00:00:00.000Z`);

/** Whether the day of a due date is over, where the reader is. */
export function isPast(iso: string, now = new Date()): boolean {
  return iso.slice(0, 10) < dayOf(now);
}

/** The reader's own day, as `input type=date` writes it. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
