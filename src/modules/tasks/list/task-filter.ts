import { searchTerms } from '../../../common/validation/search.js';
import type { Conditions } from '../../../core/database/conditions.js';
import { lanePosition } from '../../workflow-lanes/workflow-lanes.sql.js';
import { byPriority, isAmongBlocked, isBlocked, searchedText } from '../tasks.sql.js';
import type { TasksQuery, TaskSort } from './tasks-query.dto.js';

/** Adds all that the query asks for, as conditions on the row `t`. `$1` is the company. */
export function addTaskConditions(conditions: Conditions, query: TasksQuery): void {
  const tids = query.tid?.map((tid) => tid.toUpperCase());
  conditions
    .in('t.project_id', 'uuid', query.projectId)
    .in('t.status', 'text', query.status)
    .in('t.priority', 'text', query.priority)
    .in('t.assignee_id', 'uuid', query.assigneeId)
    .in('t.sprint_id', 'uuid', query.sprintId)
    .in('t.epic_id', 'uuid', query.epicId)
    .in('t.parent_id', 'uuid', query.parentId)
    .in('t.tid', 'text', tids);
  if (query.labelIds) conditions.add(carriesAny(conditions.parameter(query.labelIds)));
  if (query.isBlocked !== undefined) {
    conditions.add(query.isBlocked ? isAmongBlocked('t', '$1') : `NOT ${isBlocked('t')}`);
  }
  conditions
    .between('t.due_date', query.dueAfter, query.dueBefore)
    .between('t.created_at', query.createdAfter, query.createdBefore)
    .between('t.updated_at', query.updatedAfter, query.updatedBefore);
  for (const term of termsOf(query.search)) {
    conditions.add(`${searchedText('t')} ILIKE ${conditions.parameter(containing(term))}`);
  }
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

/** ORDER BY of each sort: total, and `desc` the exact reverse but for unset due dates, which are always last. */
const ORDERS: Record<TaskSort, (direction: 'ASC' | 'DESC') => string> = {
  createdAt: (direction) => `t.created_at ${direction}`,
  updatedAt: (direction) => `t.updated_at ${direction}`,
  dueDate: (direction) => `t.due_date ${direction} NULLS LAST`,
  priority: (direction) => byPriority('t', direction),
  status: (direction) =>
    `${lanePosition('t.status')} ${direction} NULLS ${direction === 'ASC' ? 'LAST' : 'FIRST'}, t.status ${direction}`,
  title: (direction) => `lower(t.title) ${direction}`,
  rank: (direction) => `t.rank ${direction}`,
};

export function orderBy({ sortBy = 'createdAt', sortOrder = 'desc' }: TasksQuery): string {
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  return `${ORDERS[sortBy](direction)}, t.id ${direction}`;
}
