import type { TaskResponse } from './task.dto.js';
import { TASK_FIELDS } from './list/tasks-query.dto.js';

/**
 * Whether an open task blocks the task `t` (decisions 7). With LIMIT, because the planner would make EXISTS a hash of all
 * blockers of the database, for a page of 50 tasks too.
 */
const HAS_OPEN_BLOCKER = `coalesce((SELECT true FROM task_blockers b
  WHERE b.company_id = t.company_id AND b.task_id = t.id AND b.is_open LIMIT 1), false)`;

/** SQL of the fields that are no column of their own. */
const DERIVED: Partial<Record<keyof TaskResponse, string>> = {
  isBlocked: `(t.status = 'Blocked' OR ${HAS_OPEN_BLOCKER})`,
};

/** How many labels the task `t` carries: a deleted one is taken from it, and it stays as it is otherwise. */
export const LABEL_COUNT = `(SELECT count(*) FROM task_labels c WHERE c.company_id = t.company_id AND c.task_id = t.id)`;

/** The column of a field of the row `t`. */
export function columnOf(field: string): string {
  return `t.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

export const IS_BLOCKED = DERIVED.isBlocked as string;

/** SQL of how the company of `$1` writes the lane of that name, whatever its case; null when it is none. */
export function laneLike(status: string): string {
  return `(SELECT l.name FROM workflow_lanes l WHERE l.company_id = $1 AND lower(l.name) = lower(${status}))`;
}

/** What the search looks through, of the row `t`; the index `tasks_search` is over the same expression. */
export const SEARCHED_TEXT = `(t.tid || E'\\n' || t.title || E'\\n' || coalesce(t.description, ''))`;

/** Selects the row `t` in the very shape of the response, so that nothing needs mapping. */
export function selectFields(fields: readonly (keyof TaskResponse)[] = TASK_FIELDS): string {
  return fields.map((field) => `${DERIVED[field] ?? columnOf(field)} AS "${field}"`).join(', ');
}
