import { WEEKDAYS, type Weekday } from '#common/validation/local-time.js';
import type { QuietHours } from '../settings/notification-choices.js';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
/** The clocks may change meanwhile: a long wait is looked at again. */
const LONGEST_LOOK = 15 * MINUTE;

/** When quiet hours that hold now should be looked at again: at their end, or earlier. Undefined while none hold. */
export function quietUntil(quiet: QuietHours | null, timeZone: string, now: Date): Date | undefined {
  if (!quiet) return undefined;
  const { weekday, minutes } = localTime(timeZone, now);
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const before = WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 6) % 7] as Weekday;
  const isOver = to < from;
  const holdsSinceToday = quiet.days.includes(weekday) && minutes >= from && (isOver || minutes < to);
  const holdsSinceYesterday = isOver && quiet.days.includes(before) && minutes < to;
  if (!holdsSinceToday && !holdsSinceYesterday) return undefined;
  const left = ((to - minutes + DAY_MINUTES) % DAY_MINUTES) * MINUTE;
  const beginOfMinute = Math.floor(now.getTime() / MINUTE) * MINUTE;
  return new Date(beginOfMinute + Math.min(left, LONGEST_LOOK));
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

function localTime(timeZone: string, now: Date): { weekday: Weekday; minutes: number } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    weekday: (parts['weekday'] ?? '').toLowerCase() as Weekday,
    minutes: minutesOf(`${parts['hour'] ?? '0'}:${parts['minute'] ?? '0'}`),
  };
}
