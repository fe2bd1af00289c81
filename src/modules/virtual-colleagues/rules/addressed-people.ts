import { reachesProject, selectFromLeads } from '../../projects/projects.sql.js';
import { isWatcher, taskWatchers } from '../../tasks/tasks.sql.js';
import { users } from '../../users/users.sql.js';
import { type Addressee, userOf } from '../settings/own-rule.js';
import type { Conditions } from '../../../core/database/lists/conditions.js';
import { OWNER } from './rule.js';

/** Most people that a rule of one's own speaks to about a task (colleagues 6.1). */
const MOST_PEOPLE = 50;

/** SQL of active users who reach the project of the task `t`, as rows of `id` and `name`. */
function readers(condition: string, join = ''): string {
  return `SELECT one.id, one.name FROM ${users('one')} ${join}
    WHERE one.company_id = $1 AND one.active AND ${reachesProject('one', 't.project_id')} AND ${condition}
    ORDER BY one.name, one.id LIMIT ${MOST_PEOPLE}`;
}

const WATCHERS = readers(
  `one.id IN (SELECT known.user_id FROM ${taskWatchers('known')} WHERE known.company_id = $1 AND known.task_id = t.id
    UNION ALL VALUES (t.created_by_id), (t.assignee_id)) AND ${isWatcher('t', 'w', 'one.id')}`,
  `LEFT JOIN ${taskWatchers('w')} ON w.company_id = $1 AND w.task_id = t.id AND w.user_id = one.id`,
);

/** SQL of the people that a rule of one's own speaks to about the task `t`, as rows of `id` and `name`. */
export function peopleOf(to: Addressee, conditions: Conditions): string {
  const userId = userOf(to);
  if (userId !== undefined) return readers(`one.id = ${conditions.parameter(userId)}::uuid`);
  switch (to) {
    case 'assignee':
      return readers('one.id = t.assignee_id');
    case 'creator':
      return readers('one.id = t.created_by_id');
    case 'owner':
      return readers(`one.id = ${OWNER}`);
    case 'leads':
      return `${selectFromLeads('l.id, l.name', 't')} ORDER BY l.name, l.id LIMIT ${MOST_PEOPLE}`;
    case 'watchers':
      return WATCHERS;
    default:
      return 'SELECT NULL::uuid AS id, NULL::text AS name';
  }
}
