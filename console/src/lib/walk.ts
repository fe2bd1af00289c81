import { useEffect, useRef } from 'react';
import type { Task } from './model.ts';

type Walked = Pick<Task, 'id' | 'tid'>;

/** The tasks of a screen in their order, as far as they are known; the others are undefined. */
export type ReadTasks = () => readonly (Walked | undefined)[];

let read: ReadTasks | undefined;

/** Told by the screen that shows them: a task that is opened over it goes on to the next. */
export function useWalk(tasks: ReadTasks): void {
  const latest = useRef(tasks);
  latest.current = tasks;
  useEffect(() => {
    const own: ReadTasks = () => latest.current();
    const before = read;
    read = own;
    return () => {
      if (read === own) read = before;
    };
  }, []);
}

export interface Place {
  id: string | undefined;
  /** From 1. */
  at: number;
  of: number;
  previous: Walked | undefined;
  next: Walked | undefined;
}

/** Where a task stands in the list that it was opened from. */
export function placeOf(tid: string): Place | undefined {
  const tasks = read?.() ?? [];
  const index = tasks.findIndex((task) => task?.tid === tid);
  if (index < 0) return undefined;
  return { id: tasks[index]?.id, at: index + 1, of: tasks.length, previous: tasks[index - 1], next: tasks[index + 1] };
}
