import { useMemo, useSyncExternalStore } from 'react';
import type { Task } from '../../lib/model.ts';

export type Dated = Pick<Task, 'startDate' | 'dueDate'>;

/** Events of earlier steps come until then. */
const SETTLED_MS = 800;

/**
 * The dates that the reader has just given to tasks. Who presses a key five times hears of the first step while the last one is
 * under way: these dates are shown, and counted from, until that is over.
 */
let given: ReadonlyMap<string, Dated> = new Map();
const listeners = new Set<() => void>();

function change(next: ReadonlyMap<string, Dated>): void {
  given = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function withGiven<One extends Pick<Task, 'id'>>(task: One): One {
  const dates = given.get(task.id);
  return dates ? { ...task, ...dates } : task;
}

export function give(dates: ReadonlyMap<string, Dated>): void {
  change(new Map([...given, ...dates]));
}

/** They are written or refused: what the service says holds, unless there are later ones. */
export function settleGiven(dates: ReadonlyMap<string, Dated>, isWritten: boolean): void {
  const forget = () => change(new Map([...given].filter(([id, one]) => dates.get(id) !== one)));
  if (isWritten) setTimeout(forget, SETTLED_MS);
  else forget();
}

/** The tasks with the dates that they have just been given. */
export function useGiven<One extends Pick<Task, 'id'>>(tasks: readonly One[] | undefined): readonly One[] | undefined {
  const present = useSyncExternalStore(subscribe, () => given);
  return useMemo(() => (present.size === 0 ? tasks : tasks?.map(withGiven)), [tasks, present]);
}
