import type { CreateRecurrence } from 'project-management-sdk';
import { dayOf } from '../../lib/format.ts';
import { ownZone } from '../../lib/zones.ts';
import type { Recurrence } from './queries.ts';

type Schedule = CreateRecurrence['schedule'];
export type Weekday = NonNullable<Schedule['days']>[number];
export type Frequency = Schedule['frequency'];

export const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKEND: readonly Weekday[] = ['sat', 'sun'];

/** A schedule as its fields have it. */
export interface ScheduleValues {
  frequency: Frequency;
  interval: string;
  days: readonly Weekday[];
  /** A day of the month by its number, the last day, or which one of a weekday. */
  on: 'day' | 'last' | `${number}`;
  day: string;
  weekday: Weekday;
  month: string;
  time: string;
  timezone: string;
  from: string;
  until: string;
  notOn: string;
  notOnWeekends: boolean;
  shift: 'none' | 'before' | 'after';
  mode: Recurrence['mode'];
  onlyOneOpen: boolean;
}

/** Of a recurrence; without one, of a new one. */
export function scheduleValues(recurrence?: Recurrence): ScheduleValues {
  const today = new Date();
  const weekday = WEEKDAYS[(today.getDay() + 6) % 7] ?? 'mon';
  const { schedule, mode = 'schedule', onlyOneOpen = false } = recurrence ?? {};
  const { dates = [], days: skipped = [], shift = 'none' } = schedule?.skip ?? {};
  return {
    frequency: schedule?.frequency ?? 'weekly',
    interval: String(schedule?.interval ?? 1),
    days: schedule?.days ?? [weekday],
    on: schedule?.nth ? `${schedule.nth.week}` : schedule?.dayOfMonth === -1 ? 'last' : 'day',
    day: String((schedule?.dayOfMonth ?? 0) > 0 ? schedule?.dayOfMonth : today.getDate()),
    weekday: schedule?.nth?.day ?? weekday,
    month: String(schedule?.month ?? today.getMonth() + 1),
    time: schedule?.time ?? '08:00',
    timezone: schedule?.timezone ?? ownZone(),
    from: schedule?.from ?? dayOf(today),
    until: schedule?.until ?? '',
    notOn: dates.join(' '),
    notOnWeekends: WEEKEND.every((day) => skipped.includes(day)),
    shift,
    mode,
    onlyOneOpen,
  };
}

/** What the service is sent. */
export function scheduleOf(values: ScheduleValues, before?: Recurrence): Schedule {
  const { frequency, days, on, day, weekday, month, time, timezone, from, until, mode } = values;
  const isMonthly = frequency === 'monthly' || frequency === 'yearly';
  const inMonth =
    on === 'day' || on === 'last'
      ? { dayOfMonth: on === 'last' ? -1 : Number(day) }
      : { nth: { week: Number(on), day: weekday } };
  const skippedDays = skippedDaysOf(values, before?.schedule.skip.days ?? []);
  return {
    frequency,
    interval: Number(values.interval),
    ...(mode === 'schedule' && {
      ...(frequency === 'weekly' && { days: [...days] }),
      ...(isMonthly && inMonth),
      ...(frequency === 'yearly' && { month: Number(month) }),
    }),
    time,
    timezone,
    ...(from && { from }),
    ...(until && { until }),
    skip: { dates: values.notOn.split(/[\s,]+/).filter(Boolean), days: skippedDays, shift: values.shift },
  };
}

/** The form knows whole weekends alone: other days of the week stay skipped, also one of a weekend. */
function skippedDaysOf({ notOnWeekends }: ScheduleValues, before: readonly Weekday[]): Weekday[] {
  const others = before.filter((day) => !WEEKEND.includes(day));
  if (notOnWeekends) return [...others, ...WEEKEND];
  return WEEKEND.every((day) => before.includes(day)) ? others : [...before];
}
