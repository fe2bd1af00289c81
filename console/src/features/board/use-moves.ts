import { announce } from '../../lib/toasts.ts';
import type { Task } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { focusTask } from '../../lib/task-focus.ts';
import { moveTask, type projectTasksQuery } from '../../lib/tasks.ts';
import * as projectTexts from '../../lib/texts/project.ts';
import { type Lane, moved, targetAt } from './lanes.ts';

export type Move = (task: Task, lane: Lane, index: number) => void;

/** Moves a card at once; a refusal puts it back. */
export function useMoves(query: ReturnType<typeof projectTasksQuery>): Move {
  return (task, lane, index) => {
    const others = lane.tasks.filter(({ id }) => id !== task.id);
    const at = Math.max(0, Math.min(index, others.length));
    const target = targetAt(lane, at, task.id);
    if (lane.name === task.status && lane.tasks[at]?.id === task.id) return;
    focusTask(task.id);
    announce(projectTexts.board.moved(`${task.tid} ${task.title}`, lane.name, at + 1, others.length + 1));
    void moveTask(task, target, lane.name, () => {
      const before = queryClient.getQueryData(query.queryKey);
      if (before && target) queryClient.setQueryData(query.queryKey, moved(before, task, lane.name, target));
      return () => queryClient.setQueryData(query.queryKey, before);
    });
  };
}
