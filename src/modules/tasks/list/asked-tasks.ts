import type { Filter } from '#modules/filters/filters.service.js';
import type { FieldDefinition } from '#schema/fields.js';
import { blockersWithin, INCLUDED } from '#schema/task-includes.js';
import type { TaskField, TaskSort } from '#schema/tasks.js';
import type { ListedValues } from '../values/listed-values.js';
import type { TaskFilterQuery, TasksQuery } from './tasks-query.dto.js';

const INCLUDES = Object.keys(INCLUDED) as (keyof typeof INCLUDED)[];

/** What a list is asked to include, in one order, whatever the request's is: one statement for all. */
export function includedIn({ include = [] }: AskedTasks, reach: string): { column: string; join: string }[] {
  const others = INCLUDES.filter((name) => include.includes(name)).map((name) => INCLUDED[name]);
  return include.includes('blockers') ? [...others, { column: blockersWithin(reach), join: '' }] : others;
}

/** What is asked for, with its filter read. */
export interface AskedFilters {
  filters: readonly Filter[];
  /** Of a view of one project. */
  viewProjectId?: string | null | undefined;
}
export type AskedTasks = Omit<TasksQuery, 'filter' | 'view' | 'include' | 'sortBy' | 'fields'> &
  AskedFilters & {
    include?: readonly (keyof typeof INCLUDED | 'blockers')[] | undefined;
    fields?: readonly TaskField[] | undefined;
    sortBy?: TaskSort | undefined;
    /** In the place of `sortBy`. */
    sortField?: FieldDefinition | undefined;
    /** Of the company's own fields, where they are asked for. */
    values?: ListedValues | undefined;
  };
export type Asked = Omit<AskedTasks, 'include' | 'fields' | 'values'> & Pick<TasksQuery, 'include' | 'fields'>;
export type AskedConditions = Omit<TaskFilterQuery, 'filter' | 'view'> & AskedFilters;

/** What a cursor is valid for, besides its order. The place and size of a page, and the fields shown, do not matter. */
export function filterOf({
  page: _page,
  limit: _limit,
  cursor: _cursor,
  fields: _fields,
  include: _include,
  sortBy: _sortBy,
  sortField: _sortField,
  sortOrder: _sortOrder,
  values: _values,
  ...filter
}: AskedTasks) {
  return filter;
}

/**
 * All tasks of one project or company. These lists are frequent, and one plan fits all values; other filters need a
 * plan for their values.
 */
export function isPlain({ page: _page, limit: _limit, sortBy: _by, sortOrder: _order, ...query }: AskedTasks): boolean {
  const {
    projectId: _projectId,
    include: _include,
    fields: _fields,
    sortField: _sortField,
    values: _values,
    ...others
  } = query;
  const { filters, ...rest } = others;
  return filters.length === 0 && Object.values(rest).every((value) => value === undefined);
}
