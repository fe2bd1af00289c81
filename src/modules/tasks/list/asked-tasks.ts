import type { Filter } from '#modules/filters/filters.service.js';
import { codeCountsOf } from '#schema/code.js';
import type { FieldDefinition } from '#schema/fields.js';
import { isoMoment } from '#core/database/schema/columns.js';
import { promiseOf } from '#schema/promises.js';
import { attachedCounts, LABELS_OF_TASK, type TaskField, type TaskSort } from '#schema/tasks.js';
import { userReference } from '#schema/users.js';
import { liveWorkOf } from '#schema/work.js';
import type { ListedValues } from '../values/listed-values.js';
import type { TaskFilterQuery, TasksQuery } from './tasks-query.dto.js';

export const LABELS = `${LABELS_OF_TASK} AS labels`;

export const INCLUDED = {
  assignee: {
    column: `CASE WHEN a.id IS NOT NULL THEN ${userReference('a')} END AS assignee`,
    join: `LEFT JOIN users a ON a.company_id = t.company_id AND a.id = t.assignee_id`,
  },
  delegate: {
    column: `CASE WHEN dc.id IS NOT NULL THEN json_build_object('id', dc.id, 'name', dc.name) END AS delegate`,
    join: `LEFT JOIN virtual_colleagues dc ON dc.company_id = t.company_id AND dc.id = t.delegate_id`,
  },
  project: {
    column: `json_build_object('id', ip.id, 'name', ip.name, 'key', ip.key) AS project`,
    join: `LEFT JOIN projects ip ON ip.company_id = t.company_id AND ip.id = t.project_id`,
  },
  labels: { column: LABELS, join: '' },
  work: { column: `${liveWorkOf('t')} AS work`, join: '' },
  counts: { column: `${attachedCounts('t')} AS counts`, join: '' },
  promise: { column: `${promiseOf('t')} AS promise`, join: '' },
  code: { column: `${codeCountsOf('t')} AS code`, join: '' },
  sprint: {
    column: 'isp.name AS sprint',
    join: `LEFT JOIN sprints isp ON isp.company_id = t.company_id AND isp.id = t.sprint_id`,
  },
  epic: {
    column: 'iep.name AS epic',
    join: `LEFT JOIN epics iep ON iep.company_id = t.company_id AND iep.id = t.epic_id`,
  },
};
const INCLUDES = Object.keys(INCLUDED) as (keyof typeof INCLUDED)[];

/** What the row `t` waits for, as far as `reach` lets the project of the row `bt` through; the first one made first. */
const blockersWithin = (reach: string): string => `coalesce((
    SELECT json_agg(json_build_object('id', bt.id, 'tid', bt.tid, 'title', bt.title, 'status', bt.status,
      'startDate', ${isoMoment('bt.start_date')}, 'dueDate', ${isoMoment('bt.due_date')}) ORDER BY bt.created_at, bt.id)
    FROM task_blockers tb JOIN tasks bt ON bt.company_id = tb.company_id AND bt.id = tb.blocker_id
    WHERE tb.company_id = $1 AND tb.task_id = t.id AND bt.company_id = $1 AND ${reach}), '[]') AS blockers`;

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
