/** Days and months as whole numbers: reckoning with them takes no dates. */

const DAY = 86_400_000;
const DAYS_OF_WEEK = 7;
const MONTHS_OF_YEAR = 12;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

/** The days from 1970-01-01 to a date, `YYYY-MM-DD`. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

/** `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The moment at which a day begins, as if it were UTC. */
export function startOf(day: number): number {
  return day * DAY;
}

/** The day of a moment, as if it were UTC. */
export function dayAt(moment: number): number {
  return Math.floor(moment / DAY);
}

/** From Monday, 0, to Sunday, 6. */
export function weekdayOf(day: number): number {
  return (((day + FIRST_WEEKDAY) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
}

/** The months from January 1970 to that of a day. */
export function monthOf(day: number): number {
  const date = new Date(startOf(day));
  return (date.getUTCFullYear() - 1970) * MONTHS_OF_YEAR + date.getUTCMonth();
}

/** From January, 1, to December, 12. */
export function monthInYear(day: number): number {
  return new Date(startOf(day)).getUTCMonth() + 1;
}

/** From 1 on. */
export function dayInMonthOf(day: number): number {
  return new Date(startOf(day)).getUTCDate();
}

export function firstDayOf(month: number): number {
  return Date.UTC(1970, month) / DAY;
}

/** The day of a month: from 1 on, or -1 for the last; undefined when the month has no such day. */
export function dayInMonth(month: number, dayOfMonth: number): number | undefined {
  const [first, end] = [firstDayOf(month), firstDayOf(month + 1)];
  if (dayOfMonth === -1) return end - 1;
  return first + dayOfMonth - 1 < end ? first + dayOfMonth - 1 : undefined;
}

/** The first to fifth of a weekday in a month, or -1 for the last; undefined when the month has no such day. */
export function nthInMonth(month: number, week: number, weekday: number): number | undefined {
  const [first, end] = [firstDayOf(month), firstDayOf(month + 1)];
  const offset = (weekday - weekdayOf(first) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  if (week === -1) return end - 1 - ((weekdayOf(end - 1) - weekday + DAYS_OF_WEEK) % DAYS_OF_WEEK);
  const day = first + offset + (week - 1) * DAYS_OF_WEEK;
  return day < end ? day : undefined;
}
