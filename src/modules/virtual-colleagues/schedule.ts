import { DateTime } from 'luxon';

export const FREQUENCIES = ['hourly', 'daily', 'weekdays', 'weekly'] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/** When a colleague runs, by the clocks of its time zone. */
export interface Schedule {
  frequency: Frequency;
  /** `HH:MM`. An hourly one runs at its minute, 0 when there is no time. */
  time: string | null;
  /** IANA name. */
  timezone: string;
}

export const DEFAULT_SCHEDULE: Schedule = { frequency: 'daily', time: null, timezone: 'UTC' };

const DEFAULT_TIME = '09:00';

/** Days looked through: from yesterday, whose last times a gap may move past midnight, to beyond the next Monday. */
const FIRST_DAY = -1;
const LAST_DAY = 9;

const MONDAY = 1;
const FRIDAY = 5;

/** `partial` over `schedule`; every frequency but `hourly` needs a time. */
export function mergeSchedule(schedule: Schedule, partial: Partial<Schedule> = {}): Schedule {
  const { frequency = schedule.frequency, time = schedule.time, timezone = schedule.timezone } = partial;
  return { frequency, time: time ?? (frequency === 'hourly' ? null : DEFAULT_TIME), timezone };
}

/**
 * The first time of the schedule after a moment, in ISO 8601. As RFC 5545 has it (3.3.5, 3.3.10): a local time that does
 * not exist moves forward by the gap, one that exists twice counts once, the first time.
 */
export function nextRunAfter(schedule: Schedule, moment: string): string {
  const after = DateTime.fromISO(moment).toMillis();
  // Noon exists on every day; what falls into a gap would be moved, perhaps to another day.
  const today = DateTime.fromISO(moment, { zone: schedule.timezone }).set({ hour: 12, minute: 0 });
  for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
    const date = today.plus({ days: day });
    if (!runsOn(schedule.frequency, date.weekday)) continue;
    for (const time of timesOf(schedule)) {
      const instant = instantOf(date, time);
      if (instant > after) return new Date(instant).toISOString();
    }
  }
  throw new Error(`No run of ${JSON.stringify(schedule)} after ${moment}`);
}

function runsOn(frequency: Frequency, weekday: number): boolean {
  if (frequency === 'weekly') return weekday === MONDAY;
  return frequency !== 'weekdays' || weekday <= FRIDAY;
}

interface LocalTime {
  hour: number;
  minute: number;
}

function timesOf({ frequency, time }: Schedule): LocalTime[] {
  const [hour = 0, minute = 0] = (time ?? '00:00').split(':').map(Number);
  if (frequency !== 'hourly') return [{ hour, minute }];
  return Array.from({ length: 24 }, (_, each) => ({ hour: each, minute }));
}

/** Luxon moves a time that does not exist forward by the gap, and offers both of one that exists twice. */
function instantOf({ year, month, day, zone }: DateTime, time: LocalTime): number {
  const possible = DateTime.fromObject({ year, month, day, ...time }, { zone }).getPossibleOffsets();
  return Math.min(...possible.map((instant) => instant.toMillis()));
}
