import { searchTerms } from '../../../common/validation/search.js';
import type { Conditions } from '../../../core/database/conditions.js';
import type { Order, SortKey } from '../../../core/database/keyset.js';
import { lanePosition } from '../../workflow-lanes/workflow-lanes.sql.js';
import { isAmongBlocked, isBlocked, isDone, isOpen, priorityPosition, searchedText } from '../tasks.sql.js';
import type { TasksQuery, TaskSort } from './tasks-query.dto.js';

/** Adds all that the query asks for but its search, as conditions on the row `t`. `$1` is the company. */
export function addTaskConditions(conditions: Conditions, query: TasksQuery): void {
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
    .in('t.tid', 'text', tids);
  if (query.labelIds) conditions.add(carriesAny(conditions.parameter(query.labelIds)));
  if (query.isBlocked !== undefined) {
    conditions.add(query.isBlocked ? isAmongBlocked('t') : `NOT ${isBlocked('t')}`);
  }
  if (query.isDone !== undefined) conditions.add(query.isDone ? isDone('t') : isOpen('t'));
  conditions
    .between('t.due_date', query.dueAfter, query.dueBefore)
    .between('t.created_at', query.createdAfter, query.createdBefore)
    .between('t.updated_at', query.updatedAfter, query.updatedBefore);
}

/** How many terms of a search are looked up in the index: with three long ones, it finds little that does not match. */
const MOST_LOOKED_UP = 3;

/** The condition that the row `t` contains every term of a search; undefined without a term. */
export function containsTerms(conditions: Conditions, search: string | undefined): string | undefined {
  const terms = termsOf(search).sort((one, other) => other.length - one.length);
  if (terms.length === 0) return undefined;
  const patterns = terms.map((term) => conditions.parameter(containing(term)));
  const text = searchedText('t');
  const contained = patterns.slice(0, MOST_LOOKED_UP).map((pattern) => `${text} ILIKE ${pattern}`);
  // ILIKE makes the whole text lower-case for each term again.
  const others = patterns.slice(MOST_LOOKED_UP).map((pattern) => `lower(${pattern})`);
  if (others.length > 0) contained.push(`lower(${text}) LIKE ALL (ARRAY[${others.join(', ')}])`);
  return contained.join(' AND ');
}

const carriesAny = (labelIds: string) => `t.id IN (SELECT tl.task_id FROM task_labels tl
  WHERE tl.company_id = $1 AND tl.label_id = ANY (${labelIds}::uuid[]))`;

/** The terms of a search, without those that others contain: where the longer one is, so is the shorter. */
export function termsOf(search = ''): string[] {
  const terms = [...searchTerms(search)];
  const isContained = (term: string) => terms.some(([other]) => other !== term && other.includes(term));
  return terms.filter(([term]) => !isContained(term)).map(([, given]) => given);
}

/** The LIKE pattern of texts that contain `term`, whose own `%`, `_` and `\` are ordinary characters. */
function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The keys of each sort: `desc` is the exact reverse of `asc`, but for unset due dates, which are always last. */
const SORT_KEYS: Record<TaskSort, (direction: Order['direction']) => SortKey[]> = {
  createdAt: () => [{ sql: 't.created_at', type: 'timestamptz' }],
  updatedAt: () => [{ sql: 't.updated_at', type: 'timestamptz' }],
  completedAt: () => [{ sql: 't.completed_at', type: 'timestamptz', nulls: 'LAST' }],
  dueDate: () => [{ sql: 't.due_date', type: 'timestamptz', nulls: 'LAST' }],
  priority: () => [{ sql: priorityPosition('t'), type: 'integer' }],
  status: (direction) => [
    { sql: lanePosition('t.status'), type: 'integer', nulls: direction === 'ASC' ? 'LAST' : 'FIRST' },
    { sql: 't.status', type: 'text' },
  ],
  title: () => [{ sql: 'lower(t.title)', unindexed: "lower(t.title) || ''", type: 'text' }],
  rank: () => [{ sql: 't.rank', type: 'text' }],
};

export function orderOf({ sortBy = 'createdAt', sortOrder = 'desc' }: TasksQuery): Order {
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  return { direction, keys: [...SORT_KEYS[sortBy](direction), { sql: 't.id', type: 'uuid' }] };
}
