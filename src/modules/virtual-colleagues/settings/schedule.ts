import { DateTime, IANAZone } from 'luxon';

export const FREQUENCIES = ['hourly', 'daily', 'weekdays', 'weekly'] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/** When a colleague runs, by the clocks of its time zone. */
export interface Schedule {
  frequency: Frequency;
  /** `HH:MM`. An hourly schedule uses only its minute; without a time, 0. */
  time: string | null;
  /** IANA name. */
  timezone: string;
}

export const DEFAULT_SCHEDULE: Schedule = { frequency: 'daily', time: null, timezone: 'UTC' };

const DEFAULT_TIME = '09:00';

/** Replaces a zone that the time zone data no longer know; they did when it was set. */
const UNKNOWN_ZONE = 'UTC';

/** In hours. No zone moves its clocks by more than 2 (Antarctica/Troll). */
const LARGEST_CHANGE = 3;

const MONDAY = 1;
const FRIDAY = 5;

/** `partial` over `schedule`; every frequency but `hourly` needs a time. */
export function mergeSchedule(schedule: Schedule, partial: Partial<Schedule> = {}): Schedule {
  const { frequency = schedule.frequency, time = schedule.time, timezone = schedule.timezone } = partial;
  return { frequency, time: time ?? (frequency === 'hourly' ? null : DEFAULT_TIME), timezone };
}

/**
 * The first time of the schedule after a moment, in ISO 8601. As in RFC 5545 (3.3.5, 3.3.10), a local time that does not
 * exist moves forward by the gap, and one that exists twice counts the first time only.
 */
export function nextRunAfter({ frequency, time, timezone }: Schedule, moment: string): string {
  const zone = IANAZone.create(timezone).isValid ? timezone : UNKNOWN_ZONE;
  const now = DateTime.fromISO(moment, { zone });
  const [hour = 0, minute = 0] = (time ?? '00:00').split(':').map(Number);
  // Local times are counted as if they were UTC, where every time exists. Counting begins before now: a gap may move a
  // time past midnight, and the clocks may have gone back.
  const shown = now.setZone('utc', { keepLocalTime: true }).set({ minute, second: 0, millisecond: 0 });
  const isHourly = frequency === 'hourly';
  const first = isHourly ? shown.minus({ hours: LARGEST_CHANGE }) : shown.set({ hour }).minus({ days: 1 });
  for (let count = 0; ; count += 1) {
    const local = first.plus(isHourly ? { hours: count } : { days: count });
    if (!runsOn(frequency, local.weekday)) continue;
    const instant = instantOf(local, zone);
    if (instant > now.toMillis()) return new Date(instant).toISOString();
  }
}

/** The first `count` times of the schedule after a moment. */
export function nextRunsAfter(schedule: Schedule, moment: string, count: number): string[] {
  const runs: string[] = [];
  while (runs.length < count) runs.push(nextRunAfter(schedule, runs.at(-1) ?? moment));
  return runs;
}

function runsOn(frequency: Frequency, weekday: number): boolean {
  if (frequency === 'weekly') return weekday === MONDAY;
  return frequency !== 'weekdays' || weekday <= FRIDAY;
}

/** Luxon moves a time that does not exist forward by the gap, and gives both moments of one that exists twice. */
function instantOf(local: DateTime, zone: string): number {
  const possible = local.setZone(zone, { keepLocalTime: true }).getPossibleOffsets();
  return Math.min(...possible.map((instant) => instant.toMillis()));
}
