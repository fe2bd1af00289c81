import { IN_ACTIVE_SPRINT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskUnestimated = taskRule({
  name: 'task.unestimated',
  type: 'report',
  when: () => `t.estimated_hours IS NULL AND ${IN_ACTIVE_SPRINT}`,
  urgency: 't.created_at',
  messages: {
    neutral: '{to}{task} is in the active sprint without an estimate. Estimate it.',
    friendly: '{to}{task} is in the sprint without an estimate. Could you add one?',
    formal: '{to}{task} is in the active sprint without an estimate. Please provide one.',
    direct: '{to}{task} is in the sprint, no estimate. Add one.',
  },
});
