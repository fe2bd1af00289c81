import type { TaskGroupResponse } from 'project-management-sdk';
import {
  changeIntoAll,
  type Group,
  type GroupName,
  groupIdsOf,
  groupNamed,
  isWritable,
  joinedChange,
  ownChange,
  PRIORITY_GROUPS,
  unsetGroup,
} from '../../components/groups.ts';
import { isOwnName } from '../../lib/fields.ts';
import { sumOf, type Task } from '../../lib/model.ts';
import type { TaskChange } from '../../lib/tasks.ts';
import type { Target } from '../../lib/written.ts';

/** A group that a board shows as a column or a swimlane. */
export interface Place extends Group {
  by: GroupName;
}

/** A column, or where a column crosses a swimlane. */
export interface Lane {
  key: string;
  name: string;
  column: Place;
  row: Place | undefined;
  /** Those that have been read. */
  tasks: Task[];
  /** How many there are. */
  total: number;
  /** Of all of them. */
  points: number;
}

const byName = (one: Group, other: Group): number => one.name.localeCompare(other.name);

/** The groups that there are, in the service's order, then those of `others` that have no task, then what is unset. */
export function placesOf(
  by: GroupName,
  tasks: readonly Task[],
  counted: readonly TaskGroupResponse[],
  others: readonly Group[],
): Place[] {
  const known = counted.map(({ keys: [key] }) => groupNamed(by, key?.id ?? null, key?.name ?? null));
  const fixed = by === 'priority' ? PRIORITY_GROUPS : by === 'status' ? others : [];
  const all = [...fixed, ...known.filter(({ id }) => id !== null), ...others, ...unsetGroup(by)];
  const present = new Set(tasks.flatMap((task) => groupIdsOf(task, by)));
  const offered = new Set(others.map(({ id }) => id));
  const isShown = ({ id }: Group) =>
    id === null || present.has(id) || offered.has(id) || fixed.some((one) => one.id === id);
  const byId = new Map(all.filter(isShown).map((group) => [group.id, group]));
  // What the service has not counted yet.
  const unnamed = [...present].filter((id) => id !== null && !byId.has(id));
  const strangers = by === 'status' ? unnamed.map((id) => groupNamed(by, id, id)).sort(byName) : [];
  const last = [...byId.values()].filter(({ id }) => id === null);
  return [...[...byId.values()].filter(({ id }) => id !== null), ...strangers, ...last].map((group) => ({
    by,
    ...group,
  }));
}

/** The tasks in each column, of each swimlane if there are some. */
export function lanesOf(tasks: readonly Task[], columns: readonly Place[], row?: Place): Lane[] {
  const [first] = columns;
  if (!first) return [];
  const inColumn = tasksOfGroups(tasks, first.by);
  return columns.map((column) => {
    const own = inColumn.get(column.id) ?? [];
    return {
      key: JSON.stringify([column.id, row?.id]),
      name: column.name,
      column,
      row,
      tasks: own,
      total: own.length,
      points: sumOf(own, ({ estimatedHours }) => estimatedHours),
    };
  });
}

/** A lane of which only the first tasks have been read; what has come and gone since is counted, too. */
export function countedLane(lane: Lane, counted: TaskGroupResponse | undefined, size: number): Lane {
  if (!counted || counted.tasks <= size) return lane;
  return { ...lane, total: counted.tasks + lane.tasks.length - size, points: counted.estimatedHours };
}

/** The tasks of each group, by its id. */
export function tasksOfGroups(tasks: readonly Task[], by: GroupName): Map<string | null, Task[]> {
  const found = new Map<string | null, Task[]>();
  for (const task of tasks)
    for (const id of groupIdsOf(task, by)) {
      const own = found.get(id);
      if (own) own.push(task);
      else found.set(id, [task]);
    }
  return found;
}

const stepsOf = ({ column, row }: Lane): Place[] => (row ? [column, row] : [column]);

/** What changes when a task goes from one lane into another. */
export const changeBetween = (task: Task, from: Lane, to: Lane): TaskChange =>
  changeIntoAll(task, stepsOf(from), stepsOf(to));

/** What a new task begins with, to stand in the lane. */
export function fieldsOf(lane: Lane): TaskChange {
  const fields = stepsOf(lane).map(({ by, id, name }) => {
    if (id === null || !isWritable(by)) return {};
    if (isOwnName(by)) return ownChange(by, { id, name });
    if (by === 'label') return { labelIds: [id] };
    return { [by === 'status' || by === 'priority' ? by : `${by}Id`]: id };
  });
  return joinedChange(fields);
}

/** Beside which task of the lane a task comes to stand at `index`, its own place not counted. */
export function targetAt(lane: Lane, index: number, movedId: string): Target | undefined {
  const others = lane.tasks.filter(({ id }) => id !== movedId);
  const next = others[index];
  if (next) return { beforeId: next.id };
  const last = others.at(-1);
  return last && { afterId: last.id };
}

/** The list with the task in its new place: what is shown until the service has answered. */
export function moved(tasks: readonly Task[], task: Task, status: string, target: Target): Task[] {
  const others = tasks.filter(({ id }) => id !== task.id);
  const isBefore = 'beforeId' in target;
  const at = others.findIndex(({ id }) => id === (isBefore ? target.beforeId : target.afterId));
  return others.toSpliced(isBefore ? at : at + 1, 0, { ...task, status });
}

/** Beside which task one stands that is about to be moved: the one before it, else the first after it that stays. */
export function placeOf(tasks: readonly Task[], id: string, moving: ReadonlySet<string>): Target | undefined {
  const at = tasks.findIndex((task) => task.id === id);
  const before = tasks[at - 1];
  if (before) return { afterId: before.id };
  const next = tasks.slice(at + 1).find((task) => !moving.has(task.id));
  return next && { beforeId: next.id };
}
