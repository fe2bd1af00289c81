import { isOpen } from '#schema/tasks.js';
import { AWAY, short } from './rule.js';

/** People who are named for a task that nobody has. */
const NAMED = 2;

const OPEN_HOURS = `(SELECT coalesce(sum(o.estimated_hours), 0) FROM tasks o
  WHERE o.company_id = $1 AND o.assignee_id = m.id AND ${isOpen('o')})`;

/**
 * SQL of the names of up to two active members of the project of the task `t` with the fewest open estimated hours, without
 * those who are spoken to, the leads or the row `other`, and those who are away.
 */
export const AVAILABLE = `ARRAY(SELECT ${short('free.name')} FROM (
    SELECT m.name, m.id, ${OPEN_HOURS} AS hours FROM project_members pm JOIN users m ON m.company_id = pm.company_id AND m.id = pm.user_id
    WHERE pm.company_id = $1 AND pm.project_id = t.project_id AND pm.role <> 'lead' AND m.active AND m.id <> ALL (${AWAY})
      AND m.id IS DISTINCT FROM other.id ORDER BY hours, m.name, m.id LIMIT ${NAMED}
  ) free ORDER BY free.hours, free.name, free.id)`;
