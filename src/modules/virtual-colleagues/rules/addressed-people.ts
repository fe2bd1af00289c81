import { reachesProject, selectFromLeads } from '../../projects/projects.sql.js';
import { isWatcher, taskWatchers } from '../../tasks/tasks.sql.js';
import { users } from '../../users/users.sql.js';
import { type Addressee, userOf } from '../settings/own-rule.js';
import type { Conditions } from '../../../core/database/lists/conditions.js';
import { OWNER } from './rule.js';

/** Most people that a rule of one's own speaks to about a task (colleagues 6.1). */
const MOST_PEOPLE = 50;

/** SQL of the active users who watch the task `t` and reach its project. */
const WATCHERS = `SELECT one.id, one.name FROM ${users('one')}
  LEFT JOIN ${taskWatchers('w')} ON w.company_id = $1 AND w.task_id = t.id AND w.user_id = one.id
  WHERE one.company_id = $1 AND one.active AND ${reachesProject('one', 't.project_id')}
    AND one.id IN (SELECT known.user_id FROM ${taskWatchers('known')} WHERE known.company_id = $1 AND known.task_id = t.id
      UNION ALL VALUES (t.created_by_id), (t.assignee_id)) AND ${isWatcher('t', 'w', 'one.id')}
  ORDER BY one.name, one.id LIMIT ${MOST_PEOPLE}`;

/** Whom a rule speaks to about the task `t`, in SQL. */
interface People {
  /** Follows the task in FROM; the row `person` has an `id` and a `name`. */
  readonly join: string;
  readonly areSeveral: boolean;
}

/** One user at most: a plain join, which is quick for many tasks. */
const one = (id: string): People => ({
  join: `JOIN ${users('person')} ON person.company_id = $1 AND person.id = ${id} AND person.active
    AND ${reachesProject('person', 't.project_id')}`,
  areSeveral: false,
});

const several = (rows: string): People => ({ join: `CROSS JOIN LATERAL (${rows}) person`, areSeveral: true });

/** The people that a rule of one's own speaks to about the task `t`. */
export function peopleOf(to: Addressee, conditions: Conditions): People {
  const userId = userOf(to);
  if (userId !== undefined) return one(`${conditions.parameter(userId)}::uuid`);
  switch (to) {
    case 'assignee':
      return one('t.assignee_id');
    case 'creator':
      return one('t.created_by_id');
    case 'owner':
      return one(OWNER);
    case 'leads':
      return several(`${selectFromLeads('l.id, l.name', 't')} ORDER BY l.name, l.id LIMIT ${MOST_PEOPLE}`);
    case 'watchers':
      return several(WATCHERS);
    default:
      return { join: `CROSS JOIN (SELECT NULL::uuid AS id, NULL::text AS name) person`, areSeveral: false };
  }
}
