import { DateTime } from 'luxon';
import { knownZone } from '#common/schedule/local-time.js';

const LOCALE = { locale: 'en-GB' };

/** The forms in which a message names a day. */
export const TIME_FORMS = ['since', 'lately', 'on', 'overdue', 'late', 'due', 'day'] as const;

export type TimeForm = (typeof TIME_FORMS)[number];

/** The calendar day of a moment in a zone, as midnight UTC. Exactly midnight UTC is that day everywhere. */
export function calendarDay(moment: string, timezone: string): DateTime {
  const utc = DateTime.fromISO(moment, { zone: 'utc' });
  if (utc.equals(utc.startOf('day'))) return utc;
  const local = DateTime.fromISO(moment, { zone: knownZone(timezone) });
  return DateTime.utc(local.year, local.month, local.day);
}

/** The day that the clocks of a zone show at a moment, as midnight UTC. */
export function today(moment: string, timezone: string): DateTime {
  const local = DateTime.fromISO(moment, { zone: knownZone(timezone) });
  return DateTime.utc(local.year, local.month, local.day);
}

/** How people say when a day is or was: `since` Tuesday, `lately` since then or today, `on` Friday, has been `overdue` or is `late` since, is `due` on, or the `day` itself. */
export function dayInWords(form: TimeForm, day: DateTime, now: DateTime): string {
  const distance = Math.round(day.diff(now, 'days').days);
  switch (form) {
    case 'since':
      return `since ${named(day, now, distance)}`;
    case 'lately':
      return distance === 0 ? 'today' : `since ${named(day, now, distance)}`;
    case 'on':
      return onDay(day, now, distance);
    case 'overdue':
      return distance < 0 ? `has been overdue since ${named(day, now, distance)}` : `is ${dueOn(day, now, distance)}`;
    case 'late':
      return distance < 0 ? `overdue since ${named(day, now, distance)}` : dueOn(day, now, distance);
    case 'due':
      return dueOn(day, now, distance);
    case 'day':
      return dated(day, now);
  }
}

function dueOn(day: DateTime, now: DateTime, distance: number): string {
  return `due ${onDay(day, now, distance)}`;
}

function onDay(day: DateTime, now: DateTime, distance: number): string {
  const name = named(day, now, distance);
  return Math.abs(distance) <= 1 ? name : `on ${name}`;
}

/** `yesterday`, a weekday within six days, else the date. */
function named(day: DateTime, now: DateTime, distance: number): string {
  if (distance === 0) return 'today';
  if (distance === -1) return 'yesterday';
  if (distance === 1) return 'tomorrow';
  return Math.abs(distance) <= 6 ? day.toFormat('cccc', LOCALE) : dated(day, now);
}

function dated(day: DateTime, now: DateTime): string {
  return day.toFormat(day.year === now.year ? 'd MMMM' : 'd MMMM yyyy', LOCALE);
}

/** `Friday 09:00`, from the seventh day on `12 November 09:00`, by the clocks of a zone. */
export function momentInWords(moment: string, now: string, timezone: string): string {
  const zone = knownZone(timezone);
  const [then, current] = [moment, now].map((at) => DateTime.fromISO(at, { zone })) as [DateTime, DateTime];
  const days = Math.round(current.startOf('day').diff(then.startOf('day'), 'days').days);
  const day = days < 7 ? then.toFormat('cccc', LOCALE) : dated(then, current);
  return `${day} ${then.toFormat('HH:mm')}`;
}

/** `Monday`, by the clocks of a zone. */
export function weekday(moment: string, timezone: string): string {
  return DateTime.fromISO(moment, { zone: knownZone(timezone) }).toFormat('cccc', LOCALE);
}
