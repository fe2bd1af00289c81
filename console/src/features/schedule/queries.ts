import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListedTaskResponse } from 'project-management-sdk';
import { joinedFilter } from '../../components/groups.ts';
import type { ShownTasks } from '../../components/shown-tasks.ts';
import { client } from '../../lib/api.ts';
import { addDays, type Day } from './days.ts';
import type { Task } from '../../lib/model.ts';
import { queryOf, type TaskQuery } from '../../lib/tasks.ts';

/** A task with what it waits for. */
export type TimedTask = Task & Pick<ListedTaskResponse, 'blockers'>;

type Asked = Pick<ShownTasks, 'projectId' | 'filters'>;

/** Days of a window of time, the last one not among them. */
export interface Span {
  from: Day;
  to: Day;
}

/** What is shown, and what keys and menus of a task ask for. */
const FIELDS: NonNullable<TaskQuery['fields']> = [
  'id',
  'tid',
  'title',
  'status',
  'priority',
  'projectId',
  'assigneeId',
  'startDate',
  'dueDate',
  'isBlocked',
  'updatedAt',
];
const INCLUDE: NonNullable<TaskQuery['include']> = ['assignee', 'labels'];
const PAGE = 50;

const queryFor = ({ projectId, filters }: Asked): TaskQuery => ({
  ...(projectId && { projectId: [projectId] }),
  fields: FIELDS,
  include: INCLUDE,
  ...queryOf(filters),
});

/** A moment before the day begins in any zone, and one after the day before it has ended in all. */
const before = (day: Day): string => `${addDays(day, -1)}T00:00:00Z`;
const after = (day: Day): string => `${addDays(day, 1)}T00:00:00Z`;

/** What is due within the window, and a little more. */
export const dueQuery = (asked: Asked, { from, to }: Span) =>
  queryOptions({
    queryKey: ['tasks', 'due', asked.projectId, queryOf(asked.filters), from, to],
    queryFn: ({ signal }): Promise<Task[]> =>
      client.listTasks({
        query: {
          ...queryFor(asked),
          sortBy: 'dueDate',
          sortOrder: 'asc',
          dueAfter: before(from),
          dueBefore: after(to),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** A page of the open tasks without a due date. */
export const unscheduledQuery = (asked: Asked, number: number) =>
  queryOptions({
    queryKey: ['tasks', 'unscheduled', asked.projectId, queryOf(asked.filters), number],
    queryFn: ({ signal }) =>
      client.listTasks({
        query: {
          ...queryFor(asked),
          filter: joinedFilter(asked.filters.filter, ['due is empty', 'not done']),
          sortBy: 'rank',
          sortOrder: 'asc',
          page: number + 1,
          limit: PAGE,
        },
        signal,
      }),
  });

/** What begins or is due within the window, or goes on through all of it, with what it waits for. */
export const timelineQuery = (asked: Asked, { from, to }: Span) =>
  queryOptions({
    queryKey: ['tasks', 'timeline', asked.projectId, queryOf(asked.filters), from, to],
    queryFn: ({ signal }): Promise<TimedTask[]> =>
      client.listTasks({
        query: {
          ...queryFor(asked),
          include: [...INCLUDE, 'blockers'],
          filter: joinedFilter(asked.filters.filter, [touching({ from, to })]),
          sortBy: 'startDate',
          sortOrder: 'asc',
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

function touching({ from, to }: Span): string {
  const [first, last] = [`"${before(from)}"`, `"${after(to)}"`];
  const within = (field: string) => `(${field} >= ${first} and ${field} < ${last})`;
  return `(${within('due')} or ${within('start')} or (start < ${first} and due >= ${last}))`;
}
