import { WEEKDAYS } from '../validation/local-time.js';
import type { Frequency, Schedule } from './schedule.js';

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const UNITS: Record<Frequency, string> = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' };
const WEEK = 7;
const WORKING_DAYS = 5;
/** More dates than this are counted. */
const MOST_DATES = 3;

/**
 * A schedule in words, such as "Every second Monday and Thursday at 08:00, Berlin time, not on 24 December". Dates of another year than
 * that of `from` have their year.
 */
export function scheduleWords(schedule: Schedule): string {
  const { time, timezone } = schedule;
  return [`${daysInWords(schedule)} at ${time}`, zoneInWords(timezone), ...boundsInWords(schedule)].join(', ');
}

/** Of a schedule that counts from the completion of the last one, such as "Two weeks after the last one is done at 08:00, Berlin time". */
export function completionWords(schedule: Schedule): string {
  const { frequency, interval, time, timezone } = schedule;
  const unit = UNITS[frequency];
  const span = interval === 1 ? `One ${unit}` : `${interval} ${unit}s`;
  return [`${span} after the last one is done, at ${time}`, zoneInWords(timezone), ...boundsInWords(schedule)].join(
    ', ',
  );
}

function daysInWords(schedule: Schedule): string {
  const { frequency, days, month } = schedule;
  switch (frequency) {
    case 'daily':
      return `Every ${each(schedule.interval, 'day')}`;
    case 'weekly':
      return weekInWords(schedule.interval, days);
    case 'monthly':
      return `Every ${each(schedule.interval, 'month')} on the ${dayOfMonthInWords(schedule)}`;
    case 'yearly':
      return `Every ${each(schedule.interval, 'year')} on ${dayOfYearInWords(schedule, MONTH_NAMES[(month ?? 1) - 1] ?? '')}`;
  }
}

function weekInWords(interval: number, days: Schedule['days']): string {
  const names = WEEKDAYS.flatMap((day, place) => (days.includes(day) ? [DAY_NAMES[place] ?? ''] : []));
  const isWorking = names.length === WORKING_DAYS && !names.includes('Saturday') && !names.includes('Sunday');
  if (interval === 1 && names.length === WEEK) return 'Every day';
  if (interval === 1 && isWorking) return 'Every weekday';
  return `Every ${each(interval, inList(names))}`;
}

function dayOfMonthInWords({ nth, dayOfMonth }: Schedule): string {
  if (nth) return `${nth.week === -1 ? 'last' : (PLACES[nth.week - 1] ?? '')} ${nameOf(nth.day)}`;
  return dayOfMonth === -1 ? 'last day' : ordinal(dayOfMonth ?? 1);
}

function dayOfYearInWords(schedule: Schedule, month: string): string {
  const { nth, dayOfMonth } = schedule;
  return nth || dayOfMonth === -1 ? `the ${dayOfMonthInWords(schedule)} of ${month}` : `${dayOfMonth ?? 1} ${month}`;
}

/** The days that are left out, and the last one. */
function boundsInWords(schedule: Schedule): string[] {
  const { from, until } = schedule;
  const left = skippedInWords(schedule);
  return [...(left === undefined ? [] : [left]), ...(until === null ? [] : [`until ${dateInWords(until, from)}`])];
}

function skippedInWords({ from, skip: { dates, days, shift } }: Schedule): string | undefined {
  const sorted = dates.toSorted();
  const named = sorted.slice(0, sorted.length > MOST_DATES ? MOST_DATES - 1 : MOST_DATES);
  const others = sorted.length - named.length;
  const skipped = [
    ...WEEKDAYS.filter((day) => days.includes(day)).map((day) => `${nameOf(day)}s`),
    ...named.map((date) => dateInWords(date, from)),
    ...(others > 0 ? [`${others} other days`] : []),
  ];
  if (skipped.length === 0) return undefined;
  const moved = { none: '', before: ' but on the nearest day before', after: ' but on the nearest day after' }[shift];
  return `not on ${inList(skipped)}${moved}`;
}

function zoneInWords(timezone: string): string {
  if (/^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)$/.test(timezone)) return 'UTC';
  return `${(timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')} time`;
}

function dateInWords(date: string, from: string): string {
  const [year, month, day] = date.split('-');
  const words = `${Number(day)} ${MONTH_NAMES[Number(month) - 1] ?? ''}`;
  return from.startsWith(`${year}-`) ? words : `${words} ${year}`;
}

/** "day", "second day", "11th day". */
function each(interval: number, what: string): string {
  return interval === 1 ? what : `${PLACES[interval - 1] ?? ordinal(interval)} ${what}`;
}

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return `${number}${(!isTeen && ['', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

function nameOf(day: Schedule['days'][number]): string {
  return DAY_NAMES[WEEKDAYS.indexOf(day)] ?? '';
}

function inList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
