import type { Conditions } from '#core/database/lists/conditions.js';
import type { Order, SortKey } from '#core/database/lists/keyset.js';
import { isCalledAny } from '#schema/former-tids.js';
import { cameFromAny } from '#schema/imports.js';
import { lanePosition } from '#schema/lanes.js';
import {
  carriesAnyLabel,
  carriesNoLabel,
  isAmongBlocked,
  isBlocked,
  isDone,
  isOpen,
  priorityPosition,
  type TaskSort,
} from '#schema/tasks.js';
import { type FieldDefinition, valueText } from '#schema/fields.js';
import type { TaskFilterQuery, TasksQuery } from './tasks-query.dto.js';

/** Adds all that the query asks for but its search, as conditions on the row `t`. `$1` is the company. */
export function addTaskConditions(
  conditions: Conditions,
  query: Omit<TaskFilterQuery, 'filter' | 'view' | 'search'>,
): void {
  const tids = query.tid?.map((tid) => tid.toUpperCase());
  conditions
    .in('t.project_id', 'uuid', query.projectId)
    .in('t.status', 'text', query.status)
    .in('t.priority', 'text', query.priority)
    .in('t.assignee_id', 'uuid', query.assigneeId)
    .in('t.delegate_id', 'uuid', query.delegateId)
    .in('t.sprint_id', 'uuid', query.sprintId)
    .in('t.epic_id', 'uuid', query.epicId)
    .in('t.parent_id', 'uuid', query.parentId)
    .in('t.recurrence_id', 'uuid', query.recurrenceId);
  if (tids) conditions.add(isCalledAny('t', conditions.parameter(tids)));
  if (query.labelIds) conditions.add(carriesOneOf(conditions, query.labelIds));
  if (query.external) conditions.add(cameFromAny('t', conditions.parameter(query.external)));
  if (query.isBlocked !== undefined) {
    conditions.add(query.isBlocked ? isAmongBlocked('t') : `NOT ${isBlocked('t')}`);
  }
  if (query.isDone !== undefined) conditions.add(query.isDone ? isDone('t') : isOpen('t'));
  conditions
    .between('t.due_date', query.dueAfter, query.dueBefore)
    .between('t.start_date', query.startAfter, query.startBefore)
    .between('t.created_at', query.createdAfter, query.createdBefore)
    .between('t.updated_at', query.updatedAfter, query.updatedBefore);
}

/** Any of the labels, or with `null` none at all. */
function carriesOneOf(conditions: Conditions, labelIds: readonly string[]): string {
  const ids = labelIds.filter((id) => id !== 'null');
  if (ids.length === 0) return carriesNoLabel('t');
  const carries = carriesAnyLabel('t', conditions.parameter(ids));
  return ids.length === labelIds.length ? carries : `(${carries} OR ${carriesNoLabel('t')})`;
}

/** The keys of each sort: `desc` is the exact reverse of `asc`, but for unset dates, which are always last. */
const SORT_KEYS: Record<TaskSort, (direction: Order['direction']) => SortKey[]> = {
  createdAt: () => [{ sql: 't.created_at', type: 'timestamptz' }],
  updatedAt: () => [{ sql: 't.updated_at', type: 'timestamptz' }],
  completedAt: () => [{ sql: 't.completed_at', type: 'timestamptz', nulls: 'LAST' }],
  dueDate: () => [{ sql: 't.due_date', type: 'timestamptz', nulls: 'LAST' }],
  startDate: () => [{ sql: 't.start_date', type: 'timestamptz', nulls: 'LAST' }],
  priority: () => [{ sql: priorityPosition('t'), type: 'integer' }],
  status: (direction) => [
    { sql: lanePosition('t.status'), type: 'integer', nulls: direction === 'ASC' ? 'LAST' : 'FIRST' },
    { sql: 't.status', type: 'text' },
  ],
  title: () => [{ sql: 't.title COLLATE alphabet', unindexed: "(t.title || '') COLLATE alphabet", type: 'text' }],
  rank: () => [{ sql: 't.rank', type: 'text' }],
};

/** A field of the company's own in the place of `sortBy` counts. */
export function orderOf(
  { sortBy = 'createdAt', sortOrder = 'desc' }: { sortBy?: TaskSort | undefined; sortOrder?: TasksQuery['sortOrder'] },
  field?: FieldDefinition,
): Order {
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  const keys = field ? [keyOf(field)] : SORT_KEYS[sortBy](direction);
  return { direction, keys: [...keys, { sql: 't.id', type: 'uuid' }] };
}

/** Unset is last both ways. */
function keyOf(field: FieldDefinition): SortKey {
  const text = valueText('t', field);
  switch (field.type) {
    case 'number':
      return { sql: `(${text})::numeric`, type: 'numeric', nulls: 'LAST' };
    case 'date':
      return { sql: `(${text})::date`, type: 'date', nulls: 'LAST' };
    case 'checkbox':
      return { sql: `(${text})::boolean`, type: 'boolean', nulls: 'LAST' };
    case 'select': {
      const places = field.options.map(({ id }) => `'${id}'`).join(', ');
      return { sql: `array_position(ARRAY[${places}]::text[], ${text})`, type: 'integer', nulls: 'LAST' };
    }
    default:
      return { sql: `${text} COLLATE alphabet`, type: 'text', nulls: 'LAST' };
  }
}
