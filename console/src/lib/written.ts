import type { Task } from './model.ts';
import type { Shown, TaskChange, TaskQuery } from './tasks.ts';

/** Beside which task another one comes to stand. */
export type Target = { beforeId: string } | { afterId: string };

/** What was done to a task, and what it was before. */
export interface Written {
  id: string;
  tid: string;
  set: TaskChange;
  before: TaskChange;
  shownBefore: Shown;
  /** Where it stood, when it was moved. */
  place?: Target | undefined;
  /** When the service wrote it. */
  at: string;
}

/** When the reader last changed each task: what is newer comes from others. */
const own = new Map<string, string>();

export const noteOwn = ({ id, updatedAt }: Pick<Task, 'id' | 'updatedAt'>): unknown => own.set(id, updatedAt);

/** What a task has in the fields of a change; undefined where that is not known. */
export function valuesOf(task: Task | undefined, set: TaskChange): TaskChange | undefined {
  const values: [string, unknown][] = Object.entries(set).map(([name, value]) => {
    if (name === 'labelIds') return [name, task?.labels?.map(({ id }) => id)];
    if (name === 'custom') return [name, task?.custom && ownValuesOf(task.custom, value as object)];
    return [name, task?.[name as keyof Task]];
  });
  return values.every(([, value]) => value !== undefined) ? Object.fromEntries(values) : undefined;
}

const ownValuesOf = (custom: Record<string, unknown>, set: object) =>
  Object.fromEntries(Object.keys(set).map((key) => [key, custom[key] ?? null]));

/** What lists are asked for to know these values. */
export const askedFor = (sets: readonly TaskChange[]) => {
  const names = [...new Set(sets.flatMap((set) => Object.keys(set)))];
  const include = names.flatMap((name): NonNullable<TaskQuery['include']> =>
    name === 'labelIds' ? ['labels'] : name === 'custom' ? ['custom'] : [],
  );
  const plain = names.filter((name) => name !== 'labelIds' && name !== 'custom') as (keyof TaskChange & keyof Task)[];
  const fields: NonNullable<TaskQuery['fields']> = ['id', 'tid', 'updatedAt', ...plain];
  return { fields, include };
};

export const isSame = (one: TaskChange | undefined, other: TaskChange): boolean =>
  one !== undefined && comparable(one) === comparable(other);

const comparable = ({ labelIds, ...others }: TaskChange): string =>
  JSON.stringify([labelIds?.toSorted(), Object.entries(others).toSorted(([one], [other]) => (one < other ? -1 : 1))]);

/** Whether nobody has changed the task since, the reader in these fields neither. */
export const isStill = ({ id, at, set }: Written, now: Task | undefined): boolean =>
  now !== undefined && now.updatedAt === own.get(id) && (now.updatedAt === at || isSame(valuesOf(now, set), set));
