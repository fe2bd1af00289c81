import { useMemo, useRef } from 'react';
import { numberOf } from './days.ts';
import { isDay } from '../../lib/format.ts';
import { DONE } from '../../lib/model.ts';
import type { TimedTask } from './queries.ts';
import { type Days, daysOf } from './reschedule.ts';

/** A task that stands in time. */
export interface Row {
  task: TimedTask;
  days: Days;
  /** The tids of the open tasks that it waits for and that end after it begins. */
  early: readonly string[];
}

type Blocker = NonNullable<TimedTask['blockers']>[number];

/** What begins first stands first; what is moved stays in its row until other tasks are asked for. */
export function useRows(tasks: readonly TimedTask[] | undefined, asked: string): Row[] {
  const places = useRef<{ asked: string; of: Map<string, string> }>(undefined);
  return useMemo(() => {
    if (places.current?.asked !== asked) places.current = { asked, of: new Map() };
    const { of } = places.current;
    const shown = new Map((tasks ?? []).map((task) => [task.id, task]));
    const rows = [...shown.values()].flatMap((task) => {
      const days = daysOf(task);
      return days ? [{ task, days, early: earlyFor(task, shown) }] : [];
    });
    for (const { task, days } of rows)
      if (!of.has(task.id)) of.set(task.id, `${days.from} ${days.to} ${sortableTid(task.tid)}`);
    const placeOf = ({ task }: Row) => of.get(task.id) ?? '';
    return rows.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  }, [tasks, asked]);
}

/** Its number has leading zeros, so that 10 comes after 9. */
function sortableTid(tid: string): string {
  const at = tid.lastIndexOf('-') + 1;
  return tid.slice(0, at) + tid.slice(at).padStart(8, '0');
}

/** A blocker is where it is shown, before what the task was read with. */
function earlyFor(task: TimedTask, shown: ReadonlyMap<string, TimedTask>): string[] {
  if (task.status === DONE) return [];
  return (task.blockers ?? [])
    .map((blocker): Blocker => ({ ...blocker, ...shown.get(blocker.id) }))
    .filter((blocker) => blocker.status !== DONE && beginsBeforeEnd(task, blocker))
    .map(({ tid }) => tid);
}

function beginsBeforeEnd(task: TimedTask, { dueDate: end }: Blocker): boolean {
  const start = task.startDate ?? task.dueDate;
  if (end === null || start === null) return false;
  if (!isDay(start) && !isDay(end)) return start < end;
  const [first, last] = [daysOf(task)?.from, daysOf({ startDate: null, dueDate: end })?.to];
  return first !== undefined && last !== undefined && numberOf(first) <= numberOf(last);
}
