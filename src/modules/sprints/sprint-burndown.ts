import { roundHours } from '#common/numbers/rounding.js';
import type { RecordedChange } from '#modules/tasks/planning/sprint-record.service.js';
import type { BurndownRow } from './sprint.dto.js';
import type { Sprint } from './sprint.entity.js';

const DAY = 24 * 60 * 60 * 1_000;

/** A sprint that is planned for the distant past has no row for each day since. */
const MOST_DAYS = 3_660;

type Dates = Pick<Sprint, 'startDate' | 'endDate' | 'startedAt' | 'endedAt'>;

/**
 * A row for each day (in UTC) since the sprint's real or planned start, whichever was first. It shows the end of that
 * day; the last row shows now, or the sprint's end. `changes` are in order.
 */
export function burndownOf(sprint: Dates, changes: readonly RecordedChange[], now: Date): BurndownRow[] {
  const until = sprint.endedAt ?? now.toISOString();
  const [since = until] = [sprint.startDate, sprint.startedAt, until].filter((start) => start !== null).sort();
  const started = sprint.startedAt ?? since;
  const initial = sum(changes.filter(({ at }) => at <= started));
  let position = 0;
  let [remainingHours, doneTasks] = [0, 0];
  return endsOfDays(since, until).map((date) => {
    // The last row is as things are, whatever the clock of the instance said that recorded them.
    for (; position < changes.length; position += 1) {
      const change = changes[position] as RecordedChange;
      if (change.at > date && date !== until) break;
      remainingHours += change.remainingHours;
      doneTasks += change.doneTasks;
    }
    const idealHours = idealAt(date, since, sprint.endDate, initial);
    return { date, remainingHours: roundHours(remainingHours), idealHours, doneTasks };
  });
}

function sum(changes: readonly RecordedChange[]): number {
  return changes.reduce((total, { remainingHours }) => total + remainingHours, 0);
}

/** The last millisecond of each day from `since` on; for the day of `until`, `until` itself. */
function endsOfDays(since: string, until: string): string[] {
  const lastDay = Math.floor(Date.parse(until) / DAY);
  const firstDay = Math.max(Math.floor(Date.parse(since) / DAY), lastDay - MOST_DAYS);
  const days = Array.from({ length: lastDay - firstDay }, (_, index) => firstDay + index);
  return [...days.map((day) => new Date((day + 1) * DAY - 1).toISOString()), until];
}

/** On the straight line from what remained at the start to nothing at the planned end. */
function idealAt(date: string, since: string, endDate: string | null, initial: number): number | null {
  if (endDate === null) return null;
  const [moment, start, end] = [date, since, endDate].map((text) => Date.parse(text)) as [number, number, number];
  return moment >= end ? 0 : roundHours((initial * (end - moment)) / (end - start));
}
