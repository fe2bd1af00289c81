import { IN_ACTIVE_SPRINT, IS_PRESSING, URGENCY } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskUnassigned = taskRule({
  name: 'task.unassigned',
  type: 'report',
  when: () => `t.assignee_id IS NULL AND (${IS_PRESSING} OR ${IN_ACTIVE_SPRINT})`,
  urgency: `${URGENCY}, t.created_at`,
  values: () => ({
    reason: `CASE WHEN ${IS_PRESSING} THEN 'of priority ' || t.priority ELSE 'in the active sprint' END`,
  }),
  messages: {
    neutral: '{task} is {reason} and has no assignee. Give it to someone.',
    friendly: '{task} is {reason} and nobody has taken it yet. Who would like to?',
    formal: '{task} is {reason} and has no assignee. Please assign it.',
    direct: '{task} is {reason}, no assignee. Assign it now.',
  },
});
