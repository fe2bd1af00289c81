import { dueDayOf, isDay } from '../../lib/format.ts';

/** A day of the calendar, as `input type=date` writes it. */
export type Day = string;

const DAY_MS = 24 * 60 * 60_000;
const WEEK = 7;
/** 1970 began on a Thursday. */
const THURSDAY = 3;

/** Names of days and months are the same for every reader: the rest of the console speaks English, too. */
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

const midnight = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

/** Days since 1970. */
export const numberOf = (day: Day): number => midnight(day).getTime() / DAY_MS;
export const dayAt = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayAt(numberOf(day) + days);

/** The same day of another month, or its last one. */
export function addMonths(day: Day, months: number): Day {
  const date = midnight(day);
  const of = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(of, last));
  return date.toISOString().slice(0, 10);
}

/** 0 is Monday. */
export const weekdayOf = (day: Day): number => (((numberOf(day) + THURSDAY) % WEEK) + WEEK) % WEEK;
export const weekOf = (day: Day): Day => addDays(day, -weekdayOf(day));
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

export const daysFrom = (day: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index));

/** `24 December` */
export const showDay = (day: Day): string => dayAndMonth.format(midnight(day));
/** `December 2026` */
export const showMonth = (day: Day): string => monthAndYear.format(midnight(day));
/** `Dec` */
export const showShortMonth = (day: Day): string => shortMonth.format(midnight(day));
/** `Mon` */
export const showWeekday = (day: Day): string => weekday.format(midnight(day));

const time = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** The time of a moment where the reader is; its day stands beside it. */
export const showTime = (iso: string): string => time.format(new Date(iso));

/** The moment on another day: what is due at a time stays due at that time. */
export function onDay(iso: string | null, day: Day): string {
  if (iso === null || isDay(iso)) return midnight(day).toISOString();
  const moment = new Date(iso);
  const date = midnight(day);
  moment.setFullYear(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return moment.toISOString();
}

/** So many days later. */
export const laterBy = (iso: string, days: number): string => onDay(iso, addDays(dueDayOf(iso), days));

/** Whether a text of an address is a day. */
export const isDayText = (text: string | undefined): text is Day =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(midnight(text).getTime());
