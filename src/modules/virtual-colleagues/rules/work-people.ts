import { reachesProject } from '#schema/projects.js';
import { leadsWhere } from './people-to-ask.js';
import type { Person } from './task-rule.js';

/**
 * Who answers for a task that agents work on: its assignee, or who delegated it, else the leads. `join` follows the
 * task.
 */
export function answerable(join: string): Person {
  return {
    id: 'coalesce(answerable.id, lead.id)',
    join: `${join} LEFT JOIN task_works known ON known.company_id = $1 AND known.task_id = t.id
      LEFT JOIN users answerable ON answerable.company_id = $1 AND answerable.active
        AND answerable.id = coalesce(t.assignee_id, known.delegated_by_id, t.created_by_id)
        AND ${reachesProject('answerable', 't.project_id')}
      ${leadsWhere('answerable.id IS NULL')}`,
    isFound: 'coalesce(answerable.id, lead.id) IS NOT NULL',
    isOneOfSeveral: true,
  };
}
