import { EVERY_WEEK, hourAfter, momentsAfter } from '#common/schedule/schedule.js';
import { type Weekday, WEEKDAYS } from '#common/validation/local-time.js';
import { endOfQuiet, NO_QUIET, type Quiet } from './quiet.js';

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

const DAYS: Record<Exclude<Frequency, 'hourly'>, readonly Weekday[]> = {
  daily: WEEKDAYS,
  weekdays: WEEKDAYS.slice(0, 5),
  weekly: ['mon'],
};

/** `partial` over `schedule`; every frequency but `hourly` needs a time. */
export function mergeSchedule(schedule: Schedule, partial: Partial<Schedule> = {}): Schedule {
  const { frequency = schedule.frequency, time = schedule.time, timezone = schedule.timezone } = partial;
  return { frequency, time: time ?? (frequency === 'hourly' ? null : DEFAULT_TIME), timezone };
}

/** The first run of the schedule after a moment, in ISO 8601. A run in quiet time waits until that ends. */
export function nextRunAfter(schedule: Schedule, moment: string, quiet: Quiet = NO_QUIET): string {
  return runAt(schedule, slotAfter(schedule, Date.parse(moment)), quiet);
}

/**
 * The next run of a schedule whose quiet time changes at a moment. A run that the old quiet time has put off is still made,
 * at once if the new one allows it. `since` is when the colleague last ran, or was created.
 */
export function nextRunOfOtherQuiet(
  schedule: Schedule & { readonly nextRunAt: string | null },
  { since, now, before, after }: { since: string; now: string; before: Quiet; after: Quiet },
): string {
  const first = slotAfter(schedule, Date.parse(since));
  const isPutOff = first <= Date.parse(now) && runAt(schedule, first, before) === schedule.nextRunAt;
  if (!isPutOff) return nextRunAfter(schedule, now, after);
  const next = runAt(schedule, first, after);
  return next > now ? next : now;
}

function runAt({ timezone }: Schedule, slot: number, quiet: Quiet): string {
  return new Date(endOfQuiet(quiet, timezone, slot)).toISOString();
}

/** The first time of the schedule after a moment. */
function slotAfter({ frequency, time, timezone }: Schedule, moment: number): number {
  if (frequency === 'hourly') return hourAfter(time ?? '00:00', timezone, moment);
  const days = momentsAfter({ ...EVERY_WEEK, days: DAYS[frequency], time: time ?? DEFAULT_TIME, timezone }, moment);
  return days.next().value as number;
}

/** The first `count` runs of the schedule after a moment, beginning with `next` where that is among them. */
export function nextRunsAfter(
  schedule: Schedule,
  moment: string,
  { count, quiet, next }: { count: number; quiet: Quiet; next: string | null },
): string[] {
  const runs: string[] = next !== null && next > moment ? [next] : [];
  while (runs.length < count) runs.push(nextRunAfter(schedule, runs.at(-1) ?? moment, quiet));
  return runs;
}
