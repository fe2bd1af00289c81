import type { QueryKey } from '@tanstack/react-query';
import type { ListTasksData } from 'project-management-sdk';
import type { Task, TaskDetail } from './model.ts';
import { queryClient } from './query-client.ts';

/** What lists of tasks are asked with, besides which part of them. */
export type TaskQuery = Omit<NonNullable<ListTasksData['query']>, 'page' | 'cursor' | 'limit'>;

/** The API's own parameters, as they stand in the address. */
export interface TaskFilters {
  assigneeId?: string;
  labelIds?: string;
  priority?: string;
  epicId?: string;
  sprintId?: string;
  search?: string;
  status?: string;
  /** In the filter language. */
  filter?: string;
  /** The id of a saved view. */
  view?: string;
}

export const FILTER_NAMES = [
  'assigneeId',
  'labelIds',
  'priority',
  'epicId',
  'sprintId',
  'search',
  'status',
  'filter',
  'view',
] as const;
/** The others are lists. */
const TEXTS: readonly string[] = ['search', 'filter', 'view'];

/** Lists of the address are comma-separated; `\,` is a comma that belongs to the value. */
export const listOf = (text: string | undefined): string[] =>
  text ? (text.match(/(?:\\.|[^,])+/g) ?? []).map((item) => item.replace(/\\([\\,])/g, '$1')) : [];
export const textOf = (items: readonly string[]): string | undefined =>
  items.length > 0 ? items.map((item) => item.replace(/[\\,]/g, '\\$&')).join(',') : undefined;

/** Lists of all projects leave out the tasks of those that are archived. */
export const NOT_ARCHIVED = 'not archived';

/** A text as the filter language writes it. */
export const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** What the address says, whatever that is: the service refuses what it does not know. */
export function queryOf(filters: TaskFilters): Pick<TaskQuery, keyof TaskFilters> {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const text = filters[name];
      return text ? [[name, TEXTS.includes(name) ? text : listOf(text)]] : [];
    }),
  );
}

/** What cards and rows show besides the fields of a task. */
export const INCLUDED: NonNullable<TaskQuery['include']> = ['assignee', 'labels', 'work'];

/** Whole lists, pages, and numbers of tasks. */
type Lists = Task[] | { data?: Task[] } | undefined;

const tasksOf = (data: Lists): Task[] => {
  const tasks = Array.isArray(data) ? data : data?.data;
  return Array.isArray(tasks) ? tasks : [];
};

const openTasks = (): TaskDetail[] =>
  queryClient
    .getQueriesData<TaskDetail>({ queryKey: ['task'] })
    .flatMap(([key, task]) => (task && key.length === 2 ? [task] : []));

/** What all that is in memory knows of tasks; of several copies the one that was changed last. */
export function knownTasks(ids: ReadonlySet<string>): Map<string, Task> {
  const known = new Map<string, Task>();
  const add = (task: Task) => {
    const other = known.get(task.id);
    if (!ids.has(task.id)) return;
    known.set(task.id, other && other.updatedAt > task.updatedAt ? { ...task, ...other } : { ...other, ...task });
  };
  for (const [, data] of queryClient.getQueriesData<Lists>({ queryKey: ['tasks'] })) tasksOf(data).forEach(add);
  openTasks().forEach(add);
  return known;
}

/** A task of the lists that are in memory. */
export function findShownTask(fits: (task: Task) => boolean): Task | undefined {
  for (const [, data] of queryClient.getQueriesData<Lists>({ queryKey: ['tasks'] })) {
    const task = tasksOf(data).find(fits);
    if (task) return task;
  }
  return undefined;
}

/** Changes a task wherever it is shown. Lists that no longer fit it are read again by `refreshTasks`. */
export const patchTask = (id: string, change: (task: Task) => Task): (() => void) =>
  patchTasks(new Map([[id, change]]));

export function patchTasks(changes: ReadonlyMap<string, (task: Task) => Task>): () => void {
  const before: [QueryKey, unknown][] = [];
  const keep = (key: QueryKey, data: unknown) => before.push([key, data]);
  const inList = (tasks: Task[]) => tasks.map((task) => changes.get(task.id)?.(task) ?? task);
  for (const [key, data] of queryClient.getQueriesData<Lists>({ queryKey: ['tasks'] })) {
    const tasks = tasksOf(data);
    if (!tasks.some(({ id }) => changes.has(id))) continue;
    keep(key, data);
    queryClient.setQueryData(key, Array.isArray(data) ? inList(tasks) : { ...data, data: inList(tasks) });
  }
  for (const [key, task] of queryClient.getQueriesData<TaskDetail>({ queryKey: ['task'] })) {
    const change = task && key.length === 2 ? changes.get(task.id) : undefined;
    if (!task || !change) continue;
    keep(key, task);
    queryClient.setQueryData(key, { ...task, ...change(task) });
  }
  return () => before.forEach(([key, data]) => queryClient.setQueryData(key, data));
}

const KINDS: readonly unknown[] = ['tasks', 'task', 'sprints', 'epics', 'sprint'];
export const ofTasks = { predicate: ({ queryKey: [kind] }: { queryKey: QueryKey }) => KINDS.includes(kind) };

export const refreshTasks = (): Promise<void> => queryClient.invalidateQueries(ofTasks);

export type TaskChange = Partial<
  Pick<
    TaskDetail,
    | 'title'
    | 'description'
    | 'status'
    | 'priority'
    | 'assigneeId'
    | 'delegateId'
    | 'sprintId'
    | 'epicId'
    | 'parentId'
    | 'estimatedHours'
    | 'dueDate'
    | 'startDate'
  >
> & { labelIds?: string[]; custom?: Record<string, unknown> };

/** What is shown of a change besides its own fields: names, where only ids are sent. */
export type Shown = Partial<Pick<Task, 'assignee' | 'delegate' | 'labels' | 'custom'>>;

/** Most tasks that one request names. */
export const BATCH = 200;

export const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => ids.slice(index * BATCH, (index + 1) * BATCH));
