import { DateTime } from 'luxon';
import { dateOf, dayOf, startOf } from '#common/schedule/calendar.js';
import { knownZone } from '#common/schedule/local-time.js';
import {
  type Frequency,
  HORIZON,
  isSkippedDay,
  momentAt,
  momentsAfter,
  nextMoments,
  type Schedule,
} from '#common/schedule/schedule.js';
import { dayIn } from '#modules/users/away.dto.js';
import type { Recurrence } from './recurrence.entity.js';

/** Moments of a recurrence that are shown. */
const SHOWN = 5;

const UNITS: Record<Frequency, 'days' | 'weeks' | 'months' | 'years'> = {
  daily: 'days',
  weekly: 'weeks',
  monthly: 'months',
  yearly: 'years',
};

type Timed = Pick<Recurrence, 'schedule' | 'mode' | 'active' | 'lastTaskId' | 'lastEndedAt'>;

/** Moments that have come: the last of them makes the task. */
interface PassedMoments {
  readonly moment: string;
  /** How many were before it. */
  readonly missed: number;
  /** The one that is yet to come; null when there is none, or a completion decides it. */
  readonly next: string | null;
}

/** Whether its last task is neither done nor deleted. */
export function isLastOpen({ lastTaskId, lastEndedAt }: Pick<Recurrence, 'lastTaskId' | 'lastEndedAt'>): boolean {
  return lastTaskId !== null && lastEndedAt === null;
}

/** The next moment of one that has been made or changed; null while there is none, or nobody knows it yet. */
export function nextMoment({ schedule, mode, active, lastTaskId, lastEndedAt }: Timed, now: number): string | null {
  if (!active) return null;
  if (mode === 'schedule') return nextMoments(schedule, now, 1)[0] ?? null;
  if (lastTaskId === null) return firstAfterCompletion(schedule, now);
  return lastEndedAt === null ? null : momentAfterEnd(schedule, lastEndedAt, now);
}

/** The first moment of one that follows completions: at `from`, or at once when that is past. */
export function firstAfterCompletion(schedule: Schedule, now: number): string | null {
  return onOrAfter(schedule, dayOf(schedule.from), now);
}

/** So many days, weeks, months or years after the day on which the last task was done or deleted. */
function momentAfterEnd(schedule: Schedule, endedAt: string, now: number): string | null {
  const ended = DateTime.fromISO(localDay(schedule, endedAt), { zone: 'utc' });
  const day = ended.plus({ [UNITS[schedule.frequency]]: schedule.interval }).toISODate() ?? '';
  return onOrAfter(schedule, Math.max(dayOf(day), dayOf(schedule.from)), now);
}

/** The moments that have come until now, the next one of the recurrence first. */
export function passedMoments({ schedule, mode }: Timed, nextAt: string, now: number): PassedMoments {
  if (mode === 'after_completion') return { moment: nextAt, missed: 0, next: null };
  let [last, missed] = [Date.parse(nextAt), 0];
  for (const moment of momentsAfter(schedule, last)) {
    if (moment > now) return { moment: iso(last), missed, next: iso(moment) };
    last = moment;
    missed += 1;
  }
  return { moment: iso(last), missed, next: null };
}

/** A day later, and after now, of a moment that follows a completion. */
export function putOff(schedule: Schedule, moment: string, now: number): string | null {
  let day = dayOf(localDay(schedule, moment)) + 1;
  day = Math.max(day, dayOf(localDay(schedule, iso(now))));
  while (momentOfDay(schedule, day) <= now) day += 1;
  return onOrAfter(schedule, day, now);
}

/** The next five moments, as far as they are known. */
export function comingMoments({ schedule, mode, nextAt }: Pick<Recurrence, 'schedule' | 'mode' | 'nextAt'>): string[] {
  if (nextAt === null) return [];
  return mode === 'schedule' ? [nextAt, ...nextMoments(schedule, Date.parse(nextAt), SHOWN - 1)] : [nextAt];
}

/** The day of a moment in the zone of the schedule. */
export function localDay({ timezone }: Schedule, moment: string): string {
  return dayIn(knownZone(timezone), new Date(moment));
}

/** The time of a schedule on a day or the nearest one that is not skipped, but not before now; null after its last day. */
function onOrAfter(schedule: Schedule, given: number, now: number): string | null {
  const { skip, until } = schedule;
  let day = given;
  const step = skip.shift === 'before' ? -1 : 1;
  while (isSkippedDay(skip, day)) day += step;
  const moment = Math.max(momentOfDay(schedule, day), now);
  const isOver = until !== null && until < localDay(schedule, iso(moment));
  return isOver || moment > now + startOf(HORIZON) ? null : iso(moment);
}

function momentOfDay({ time, timezone }: Schedule, day: number): number {
  return momentAt(dateOf(day), time, timezone);
}

const iso = (moment: number) => new Date(moment).toISOString();
