import { ValidationError } from '#common/errors/app-error.js';
import { dayOf, monthInYear, dayInMonthOf, weekdayOf } from '#common/schedule/calendar.js';
import { type Frequency, nextMoments, type Schedule } from '#common/schedule/schedule.js';
import { completionWords, scheduleWords } from '#common/schedule/schedule-words.js';
import { WEEKDAYS, type Weekday } from '#common/validation/local-time.js';
import { firstAfterCompletion } from './recurrence-moments.js';
import type { Mode, ScheduleInput } from './schedule.dto.js';

const DEFAULT_TIME = '08:00';

/** Which frequencies take a part that says on which days. */
const TAKEN: Record<'days' | 'dayOfMonth' | 'nth' | 'month', readonly Frequency[]> = {
  days: ['weekly'],
  dayOfMonth: ['monthly', 'yearly'],
  nth: ['monthly', 'yearly'],
  month: ['yearly'],
};

/** What stands for what is left out: the zone of the caller, and the day of now in a zone. */
interface Defaults {
  readonly timezone: string;
  readonly todayIn: (zone: string) => string;
}

/** The schedule that a client means. @throws ValidationError of parts that it does not take; its fields are named below `schedule` */
export function meantSchedule(input: ScheduleInput, mode: Mode, defaults: Defaults): Schedule {
  const problems = problemsOf(input, mode);
  if (Object.keys(problems).length > 0) throw new ValidationError(problems).within('schedule');
  const { frequency, interval = 1, time = DEFAULT_TIME, timezone = defaults.timezone, until = null, skip = {} } = input;
  const from = input.from ?? defaults.todayIn(timezone);
  const takes = (part: keyof typeof TAKEN) => mode === 'schedule' && TAKEN[part].includes(frequency);
  const nth = input.nth ? { week: input.nth.week, day: input.nth.day } : null;
  return {
    frequency,
    interval,
    days: takes('days') ? (input.days ?? [WEEKDAYS[weekdayOf(dayOf(from))] as Weekday]) : [],
    dayOfMonth: takes('dayOfMonth') && !nth ? (input.dayOfMonth ?? dayInMonthOf(dayOf(from))) : null,
    nth,
    month: takes('month') ? (input.month ?? monthInYear(dayOf(from))) : null,
    time,
    timezone,
    from,
    until,
    skip: { dates: skip.dates ?? [], days: skip.days ?? [], shift: skip.shift ?? 'none' },
  };
}

/** A schedule as a client would send it for a mode, without what only the other mode has. */
export function asInput(
  { days, dayOfMonth, nth, month, until, skip, ...schedule }: Schedule,
  mode: Mode,
): ScheduleInput {
  const parts = {
    ...(days.length > 0 && { days: [...days] }),
    ...(dayOfMonth !== null && { dayOfMonth }),
    ...(nth && { nth }),
    ...(month !== null && { month }),
  };
  const { dates, days: skippedDays, shift } = skip;
  return {
    ...schedule,
    ...(mode === 'schedule' && parts),
    ...(until !== null && { until }),
    skip: { dates: [...dates], days: [...skippedDays], shift },
  };
}

/** The moments that come after now, as far as they are known. @throws ValidationError when there is none in a hundred years */
export function previewedMoments(schedule: Schedule, mode: Mode, now: number, count: number): string[] {
  const first = mode === 'schedule' ? undefined : firstAfterCompletion(schedule, now);
  const next = first === undefined ? nextMoments(schedule, now, count) : first === null ? [] : [first];
  if (next.length === 0) throw new ValidationError({ schedule: 'Must have a moment in the next 100 years' });
  return next;
}

export function wordsOf(schedule: Schedule, mode: Mode): string {
  return mode === 'schedule' ? scheduleWords(schedule) : completionWords(schedule);
}

function problemsOf(input: ScheduleInput, mode: Mode): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [part, frequencies] of Object.entries(TAKEN)) {
    if (input[part as keyof typeof TAKEN] === undefined) continue;
    if (mode === 'after_completion') problems[part] = 'Cannot be given with after_completion';
    else if (!frequencies.includes(input.frequency))
      problems[part] = `Only with the frequency ${frequencies.join(' or ')}`;
  }
  return problems;
}
