import { type RefObject, useEffect, useRef } from 'react';
import { hearKeys, keyOf } from '../../lib/keys.ts';
import type { Task } from '../../lib/model.ts';
import { mayWriteTask } from '../../lib/queries.ts';
import { findShownTask } from '../../lib/tasks.ts';

/** An arrow that is pressed with Alt on a task: how many days to the right, how many weeks down. */
export interface Arrow {
  days: number;
  weeks: number;
  isShift: boolean;
}

const ARROWS: Readonly<Record<string, Omit<Arrow, 'isShift'>>> = {
  ArrowLeft: { days: -1, weeks: 0 },
  ArrowRight: { days: 1, weeks: 0 },
  ArrowUp: { days: 0, weeks: -1 },
  ArrowDown: { days: 0, weeks: 1 },
};

/** `Alt` and arrows on the tasks in `container`, for readers who may write them. */
export function useMoveKeys(container: RefObject<HTMLElement | null>, move: (task: Task, arrow: Arrow) => void): void {
  const latest = useRef(move);
  latest.current = move;
  useEffect(() => {
    if (!container.current) return undefined;
    return hearKeys(
      (event) => {
        const arrow = event.altKey && !event.ctrlKey && !event.metaKey && ARROWS[keyOf(event)];
        const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-task]');
        if (!arrow || !row) return;
        const task = findShownTask(({ id }) => id === row.dataset['task']);
        if (!task || !mayWriteTask(task)) return;
        // The browser would go back.
        event.preventDefault();
        latest.current(task, { ...arrow, isShift: event.shiftKey });
      },
      { on: container.current },
    );
  }, [container]);
}
