import { type Weekday, WEEKDAYS } from '../validation/local-time.js';
import { dateOf, dayAt, dayInMonth, dayOf, firstDayOf, monthOf, nthInMonth, startOf, weekdayOf } from './calendar.js';
import { instantOf, knownZone, shownAt } from './local-time.js';

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;

export type Frequency = (typeof FREQUENCIES)[number];

export const SHIFTS = ['none', 'before', 'after'] as const;

/** Days without an occurrence, and what becomes of one that falls on such a day: it is dropped, or moves to the nearest other day. */
export interface SkippedDays {
  /** `YYYY-MM-DD` */
  readonly dates: readonly string[];
  /** At most six. */
  readonly days: readonly Weekday[];
  readonly shift: (typeof SHIFTS)[number];
}

/** Moments that come again, by the clocks of a zone; the semantics are those of RFC 5545, counted from `from`, with weeks from Monday. */
export interface Schedule {
  readonly frequency: Frequency;
  /** Every so many days, weeks, months or years. */
  readonly interval: number;
  /** Of a weekly one. */
  readonly days: readonly Weekday[];
  /** Of a monthly or yearly one: 1 to 31, or -1 for the last day. A month that has no such day is left out. */
  readonly dayOfMonth: number | null;
  /** In place of `dayOfMonth`: the first to fifth of a weekday, or -1 for the last. */
  readonly nth: { readonly week: number; readonly day: Weekday } | null;
  /** Of a yearly one: 1 to 12. */
  readonly month: number | null;
  /** `HH:MM` */
  readonly time: string;
  /** IANA name. */
  readonly timezone: string;
  /** `YYYY-MM-DD` */
  readonly from: string;
  /** The last day, `YYYY-MM-DD`, or null. */
  readonly until: string | null;
  readonly skip: SkippedDays;
}

/** At midnight UTC, on no day yet. */
export const EVERY_WEEK: Schedule = {
  frequency: 'weekly',
  interval: 1,
  days: [],
  dayOfMonth: null,
  nth: null,
  month: null,
  time: '00:00',
  timezone: 'UTC',
  from: '1970-01-01',
  until: null,
  skip: { dates: [], days: [], shift: 'none' },
};

/** In days: what has no occurrence in a hundred years has none. */
export const HORIZON = 36_525;
/** In hours. No zone moves its clocks by more than 2 (Antarctica/Troll). */
const LARGEST_CHANGE = 3;
const MONTHS_OF_YEAR = 12;
const DAYS_OF_WEEK = 7;

/**
 * The moments of a schedule after a moment, in milliseconds, each later than the one before; for a hundred years at most. A local time
 * that does not exist moves forward by the gap; one that exists twice is taken the first time.
 */
export function* momentsAfter(schedule: Schedule, moment: number): Generator<number> {
  const zone = knownZone(schedule.timezone);
  // A gap may move a time past midnight.
  const first = dayAt(shownAt(moment, zone).toMillis()) - 1;
  let last = moment;
  for (const day of daysOf(schedule, first)) {
    const instant = momentOf(day, schedule.time, zone);
    if (instant <= last) continue;
    yield instant;
    last = instant;
  }
}

/** The first `count` moments after a moment, in ISO 8601; fewer when there are no more. */
export function nextMoments(schedule: Schedule, moment: number, count: number): string[] {
  return [...momentsAfter(schedule, moment).take(count)].map((instant) => new Date(instant).toISOString());
}

/** The first moment after another at which the clocks of a zone show the minute of a time, `HH:MM`, at any hour. */
export function hourAfter(time: string, timezone: string, moment: number): number {
  const zone = knownZone(timezone);
  // Counting begins before now: the clocks may have gone back.
  const first = shownAt(moment, zone)
    .set({ minute: Number(time.slice(-2)), second: 0, millisecond: 0 })
    .minus({ hours: LARGEST_CHANGE });
  for (let hours = 0; ; hours += 1) {
    const instant = instantOf(first.plus({ hours }), zone);
    if (instant > moment) return instant;
  }
}

/** The moment of a time, `HH:MM`, on a date of a zone. */
export function momentAt(date: string, time: string, timezone: string): number {
  return momentOf(dayOf(date), time, knownZone(timezone));
}

/** The moment of a time, `HH:MM`, on a day of a zone. */
function momentOf(day: number, time: string, zone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return instantOf(shownAt(startOf(day), 'UTC').set({ hour: hours, minute: minutes }), zone);
}

export function isSkippedDay({ dates, days }: SkippedDays, day: number): boolean {
  return dates.includes(dateOf(day)) || days.includes(WEEKDAYS[weekdayOf(day)] as Weekday);
}

/** The days of a schedule from one on, after those that are skipped have been dropped or moved. */
function* daysOf(schedule: Schedule, first: number): Generator<number> {
  const { dates, shift } = schedule.skip;
  const isSkipped = (day: number) => isSkippedDay(schedule.skip, day);
  // As far as a day moves that six days of the week and all the dates are in the way of.
  const reach = shift === 'after' ? DAYS_OF_WEEK * (dates.length + 1) : 0;
  const step = { none: 0, before: -1, after: 1 }[shift];
  let last = first - 1;
  for (let day of plainDaysOf(schedule, first - reach)) {
    if (isSkipped(day) && step === 0) continue;
    while (isSkipped(day)) day += step;
    if (day <= last) continue;
    yield day;
    last = day;
  }
}

/** The days of a schedule from one on, as if none were skipped. */
function* plainDaysOf(schedule: Schedule, start: number): Generator<number> {
  const from = dayOf(schedule.from);
  const end = Math.min(start + HORIZON, schedule.until === null ? Infinity : dayOf(schedule.until));
  const { first, dayIn } = PERIODS[schedule.frequency](schedule, from, Math.max(start, from));
  for (let period = Math.max(first, 0); ; period += 1) {
    const { days, begin } = dayIn(period);
    if (begin > end) return;
    for (const day of days) if (day >= from && day >= start && day <= end) yield day;
  }
}

/** How a frequency counts: which period a search begins with, and the days of a period with the day that it begins on. */
interface Periods {
  first: number;
  dayIn: (period: number) => { begin: number; days: readonly number[] };
}

const PERIODS: Record<Frequency, (schedule: Schedule, from: number, start: number) => Periods> = {
  daily: ({ interval }, from, start) => ({
    first: Math.floor((start - from) / interval),
    dayIn: (period) => {
      const day = from + period * interval;
      return { begin: day, days: [day] };
    },
  }),
  weekly: ({ interval, days }, from, start) => {
    const monday = from - weekdayOf(from);
    const places = days.map((name) => WEEKDAYS.indexOf(name)).sort((one, other) => one - other);
    return {
      first: Math.floor((start - monday) / (DAYS_OF_WEEK * interval)),
      dayIn: (period) => {
        const begin = monday + period * DAYS_OF_WEEK * interval;
        return { begin, days: places.map((place) => begin + place) };
      },
    };
  },
  monthly: (schedule, from, start) => monthsOf(schedule, monthOf(from), schedule.interval, monthOf(start)),
  yearly: (schedule, from, start) => {
    const january = Math.floor(monthOf(from) / MONTHS_OF_YEAR) * MONTHS_OF_YEAR;
    const month = january + (schedule.month ?? 1) - 1;
    return monthsOf(schedule, month, schedule.interval * MONTHS_OF_YEAR, monthOf(start));
  },
};

function monthsOf(schedule: Schedule, firstMonth: number, interval: number, start: number): Periods {
  const { dayOfMonth, nth } = schedule;
  return {
    first: Math.floor((start - firstMonth) / interval),
    dayIn: (period) => {
      const month = firstMonth + period * interval;
      const day = nth ? nthInMonth(month, nth.week, WEEKDAYS.indexOf(nth.day)) : dayInMonth(month, dayOfMonth ?? 1);
      return { begin: firstDayOf(month), days: day === undefined ? [] : [day] };
    },
  };
}
