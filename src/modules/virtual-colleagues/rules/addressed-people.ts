import { reachesProject, selectFromLeads } from '#schema/projects.js';
import { isWatcher } from '#schema/tasks.js';
import { type Addressee, userOf } from '../settings/own-rule.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { OWNER } from './rule.js';

/** Most people that a rule of one's own speaks to about a task. */
const MOST_PEOPLE = 50;

/** SQL of the active users who watch the task `t` and reach its project. */
const WATCHERS = `SELECT one.id, one.name FROM users one
  LEFT JOIN task_watchers w ON w.company_id = $1 AND w.task_id = t.id AND w.user_id = one.id
  WHERE one.company_id = $1 AND one.active AND ${reachesProject('one', 't.project_id')}
    AND one.id IN (SELECT known.user_id FROM task_watchers known WHERE known.company_id = $1 AND known.task_id = t.id
      UNION ALL VALUES (t.created_by_id), (t.assignee_id)) AND ${isWatcher('t', 'w', 'one.id')}
  ORDER BY one.name, one.id LIMIT ${MOST_PEOPLE}`;

/** SQL of whether a user, an id in SQL, is active and reaches the project of the task `t`. */
export type Reaches = (userId: string) => string;

/** Whom a rule speaks to about the task `t`, in SQL. */
interface People {
  /** Follows the task in FROM; the row `person` has an `id` and a `name`. */
  readonly join: string;
  readonly areSeveral: boolean;
  /** Whether there is anyone: quick for many tasks. */
  readonly isAnyone: (reaches: Reaches) => string;
}

/** Whether the row `user` is of that id, active, and reaches the project of the task `t`. */
export function isReader(user: string, id: string): string {
  return `${user}.company_id = $1 AND ${user}.id = ${id} AND ${user}.active AND ${reachesProject(user, 't.project_id')}`;
}

/** The rows of `task_watchers` of the task `t`, after FROM. */
const ofTask = (watcher: string) =>
  `task_watchers ${watcher} WHERE ${watcher}.company_id = $1 AND ${watcher}.task_id = t.id`;

/** One user at most: a plain join, which is quick for many tasks. */
const one = (id: string): People => ({
  join: `JOIN users person ON ${isReader('person', id)}`,
  areSeveral: false,
  isAnyone: (reaches) => reaches(id),
});

const several = (rows: string, isAnyone: People['isAnyone']): People => ({
  join: `CROSS JOIN LATERAL (${rows}) person`,
  areSeveral: true,
  isAnyone,
});

/** Whether a user watches the task `t` as its creator or assignee. */
const isWatching = (userId: string, reaches: Reaches) =>
  `(${reaches(userId)} AND NOT EXISTS (SELECT 1 FROM ${ofTask('w')} AND w.user_id = ${userId} AND w.unwatched))`;

const isWatched: People['isAnyone'] = (reaches) => `(${isWatching('t.assignee_id', reaches)}
  OR ${isWatching('t.created_by_id', reaches)}
  OR EXISTS (SELECT 1 FROM ${ofTask('w')} AND NOT w.unwatched AND (w.commented OR w.mentioned OR w.chosen)
    AND EXISTS (SELECT 1 FROM users person WHERE ${isReader('person', 'w.user_id')})))`;

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
      return several(
        `${selectFromLeads('l.id, l.name', 't')} ORDER BY l.name, l.id LIMIT ${MOST_PEOPLE}`,
        () => `EXISTS (${selectFromLeads('1', 't')})`,
      );
    case 'watchers':
      return several(WATCHERS, isWatched);
    default:
      return {
        join: `CROSS JOIN (SELECT NULL::uuid AS id, NULL::text AS name) person`,
        areSeveral: false,
        isAnyone: () => 'true',
      };
  }
}
