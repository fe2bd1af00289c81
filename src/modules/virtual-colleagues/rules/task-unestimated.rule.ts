import { IN_ACTIVE_SPRINT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskUnestimated = taskRule({
  name: 'task.unestimated',
  type: 'report',
  when: () => `t.estimated_hours IS NULL AND ${IN_ACTIVE_SPRINT}`,
  urgency: 't.created_at',
  news: {
    one: 'task of the sprint has no estimate',
    several: 'tasks of the sprint have no estimate',
    filter: () => 'sprint = active and estimate is empty and not done',
  },
  sentences: {
    plain: {
      neutral: '{task} is in the active sprint without an estimate.',
      friendly: '{task} is in the sprint and still needs an estimate.',
      formal: '{task} is in the active sprint and has not been estimated.',
      direct: '{task} is in the sprint, no estimate.',
    },
  },
});
