import { openBlockersOf } from '#schema/tasks.js';
import { distance, hours, IS_BLOCKED, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

/** Names no blockers of other projects: not every reader reaches those. */
const BLOCKERS = `coalesce((SELECT ' by ' || string_agg(open.tid, ', ' ORDER BY open.tid) FROM (
  SELECT blocker.tid FROM ${openBlockersOf('t')} AND blocker.project_id = t.project_id
  ORDER BY blocker.tid LIMIT 3) open), '')`;

export const taskBlocked = taskRule({
  name: 'task.blocked',
  type: 'escalation',
  threshold: ({ escalation }) => ({ name: 'escalation.blockedHours', value: escalation.blockedHours }),
  when: ({ escalation }) => `${IS_BLOCKED} AND t.updated_at <= ${MOMENT} - ${hours(escalation.blockedHours)}`,
  urgency: 't.updated_at',
  values: (scope) => ({ age: distance('t.updated_at', scope), blockers: BLOCKERS }),
  messages: {
    neutral: '{to}{task} is blocked{blockers}, unchanged for {age}. Clear the blocker or ask for help.',
    friendly: '{to}{task} is blocked{blockers} and has not moved for {age}. Who can help to clear the way?',
    formal: '{to}{task} has been blocked{blockers}, unchanged for {age}. Please resolve the blocker or name who can.',
    direct: '{to}{task} is blocked{blockers}, no change for {age}. Unblock it today.',
  },
});
