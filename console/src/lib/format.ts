const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const briefly = new Intl.RelativeTimeFormat(undefined, { style: 'narrow' });

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

/** A day, whatever the zone: the beginning of a sprint, the day of a time entry. */
export function showDate(iso: string): string {
  const date = new Date(iso);
  return (date.getUTCFullYear() === new Date().getFullYear() ? day : dayOfYear).format(date);
}

/** Whether it is a day in every zone, and no moment. */
export const isDay = (iso: string): boolean => new Date(iso).getTime() % DAY === 0;

/** When a task is due: at midnight UTC that day in every zone, else the day and time where the reader is. */
export function showDue(iso: string): string {
  if (isDay(iso)) return showDate(iso);
  const date = new Date(iso);
  return (date.getFullYear() === new Date().getFullYear() ? dayAndTime : moment).format(date);
}

/** The day on which it is due, as `input type=date` writes it. */
export const dueDayOf = (iso: string | null): string =>
  iso === null ? '' : isDay(iso) ? dateOf(iso) : dayOf(new Date(iso));

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

/** Whether it was due: its day is over where the reader is, or its moment has come. */
export function isPast(iso: string, now = new Date()): boolean {
  return isDay(iso) ? dateOf(iso) < dayOf(now) : new Date(iso) < now;
}

/** The reader's own day, as `input type=date` writes it. */
export function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A moment as a clock of another zone shows it. */
export const showMomentIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));

/** The reader's own time of a moment; undefined where the other zone has the same. */
export function showTimeHere(iso: string, timeZone: string): string | undefined {
  const timeIn = (zone?: string) =>
    new Intl.DateTimeFormat(undefined, { timeStyle: 'short', ...(zone && { timeZone: zone }) }).format(new Date(iso));
  const own = timeIn();
  return own === timeIn(timeZone) ? undefined : own;
}
