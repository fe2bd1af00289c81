import { projects, isActiveProject } from '../../projects/projects.sql.js';
import { isOpen, isBlocked, openBlockersOf, priorityPosition, tasks } from '../../tasks/tasks.sql.js';
import { colleagues, isGivenTo, maxAttempts } from '../../virtual-colleagues/virtual-colleagues.sql.js';
import { BLOCKED, DONE } from '../../workflow-lanes/workflow-lanes.sql.js';
import { isLive } from '../work.sql.js';

// Rows: `t` is a task, `p` its project, `c` the agent that it is delegated to, `k` what is known of it. `$1` is the company.

/** The order in which tasks are taken, after the returned ones (agents 3.1). */
export const TASK_ORDER = `${priorityPosition('t')} DESC, t.due_date, t.rank, t.id`;

export const IS_RETURNED = 'k.is_returned IS TRUE';
export const IS_PUT_OFF = '(k.put_off_until IS NOT NULL AND k.put_off_until > clock_timestamp())';

/** The whole order, of lists that are short. */
export const READY_ORDER = `${IS_PUT_OFF}, (${IS_RETURNED}) DESC, ${TASK_ORDER}`;

export const DELEGATED = `${tasks('t')} JOIN ${projects('p', 't.project_id')} JOIN ${colleagues('c', 't.delegate_id')}
  LEFT JOIN task_works k ON k.company_id = $1 AND k.task_id = t.id`;

const OPEN_SUBTASKS = `${tasks('st')} WHERE st.company_id = $1 AND st.parent_id = t.id AND st.delegate_id IS NOT NULL
  AND ${isOpen('st')}`;

/** Whether the task can be taken (agents 3.1). */
export const IS_READY = `(${isOpen('t')} AND c.active AND ${isActiveProject('p')} AND ${isGivenTo('c.id', 'p')}
  AND NOT ${isBlocked('t')} AND k.is_stuck IS NOT TRUE AND k.is_held IS NOT TRUE
  AND NOT EXISTS (SELECT 1 FROM works lw WHERE lw.company_id = $1 AND lw.task_id = t.id AND ${isLive('lw')})
  AND NOT EXISTS (SELECT 1 FROM ${OPEN_SUBTASKS}))`;

export const ATTEMPTS_USED = ' attempts used';

/** Why a task is not ready, in SQL: as an array of words. */
export const REASONS = `array_remove(ARRAY[
    CASE WHEN NOT ${isOpen('t')} THEN 'it is ${DONE}' END,
    (SELECT 'taken by ' || lc.name || CASE lw.state WHEN 'submitted' THEN ', waits for review' WHEN 'asking' THEN ', waits for an answer' ELSE '' END
      FROM works lw JOIN ${colleagues('lc', 'lw.colleague_id')}
      WHERE lw.company_id = $1 AND lw.task_id = t.id AND ${isLive('lw')}),
    CASE WHEN t.status = '${BLOCKED}' THEN 'its status is ${BLOCKED}' END,
    (SELECT 'blocked by ' || string_agg(blocker.tid, ', ' ORDER BY blocker.tid) FROM ${openBlockersOf('t')}),
    (SELECT 'has delegated subtasks: ' || string_agg(st.tid, ', ' ORDER BY st.tid) FROM ${OPEN_SUBTASKS}),
    CASE WHEN k.is_stuck THEN CASE WHEN k.failures >= ${maxAttempts('c')} THEN ${maxAttempts('c')} || ' of '
      || ${maxAttempts('c')} || '${ATTEMPTS_USED}' ELSE 'stuck: delegate it anew' END END,
    CASE WHEN k.is_held THEN 'its work was stopped: delegate it anew' END,
    CASE WHEN NOT c.active THEN c.name || ' is disabled' END,
    CASE WHEN NOT ${isActiveProject('p')} THEN 'the project is archived' END,
    CASE WHEN NOT ${isGivenTo('c.id', 'p')} THEN c.name || ' does not reach the project' END
  ], NULL)`;
