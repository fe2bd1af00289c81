import { announce } from '../../lib/toasts.ts';
import type { Task } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { focusTask } from '../../lib/task-focus.ts';
import type { projectTasksQuery } from '../../lib/task-queries.ts';
import { changeTask, moveTask } from '../../lib/tasks.ts';
import * as boardTexts from '../../lib/texts/board.ts';
import { changeBetween, type Lane, moved, targetAt } from './lanes.ts';

export type Move = (task: Task, from: Lane, lane: Lane, index: number) => void;

/** Moves a card at once; a refusal puts it back. */
export function useMoves(query: ReturnType<typeof projectTasksQuery>): Move {
  return (task, from, lane, index) => {
    const others = lane.tasks.filter(({ id }) => id !== task.id);
    const at = Math.max(0, Math.min(index, others.length));
    const { status = task.status, ...change } = changeBetween(task, from, lane);
    const target = targetAt(lane, at, task.id);
    const isWritten = Object.keys(change).length > 0;
    if (!isWritten && status === task.status && (lane !== from || lane.tasks[at]?.id === task.id)) return;
    focusTask(task.id);
    announce(boardTexts.board.moved(`${task.tid} ${task.title}`, lane.name, at + 1, others.length + 1));
    // The order within a lane is the tasks' own: what comes from another group keeps it.
    if (isWritten) {
      void changeTask(task, { ...change, ...(status !== task.status && { status }) });
      return;
    }
    void moveTask(task, target, status, () => {
      const before = queryClient.getQueryData(query.queryKey);
      if (before && target) queryClient.setQueryData(query.queryKey, moved(before, task, status, target));
      return () => queryClient.setQueryData(query.queryKey, before);
    });
  };
}
