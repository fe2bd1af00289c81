import type { Changes } from './domain-event.js';

/** The project of each task of another project that an event names; null when that is not known. */
export type TaskProjects = Readonly<Record<string, string | null>>;

/** Fields whose changes name other tasks, by their ids or in objects with a `taskId`. */
const NAMING_TASKS = ['blockerIds', 'links'] as const;

/** Whether who reaches the projects may know of a task that an event names. */
export function mayKnow(projectIds: ReadonlySet<string>, taskProjects: TaskProjects): (id: string) => boolean {
  return (id) => {
    const projectId = taskProjects[id];
    return projectId === undefined || (projectId !== null && projectIds.has(projectId));
  };
}

/** Changes without the ids of tasks that are not shown, and without a parent of before that is not. */
export function visibleChanges(all: Changes, isShown: (id: string) => boolean): Changes {
  const changes = shownParent(all, isShown);
  const isItemShown = (item: unknown) => isShown(typeof item === 'string' ? item : (item as { taskId: string }).taskId);
  const shown = NAMING_TASKS.filter((field) => changes[field]).map((field): [string, object] => {
    const lists = Object.entries(changes[field] as object).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.filter(isItemShown) : value,
    ]);
    return [field, Object.fromEntries(lists) as object];
  });
  return { ...changes, ...Object.fromEntries<Changes[string]>(shown) };
}

function shownParent({ parentId, ...others }: Changes, isShown: (id: string) => boolean): Changes {
  if (!parentId || (typeof parentId.from === 'string' && !isShown(parentId.from))) return others;
  return { parentId, ...others };
}
