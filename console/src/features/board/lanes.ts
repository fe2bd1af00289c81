import { sumOf, type Task } from '../../lib/model.ts';

/** A column: a lane of the company, or a status that is none. */
export interface Lane {
  name: string;
  tasks: Task[];
  points: number;
}

/** Lanes in their order, then the statuses that are no lane, by name (console 2). */
export function lanesOf(names: readonly string[], tasks: readonly Task[]): Lane[] {
  const byStatus = Map.groupBy(tasks, ({ status }) => status);
  const others = [...byStatus.keys()]
    .filter((status) => !names.includes(status))
    .sort((one, other) => one.localeCompare(other));
  return [...names, ...others].map((name) => {
    const inLane = byStatus.get(name) ?? [];
    return { name, tasks: inLane, points: sumOf(inLane, ({ estimatedHours }) => estimatedHours) };
  });
}

/** Beside which task of the lane a task comes to stand at `index`, its own place not counted. */
export function targetAt(
  lane: Lane,
  index: number,
  movedId: string,
): { beforeId: string } | { afterId: string } | undefined {
  const others = lane.tasks.filter(({ id }) => id !== movedId);
  const next = others[index];
  if (next) return { beforeId: next.id };
  const last = others.at(-1);
  return last && { afterId: last.id };
}

/** The list with the task in its new place: what is shown until the service has answered. */
export function moved(
  tasks: readonly Task[],
  task: Task,
  status: string,
  target: { beforeId: string } | { afterId: string },
): Task[] {
  const others = tasks.filter(({ id }) => id !== task.id);
  const isBefore = 'beforeId' in target;
  const at = others.findIndex(({ id }) => id === (isBefore ? target.beforeId : target.afterId));
  return others.toSpliced(isBefore ? at : at + 1, 0, { ...task, status });
}
