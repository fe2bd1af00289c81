import { queryOptions } from '@tanstack/react-query';
import type { TaskGroupResponse } from 'project-management-sdk';
import { client } from '../lib/api.ts';
import { PRIORITIES, type Sprint, type Task } from '../lib/model.ts';
import { epicsQuery, labelsQuery, readLanes, sprintsQuery, usersQuery } from '../lib/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { queryOf, type TaskChange, type TaskFilters } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import { views as words } from '../lib/texts/views.texts.ts';

export const GROUP_NAMES = [
  'status',
  'priority',
  'assignee',
  'label',
  'sprint',
  'epic',
  'project',
  'delegate',
] as const;

/** What tasks stand in groups by. */
export type GroupName = (typeof GROUP_NAMES)[number];

/** A group: the id of a person or thing, the text of a status or priority; null for what is unset. */
export interface Group {
  id: string | null;
  name: string;
}

const UNSET: Partial<Record<GroupName, string>> = {
  assignee: texts.common.nobody,
  label: words.noLabel,
  sprint: words.noSprint,
  epic: words.noEpic,
  delegate: words.noDelegate,
};

export const groupNamed = (by: GroupName, id: string | null, name: string | null): Group => ({
  id,
  name: name ?? UNSET[by] ?? texts.common.none,
});

/** Each can be unset but these. */
export const unsetGroup = (by: GroupName): Group[] => (by in UNSET ? [groupNamed(by, null, null)] : []);

export const PRIORITY_GROUPS: readonly Group[] = PRIORITIES.map((name) => ({ id: name, name }));

type Grouped = Task & { delegateId?: string | null };

/** The ids of the groups that the task stands in. With several labels these are several. */
export function groupIdsOf(task: Grouped, by: GroupName): (string | null)[] {
  switch (by) {
    case 'status':
    case 'priority':
      return [task[by]];
    case 'label':
      return task.labels && task.labels.length > 0 ? task.labels.map(({ id }) => id) : [null];
    default:
      return [task[`${by}Id`] ?? null];
  }
}

/** The condition of the filter language that lets a group through. */
export function conditionOf(by: GroupName, id: string | null): string {
  return id === null ? `${by} is empty` : `${by} = "${id.replace(/[\\"]/g, '\\$&')}"`;
}

export const joinedFilter = (filter: string | undefined, conditions: readonly string[]): string =>
  [...(filter ? [`(${filter})`] : []), ...conditions].join(' and ');

/** What can be written by dragging into another group. */
export const isWritable = (by: GroupName): boolean => by !== 'project' && by !== 'delegate';

/** The change that brings a task from one group into another; of labels the old group's goes. */
function changeInto(task: Pick<Task, 'labels'>, by: GroupName, from: string | null, to: string | null): TaskChange {
  switch (by) {
    case 'status':
      return to === null ? {} : { status: to };
    case 'priority':
      return to === null ? {} : { priority: to as Task['priority'] };
    case 'assignee':
    case 'sprint':
    case 'epic':
      return { [`${by}Id`]: to };
    case 'label': {
      const others = (task.labels ?? []).map(({ id }) => id).filter((id) => id !== from && id !== to);
      return { labelIds: to === null ? others : [...others, to] };
    }
    default:
      return {};
  }
}

type Step = Group & { by: GroupName };

/** The same for groups in each other; `to` may have fewer steps, and says nothing of the others then. */
export function changeIntoAll(task: Pick<Task, 'labels'>, from: readonly Step[], to: readonly Step[]): TaskChange {
  const changes = to.flatMap(({ by, id }) => {
    const step = from.find((one) => one.by === by);
    return step && step.id !== id ? [changeInto(task, by, step.id, id)] : [];
  });
  return Object.assign({}, ...changes) as TaskChange;
}

/** The groups that a task can be moved into, as far as they have been read. */
export function groupsToMoveTo(by: GroupName, projectId: string): Group[] {
  const named = (things: readonly { id: string; name: string }[] | undefined) =>
    (things ?? []).map(({ id, name }) => ({ id, name }));
  const read = queryClient.getQueryData.bind(queryClient);
  switch (by) {
    case 'status':
      return readLanes().map((name) => ({ id: name, name }));
    case 'priority':
      return [...PRIORITY_GROUPS];
    case 'assignee':
      return [...named(read(usersQuery.queryKey)?.filter(({ active }) => active)), ...unsetGroup(by)];
    case 'label':
      return [...named(read(labelsQuery.queryKey)), ...unsetGroup(by)];
    case 'sprint':
      return [...named(read(sprintsQuery(projectId).queryKey)?.filter(isOpenSprint)), ...unsetGroup(by)];
    case 'epic':
      return [...named(read(epicsQuery(projectId).queryKey)), ...unsetGroup(by)];
    default:
      return [];
  }
}

const isOpenSprint = ({ status }: Sprint): boolean => status === 'planned' || status === 'active';

/** How many tasks each group has, in the service's order. */
export const groupsQuery = (by: readonly GroupName[], projectId: string | undefined, filters: TaskFilters) =>
  queryOptions({
    queryKey: ['tasks', 'groups', by, projectId, queryOf(filters)],
    queryFn: ({ signal }): Promise<TaskGroupResponse[]> => {
      const query = { by: [...by], ...(projectId && { projectId: [projectId] }), ...queryOf(filters) };
      return client.groupTasks({ query, signal });
    },
  });
