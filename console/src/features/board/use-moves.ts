import { actedOnText, readActedOn } from '../../lib/acted-on.ts';
import { announce } from '../../lib/toasts.ts';
import type { Task } from '../../lib/model.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isActedOnMany, isSelected, selection } from '../../lib/selection.ts';
import { focusTask } from '../../lib/task-focus.ts';
import { changeTask, changeTasks, type Move, moveTasks } from '../../lib/task-changes.ts';
import type { Target } from '../../lib/written.ts';
import * as boardTexts from '../../lib/texts/board.texts.ts';
import { changeBetween, type Lane, moved, placeOf, targetAt } from './lanes.ts';
import type { boardQuery } from './board-query.ts';
import type { Board } from './use-board.ts';

export type MoveCard = (task: Task, from: Lane, lane: Lane, index: number) => void;

/** The tasks of a lane that stay where they are when this one is moved. */
export function othersIn(lane: Lane, task: Task): Task[] {
  const goes = (id: string) => id === task.id || (isActedOnMany(task.id) && isSelected(selection.present(), id));
  return lane.tasks.filter(({ id }) => !goes(id));
}

/** Moves a card at once, and with it the selection that it is in; a refusal puts it back. */
export function useMoves(query: ReturnType<typeof boardQuery>, board: Board): MoveCard {
  const show = (task: Task, status: string, target: Target | undefined) => () => {
    const before = queryClient.getQueryData(query.queryKey);
    if (before && target) queryClient.setQueryData(query.queryKey, moved(before, task, status, target));
    return () => queryClient.setQueryData(query.queryKey, before);
  };
  /** `moving`: all that go with it. */
  const moveOf = (task: Task, status: string, target: Target | undefined, moving: ReadonlySet<string>): Move => ({
    task,
    status,
    target,
    from: placeOf(queryClient.getQueryData(query.queryKey) ?? [], task.id, moving),
    show: show(task, status, target),
  });
  const moveMany = async (task: Task, lane: Lane, at: number) => {
    const ids = new Set((await readActedOn(task)).map(({ id }) => id));
    const lanes = board.rows.flatMap((row) => row.lanes);
    const acted = lanes.flatMap((from) =>
      from.tasks.filter(({ id }) => ids.has(id)).map((one) => [one, from] as const),
    );
    const coming = new Map(
      acted
        .filter(([, from]) => from.key !== lane.key)
        .map(([one, from]) => [one.id, [one, changeBetween(one, from, lane)] as const]),
    );
    if (coming.size > 0) {
      await changeTasks([...coming.values()]);
      return;
    }
    const first = targetAt({ ...lane, tasks: othersIn(lane, task) }, at, task.id);
    await moveTasks(
      acted.map(([one], index) => {
        const before = acted[index - 1]?.[0];
        return moveOf(one, one.status, before ? { afterId: before.id } : first, ids);
      }),
    );
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
    else if (target) void moveTasks([moveOf(task, status, target, new Set([task.id]))]);
    else void changeTask(task, { status });
  };
}
