import { queryOptions } from '@tanstack/react-query';
import type { TaskGroupResponse } from 'project-management-sdk';
import { client } from '../lib/api.ts';
import { type CustomField, isOfProject, isOwnName, type OwnName, ownNameOf, readField } from '../lib/fields.ts';
import { PRIORITIES, type Sprint, type Task } from '../lib/model.ts';
import { epicsQuery, labelsQuery, readLanes, sprintsQuery, usersQuery } from '../lib/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { queryOf, type TaskChange, type TaskFilters } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import { fields as fieldWords } from '../lib/texts/fields.texts.ts';
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

type UsualName = (typeof GROUP_NAMES)[number];

/** What tasks stand in groups by. */
export type GroupName = UsualName | OwnName;

const GROUPED_TYPES: readonly CustomField['type'][] = ['select', 'multi_select', 'person', 'checkbox'];

/** What the company's own fields add to those names. */
export const ownGroupNames = (fields: readonly CustomField[], projectId: string | undefined): OwnName[] =>
  fields
    .filter((field) => !field.archived && GROUPED_TYPES.includes(field.type))
    .filter((field) => projectId === undefined || isOfProject(field, projectId))
    .map(ownNameOf);

export const labelOfGroups = (by: GroupName): string =>
  isOwnName(by) ? (readField(by)?.name ?? by) : words.groups[by];

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
  name: name ?? (isOwnName(by) ? undefined : UNSET[by]) ?? texts.common.none,
});

/** Each can be unset but these. */
export const unsetGroup = (by: GroupName): Group[] =>
  by in UNSET || isOwnName(by) ? [groupNamed(by, null, null)] : [];

export const PRIORITY_GROUPS: readonly Group[] = PRIORITIES.map((name) => ({ id: name, name }));

type Grouped = Task & { delegateId?: string | null };

/** The ids of the groups that the task stands in. With several labels these are several. */
export function groupIdsOf(task: Grouped, by: GroupName): (string | null)[] {
  if (isOwnName(by)) return ownGroupIdsOf(task, readField(by));
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

/** Groups of a list are known by the ids of options, its tasks have their names. */
function ownGroupIdsOf({ custom }: Grouped, field: CustomField | undefined): (string | null)[] {
  const value = field && custom?.[field.key];
  if (value === undefined || value === null) return [null];
  if (typeof value === 'object' && 'id' in value) return [String(value.id)];
  if (typeof value === 'boolean') return [String(value)];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const options = (field?.options ?? []).filter(({ name }) => names.includes(name));
  return options.length > 0 ? options.map(({ id }) => id) : [null];
}

/** The condition of the filter language that lets a group through. */
export function conditionOf(by: GroupName, id: string | null): string {
  if (id !== null && isOwnName(by) && readField(by)?.type === 'checkbox') return `${by} = ${id}`;
  return id === null ? `${by} is empty` : `${by} = "${id.replace(/[\\"]/g, '\\$&')}"`;
}

export const joinedFilter = (filter: string | undefined, conditions: readonly string[]): string =>
  [...(filter ? [`(${filter})`] : []), ...conditions].join(' and ');

/** What can be written by dragging into another group. */
export const isWritable = (by: GroupName): boolean => by !== 'project' && by !== 'delegate';

/** What a task has of a field in the group; of several options that of the group `from` goes, and the others stay. */
export function ownChange(by: OwnName, to: Group, custom: Task['custom'] = {}, from?: string | null): TaskChange {
  const field = readField(by);
  if (!field) return {};
  const { key, type } = field;
  const value = ownValue(field, to);
  if (type !== 'multi_select') return { custom: { [key]: value } };
  const left = field.options.find(({ id }) => id === from)?.name;
  const names = (custom[key] ?? []) as readonly unknown[];
  const others = names.filter((name) => name !== left && name !== value);
  return { custom: { [key]: value === null ? others : [...others, value] } };
}

/** As the service shows it, so that it is shown before the answer. */
function ownValue({ type, options }: CustomField, { id, name }: Group): unknown {
  if (id === null) return null;
  if (type === 'checkbox') return id === 'true';
  return type === 'person' ? { id, name } : (options.find((option) => option.id === id)?.name ?? name);
}

/** A task as far as its groups can be changed. */
type Regrouped = Pick<Task, 'labels' | 'custom'>;

/** The change that brings a task from one group into another; of labels the old group's goes. */
function changeInto(task: Regrouped, by: GroupName, from: string | null, group: Group): TaskChange {
  const { id: to } = group;
  if (isOwnName(by)) return ownChange(by, group, task.custom, from);
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
export function changeIntoAll(task: Regrouped, from: readonly Step[], to: readonly Step[]): TaskChange {
  const changes = to.flatMap(({ by, ...group }) => {
    const step = from.find((one) => one.by === by);
    return step && step.id !== group.id ? [changeInto(task, by, step.id, group)] : [];
  });
  return joinedChange(changes);
}

/** One change of several, which name different fields. */
export function joinedChange(changes: readonly TaskChange[]): TaskChange {
  const custom = Object.assign({}, ...changes.map((change) => change.custom)) as NonNullable<TaskChange['custom']>;
  const joined = Object.assign({}, ...changes) as TaskChange;
  return Object.keys(custom).length > 0 ? { ...joined, custom } : joined;
}

/** The groups that a task can be moved into, as far as they have been read. */
export function groupsToMoveTo(by: GroupName, projectId: string): Group[] {
  const named = (things: readonly { id: string; name: string }[] | undefined) =>
    (things ?? []).map(({ id, name }) => ({ id, name }));
  const read = queryClient.getQueryData.bind(queryClient);
  if (isOwnName(by)) {
    const field = readField(by);
    if (!field || !isOfProject(field, projectId)) return [];
    const users = field.type === 'person' ? read(usersQuery.queryKey) : [];
    return [...ownGroups(field), ...named(users?.filter(({ active }) => active)), ...unsetGroup(by)];
  }
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

/** The groups that a field has although no task stands in them. */
export function ownGroups({ type, options }: CustomField): Group[] {
  if (type === 'checkbox') {
    return [
      { id: 'true', name: fieldWords.yes },
      { id: 'false', name: fieldWords.no },
    ];
  }
  return options.filter(({ archived }) => !archived).map(({ id, name }) => ({ id, name }));
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
