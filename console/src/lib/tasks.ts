import type { QueryKey } from '@tanstack/react-query';
import type { ListTasksData } from 'project-management-sdk';
import { showToast } from './toasts.ts';
import { client, messageOf } from './api.ts';
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

/** A task of the lists that are in memory. */
export function findShownTask(fits: (task: Task) => boolean): Task | undefined {
  for (const [, data] of queryClient.getQueriesData<Lists>({ queryKey: ['tasks'] })) {
    const task = tasksOf(data).find(fits);
    if (task) return task;
  }
  return undefined;
}

/** Changes a task wherever it is shown. Lists that no longer fit it are read again by `refreshTasks`. */
export function patchTask(id: string, change: (task: Task) => Task): () => void {
  const before: [QueryKey, unknown][] = [];
  const keep = (key: QueryKey, data: unknown) => before.push([key, data]);
  const inList = (tasks: Task[]) => tasks.map((task) => (task.id === id ? change(task) : task));
  for (const [key, data] of queryClient.getQueriesData<Lists>({ queryKey: ['tasks'] })) {
    const tasks = tasksOf(data);
    if (!tasks.some((task) => task.id === id)) continue;
    keep(key, data);
    queryClient.setQueryData(key, Array.isArray(data) ? inList(tasks) : { ...data, data: inList(tasks) });
  }
  for (const [key, task] of queryClient.getQueriesData<TaskDetail>({ queryKey: ['task'] })) {
    if (task?.id !== id || key.length > 2) continue;
    keep(key, task);
    queryClient.setQueryData(key, { ...task, ...change(task) });
  }
  return () => before.forEach(([key, data]) => queryClient.setQueryData(key, data));
}

const KINDS: readonly unknown[] = ['tasks', 'task', 'sprints', 'epics', 'sprint'];
const ofTasks = { predicate: ({ queryKey: [kind] }: { queryKey: QueryKey }) => KINDS.includes(kind) };

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

/** Changes that are shown and not answered yet. */
let underWay = 0;

/**
 * Shows a change at once and sends it. If the service refuses, undoes it and shows the service's message. Earlier reads
 * are cancelled, because they would show the old state. After the last of several changes everything is read again.
 */
async function settle(show: () => () => void, send: () => Promise<unknown>): Promise<boolean> {
  void queryClient.cancelQueries(ofTasks);
  const putBack = show();
  underWay++;
  try {
    await send();
    return true;
  } catch (error) {
    putBack();
    showToast(messageOf(error), { tone: 'danger' });
    return false;
  } finally {
    underWay--;
    if (underWay === 0) void refreshTasks();
  }
}

/** The last change of each task that is not answered yet. */
const lastOf = new Map<string, Promise<unknown>>();

/** Sends the changes of one task one after the other: of two sets of labels, the later is what the service keeps. */
function inTurn(id: string, send: () => Promise<unknown>): Promise<unknown> {
  const sent = (lastOf.get(id) ?? Promise.resolve()).catch(() => undefined).then(send);
  lastOf.set(id, sent);
  return sent.finally(() => {
    if (lastOf.get(id) === sent) lastOf.delete(id);
  });
}

/** The task as it is shown until the service has answered. */
function changed(now: Task, { labelIds: _, custom, ...fields }: TaskChange, shown: Shown = {}): Task {
  const values = Object.entries({ ...now.custom, ...custom }).filter(([, value]) => !isNoValue(value));
  return { ...now, ...fields, ...(custom && { custom: Object.fromEntries(values) }), ...shown };
}

const isNoValue = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** False when it was refused. */
export function changeTask({ id }: Pick<Task, 'id'>, change: TaskChange, shown: Shown = {}): Promise<boolean> {
  return settle(
    () => patchTask(id, (now) => changed(now, change, shown)),
    () => inTurn(id, () => client.updateTask({ path: { id }, body: change })),
  );
}

/** Most tasks that one request changes. */
export const BATCH = 200;

export const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => ids.slice(index * BATCH, (index + 1) * BATCH));

/** Of several tasks, those that are changed alike in one request. False when it was refused. */
export function changeTasks(
  changes: readonly (readonly [id: string, change: TaskChange, shown?: Shown])[],
): Promise<boolean> {
  const alike = Map.groupBy(changes, ([, change]) => JSON.stringify(change));
  return settle(
    () => {
      const putBack = changes.map(([id, change, shown]) => patchTask(id, (now) => changed(now, change, shown)));
      return () => putBack.reverse().forEach((undo) => undo());
    },
    async () => {
      for (const group of alike.values()) {
        const [, set = {}] = group[0] ?? [];
        for (const ids of inBatches(group.map(([id]) => id))) await client.bulkUpdateTasks({ body: { ids, set } });
      }
    },
  );
}

/** Puts a task before or after another, in the other's order, and under a status. */
export async function moveTask(
  task: Task,
  target: { beforeId: string } | { afterId: string } | undefined,
  status: string,
  showMove: () => () => void,
): Promise<boolean> {
  if (!target) return status === task.status || changeTask(task, { status });
  const body = { ...target, ...(status !== task.status && { status }) };
  return settle(showMove, () => inTurn(task.id, () => client.moveTask({ path: { id: task.id }, body })));
}
