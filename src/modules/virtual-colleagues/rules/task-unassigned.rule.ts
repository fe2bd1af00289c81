import { IN_ACTIVE_SPRINT, IS_PRESSING, URGENCY } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskUnassigned = taskRule({
  name: 'task.unassigned',
  type: 'report',
  when: () => `t.assignee_id IS NULL AND (${IS_PRESSING} OR ${IN_ACTIVE_SPRINT})`,
  urgency: `${URGENCY}, t.created_at`,
  texts: () => ({
    reason: `CASE WHEN ${IS_PRESSING} THEN 'of priority ' || t.priority ELSE 'in the active sprint' END`,
  }),
  news: {
    one: 'pressing task has no assignee',
    several: 'pressing tasks have no assignee',
    filter: () => 'assignee is empty and (priority in (High, Urgent) or sprint = active) and not done',
  },
  sentences: {
    plain: {
      neutral: '{task} is {reason} and has no assignee.',
      friendly: '{task} is {reason} and free to be taken.',
      formal: '{task} is {reason} and has not been assigned.',
      direct: '{task} is {reason}, no assignee.',
    },
  },
});
