const DAY = 86_400_000;
const DAYS_OF_WEEK = 7;
const FRIDAY = 5;

export const PROMISE_DAY_NAMES = ['today', 'tomorrow', 'friday', 'nextWeek'] as const;

export type PromiseDay = (typeof PROMISE_DAY_NAMES)[number];

/** Today in a zone, as `input type=date` writes it; where the reader is when no zone is given. */
const todayIn = (timeZone?: string): string => new Intl.DateTimeFormat('sv', { timeZone }).format(new Date());

/** What people promise most: the days that buttons offer. `zone` is that of the reader's profile, in which promises are read. */
export function promiseDays(zone: string): Record<PromiseDay, string> {
  const today = Date.parse(todayIn(zone));
  const ahead = (days: number): string => new Date(today + days * DAY).toISOString().slice(0, 10);
  // Sunday is the last day of a week.
  const dayOfWeek = new Date(today).getUTCDay() || DAYS_OF_WEEK;
  return {
    today: ahead(0),
    tomorrow: ahead(1),
    // The next one after today.
    friday: ahead(((FRIDAY - dayOfWeek + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK) + 1),
    // Its Friday: until the week is over.
    nextWeek: ahead(DAYS_OF_WEEK + FRIDAY - dayOfWeek),
  };
}

const inEnglish = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(day).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });

/** A promised day as people say it: `today`, `tomorrow`, `Friday`, `4 December`. */
export function showPromisedDay(day: string): string {
  const today = todayIn();
  const days = (Date.parse(day) - Date.parse(today)) / DAY;
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days > 1 && days < DAYS_OF_WEEK) return inEnglish(day, { weekday: 'long' });
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return inEnglish(day, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}
