import type { DateTime } from 'luxon';
import { type Weekday, WEEKDAYS } from '#common/validation/local-time.js';
import { instantOf, knownZone, shownAt } from '#common/schedule/local-time.js';

/** When a colleague does not run by schedule, in the time zone of the schedule. */
export interface Quiet {
  /** `HH:MM`, every day; over midnight when `to` is the earlier. Null with `to`: none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Days of the week that are quiet all day. */
  readonly days: readonly Weekday[];
  /** `YYYY-MM-DD`; dates that are quiet all day. */
  readonly dates: readonly string[];
}

export const NO_QUIET: Quiet = { from: null, to: null, days: [], dates: [] };

/** Most days of the week and most dates that may be quiet: some day must be left. */
export const MOST_QUIET_DAYS = 6;
export const MOST_QUIET_DATES = 100;

/** The quiet time of these overrides. */
export function quietOf(overrides: Partial<Quiet> | null | undefined): Quiet {
  return { ...NO_QUIET, ...overrides };
}

/** What is wrong with it, by field. */
export function quietProblems({ from, to }: Quiet): Partial<Record<'from' | 'to', string>> {
  if (from === null && to !== null) return { from: 'Required with to' };
  if (from !== null && to === null) return { to: 'Required with from' };
  return from !== null && from === to ? { to: 'Must not be the time of from' } : {};
}

/** When the quiet time that holds at a moment ends; the moment itself when none does. */
export function endOfQuiet(quiet: Quiet, timezone: string, moment: number): number {
  const zone = knownZone(timezone);
  let end = moment;
  for (let next = endOfSpans(quiet, zone, end); next > end; next = endOfSpans(quiet, zone, end)) end = next;
  return end;
}

/** The latest end of the quiet days and hours at a moment. Other quiet times may begin there. */
function endOfSpans(quiet: Quiet, zone: string, moment: number): number {
  const today = shownAt(moment, zone).startOf('day');
  let end = moment;
  // Hours may have begun yesterday. A gap moves the first or last of them into another day.
  for (const day of [today.minus({ days: 1 }), today, today.plus({ days: 1 })]) {
    for (const [begin, over] of spansOf(quiet, day)) {
      if (instantOf(begin, zone) <= moment) end = Math.max(end, instantOf(over, zone));
    }
  }
  return end;
}

/** What is quiet of what begins on a day, in local times. */
function spansOf(quiet: Quiet, day: DateTime): [begin: DateTime, over: DateTime][] {
  const spans: [DateTime, DateTime][] = [];
  const { from, to } = quiet;
  if (from !== null && to !== null) spans.push([at(day, from), at(to < from ? day.plus({ days: 1 }) : day, to)]);
  let next = day;
  while (isQuietDay(quiet, next)) next = next.plus({ days: 1 });
  if (next > day) spans.push([day, next]);
  return spans;
}

function isQuietDay({ days, dates }: Quiet, day: DateTime): boolean {
  return days.includes(WEEKDAYS[day.weekday - 1] as Weekday) || dates.includes(day.toISODate() as string);
}

function at(day: DateTime, time: string): DateTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return day.set({ hour, minute });
}
