import type { Person } from './task-rule.js';

/** Who answers for a task that agents work on: its assignee, or who delegated it. `join` follows the task. */
export function answerable(join: string): Person {
  return {
    id: 'answerable.id',
    name: 'answerable.name',
    join: `${join} LEFT JOIN task_works known ON known.company_id = $1 AND known.task_id = t.id
      LEFT JOIN users answerable ON answerable.company_id = $1
        AND answerable.id = coalesce(t.assignee_id, known.delegated_by_id, t.created_by_id)`,
  };
}
