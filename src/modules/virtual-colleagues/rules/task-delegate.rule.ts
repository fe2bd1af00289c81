import { amount, IS_BLOCKED, URGENCY } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskDelegate = taskRule({
  name: 'task.delegate',
  type: 'report',
  when: () => `t.assignee_id IS NULL AND t.estimated_hours IS NOT NULL AND NOT ${IS_BLOCKED}`,
  urgency: `${URGENCY}, t.created_at`,
  values: ({ isForCustomer }) => ({ size: isForCustomer ? `''` : `' (' || ${amount('t.estimated_hours')} || ' h)'` }),
  messages: {
    neutral: '{task}{size} is estimated, unblocked and unassigned. Hand it to an agent.',
    friendly: '{task}{size} is ready to go. Which agent would like it?',
    formal: '{task}{size} is estimated, unblocked and unassigned. Please delegate it to an agent.',
    direct: '{task}{size} is ready. Assign an agent.',
  },
});
