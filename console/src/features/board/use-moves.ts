import { actedOnText, readActedOn } from '../../lib/acted-on.ts';
import { announce } from '../../lib/toasts.ts';
import type { Task } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isActedOnMany, isSelected, selection } from '../../lib/selection.ts';
import { focusTask } from '../../lib/task-focus.ts';
import { changeTask, changeTasks, moveTask } from '../../lib/tasks.ts';
import * as boardTexts from '../../lib/texts/board.texts.ts';
import type { boardQuery } from './board-query.ts';
import { changeBetween, type Lane, moved, targetAt } from './lanes.ts';
import type { Board } from './use-board.ts';

export type Move = (task: Task, from: Lane, lane: Lane, index: number) => void;

/** The tasks of a lane that stay where they are when this one is moved. */
export function othersIn(lane: Lane, task: Task): Task[] {
  const goes = (id: string) => id === task.id || (isActedOnMany(task.id) && isSelected(selection.present(), id));
  return lane.tasks.filter(({ id }) => !goes(id));
}

/** Moves a card at once, and with it the selection that it is in; a refusal puts it back. */
export function useMoves(query: ReturnType<typeof boardQuery>, board: Board): Move {
  const show = (task: Task, status: string, target: ReturnType<typeof targetAt>) => () => {
    const before = queryClient.getQueryData(query.queryKey);
    if (before && target) queryClient.setQueryData(query.queryKey, moved(before, task, status, target));
    return () => queryClient.setQueryData(query.queryKey, before);
  };
  const moveMany = async (task: Task, lane: Lane, at: number) => {
    const ids = new Set((await readActedOn(task)).map(({ id }) => id));
    const lanes = board.rows.flatMap((row) => row.lanes);
    const acted = lanes.flatMap((from) =>
      from.tasks.filter(({ id }) => ids.has(id)).map((one) => [one, from] as const),
    );
    const coming = new Map(
      acted.filter(([, from]) => from.key !== lane.key).map(([one, from]) => [one.id, changeBetween(one, from, lane)]),
    );
    if (coming.size > 0) {
      await changeTasks([...coming]);
      return;
    }
    let target = targetAt({ ...lane, tasks: othersIn(lane, task) }, at, task.id);
    for (const [one] of acted) {
      if (!(await moveTask(one, target, one.status, show(one, one.status, target)))) return;
      target = { afterId: one.id };
    }
  };
  return (task, from, lane, index) => {
    const others = othersIn(lane, task);
    const at = Math.max(0, Math.min(index, others.length));
    const about = actedOnText(task);
    const { status = task.status, ...change } = changeBetween(task, from, lane);
    const target = targetAt(lane, at, task.id);
    const isWritten = Object.keys(change).length > 0;
    if (!about && !isWritten && status === task.status && (lane !== from || lane.tasks[at]?.id === task.id)) return;
    focusTask(task.id);
    announce(boardTexts.board.moved(about ?? `${task.tid} ${task.title}`, lane.name, at + 1, others.length + 1));
    if (about) void moveMany(task, lane, at);
    // The order within a lane is the tasks' own: what comes from another group keeps it.
    else if (isWritten) void changeTask(task, { ...change, ...(status !== task.status && { status }) });
    else void moveTask(task, target, status, show(task, status, target));
  };
}
