import { ApiProperty } from '@nestjs/swagger';
import { FREQUENCIES, type Frequency, type Schedule, SHIFTS, type SkippedDays } from '#common/schedule/schedule.js';
import { Day, DayArray, Integer, Nested, OneOf, OneOfArray } from '#common/validation/fields.js';
import { Rule } from '#common/validation/field.js';
import { TimeOfDay, type Weekday, WEEKDAYS } from '#common/validation/local-time.js';
import { TimeZoneName } from '#common/validation/time-zone.js';

export const MODES = ['schedule', 'after_completion'] as const;

export type Mode = (typeof MODES)[number];

const MOST_SKIPPED_DATES = 100;
const MOST_SKIPPED_DAYS = 6;
const LAST_WEEK = 5;
const LAST_DAY = 31;
const LAST_MONTH = 12;
const LARGEST_INTERVAL = 99;
/** The last of a month. */
const LAST = -1;

/** There is no 0th of anything. */
const NotZero = () => Rule((value) => (value === 0 ? 'Must not be 0' : undefined));

class NthInput {
  /** 1 to 5, or -1 for the last one of the month. */
  @NotZero()
  @Integer('required', LAST, LAST_WEEK)
  week: number;

  /** Which weekday. */
  @OneOf('required', WEEKDAYS, 'Weekday')
  day: Weekday;
}

class SkipInput {
  /** Days of the calendar, such as holidays. */
  @DayArray('optional', MOST_SKIPPED_DATES)
  dates?: string[];

  /** Days of the week; at most six. */
  @OneOfArray('optional', WEEKDAYS, 'Weekday', { minimum: 0, maximum: MOST_SKIPPED_DAYS })
  days?: Weekday[];

  /** What becomes of an occurrence on such a day: it is dropped, or moves to the nearest other day. Default `none`. */
  @OneOf('optional', SHIFTS, 'SkipShift')
  shift?: SkippedDays['shift'];
}

/** Moments that come again, as RFC 5545 counts them: from `from`, with weeks from Monday. */
export class ScheduleInput {
  /** What is counted. */
  @OneOf('required', FREQUENCIES, 'RecurrenceFrequency')
  frequency: Frequency;

  /** Every so many days, weeks, months or years. Default 1. */
  @Integer('optional', 1, LARGEST_INTERVAL)
  interval?: number;

  /** Of a weekly one. Default the day of `from`. */
  @OneOfArray('optional', WEEKDAYS, 'Weekday')
  days?: Weekday[];

  /** Of a monthly or yearly one: 1 to 31, or -1 for the last. A month without that day is left out. Default the day of `from`. */
  @NotZero()
  @Integer('optional', LAST, LAST_DAY, { notWith: 'nth' })
  dayOfMonth?: number;

  /** In place of `dayOfMonth`: which one of a weekday. */
  @Nested('optional', () => NthInput)
  nth?: NthInput;

  /** Of a yearly one. Default the month of `from`. */
  @Integer('optional', 1, LAST_MONTH)
  month?: number;

  /** Default `08:00`. */
  @TimeOfDay('optional')
  time?: string;

  /** IANA name of the time zone. Default the caller's. */
  @TimeZoneName('optional')
  timezone?: string;

  /** The day that it counts from. Default today. */
  @Day('optional')
  from?: string;

  /** The last day. */
  @Day('optional')
  until?: string;

  /** Days without an occurrence. */
  @Nested('optional', () => SkipInput)
  skip?: SkipInput;
}

class NthResponse {
  /** 1 to 5, or -1 for the last one of the month. */
  @ApiProperty({ type: 'integer' })
  week: number;

  /** Which weekday. */
  @ApiProperty({ enum: [...WEEKDAYS], enumName: 'Weekday' })
  day: Weekday;
}

class SkipResponse {
  /** Days of the calendar. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'date' } })
  dates: string[];

  /** Days of the week. */
  @ApiProperty({ enum: [...WEEKDAYS], enumName: 'Weekday', isArray: true })
  days: Weekday[];

  /** What becomes of an occurrence on such a day. */
  @ApiProperty({ enum: [...SHIFTS], enumName: 'SkipShift' })
  shift: SkippedDays['shift'];
}

/** A schedule with all that was left out of it. */
export class RecurrenceScheduleResponse {
  /** What is counted. */
  @ApiProperty({ enum: [...FREQUENCIES], enumName: 'RecurrenceFrequency' })
  frequency: Frequency;

  /** Every so many days, weeks, months or years. */
  @ApiProperty({ type: 'integer' })
  interval: number;

  /** Of a weekly one; null of others. */
  @ApiProperty({ enum: [...WEEKDAYS], enumName: 'Weekday', isArray: true, nullable: true })
  days: Weekday[] | null;

  /** Of a monthly or yearly one: 1 to 31, or -1 for the last; null of others, and with `nth`. */
  @ApiProperty({ type: 'integer', nullable: true })
  dayOfMonth: number | null;

  /** In place of `dayOfMonth`: which one of a weekday. */
  @ApiProperty({ type: NthResponse, nullable: true })
  nth: NthResponse | null;

  /** Of a yearly one; null of others. */
  @ApiProperty({ type: 'integer', nullable: true })
  month: number | null;

  /** `HH:MM`. */
  time: string;

  /** IANA name of the time zone. */
  timezone: string;

  /** The day that it counts from. */
  @ApiProperty({ type: String, format: 'date' })
  from: string;

  /** The last day; null for none. */
  @ApiProperty({ type: String, format: 'date', nullable: true })
  until: string | null;

  /** Days without an occurrence. */
  skip: SkipResponse;
}

export function toScheduleResponse({ days, nth, skip, ...schedule }: Schedule): RecurrenceScheduleResponse {
  const { frequency, interval, dayOfMonth, month, time, timezone, from, until } = schedule;
  const { dates, days: skippedDays, shift } = skip;
  return {
    frequency,
    interval,
    days: days.length > 0 ? [...days] : null,
    dayOfMonth,
    nth,
    month,
    time,
    timezone,
    from,
    until,
    skip: { dates: [...dates], days: [...skippedDays], shift },
  };
}

export class PreviewSchedule {
  /** When. */
  @Nested('required', () => ScheduleInput)
  schedule: ScheduleInput;

  /** Default `schedule`. */
  @OneOf('optional', MODES, 'RecurrenceMode')
  mode?: Mode;
}

export class SchedulePreviewResponse {
  /** The next ten moments, fewer when there are no more; after a completion only the first is known. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'date-time' } })
  next: string[];

  /** The schedule as people say it, in English. */
  words: string;
}
