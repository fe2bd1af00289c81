import { dayOf } from './format.ts';

const DAYS_OF_WEEK = 7;
const FRIDAY = 5;

const dayIn = (days: number): string => {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayOf(date);
};

/** Sunday is the last day of a week. */
const dayOfWeek = (): number => new Date().getDay() || DAYS_OF_WEEK;

/** What people promise most: the days that buttons offer, as `input type=date` writes them. */
export const PROMISE_DAYS = {
  today: () => dayIn(0),
  tomorrow: () => dayIn(1),
  /** The next one after today. */
  friday: () => dayIn(((FRIDAY - dayOfWeek() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK) + 1),
  /** Its Friday: until the week is over. */
  nextWeek: () => dayIn(DAYS_OF_WEEK + FRIDAY - dayOfWeek()),
} as const;

export type PromiseDay = keyof typeof PROMISE_DAYS;

export const PROMISE_DAY_NAMES = Object.keys(PROMISE_DAYS) as PromiseDay[];

const inEnglish = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(day).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });

/** A promised day as people say it: `today`, `tomorrow`, `Friday`, `4 December`. */
export function showPromisedDay(day: string): string {
  const today = dayIn(0);
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days > 1 && days < DAYS_OF_WEEK) return inEnglish(day, { weekday: 'long' });
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return inEnglish(day, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}
