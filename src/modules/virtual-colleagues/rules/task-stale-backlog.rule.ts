import { days, distance, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskStaleBacklog = taskRule({
  name: 'task.stale_backlog',
  type: 'report',
  threshold: ({ reporting }) => ({ name: 'reporting.staleDays', value: reporting.staleDays }),
  when: ({ reporting }) => `t.sprint_id IS NULL AND t.updated_at <= ${MOMENT} - ${days(reporting.staleDays)}`,
  urgency: 't.updated_at',
  values: (scope) => ({ age: distance('t.updated_at', scope) }),
  messages: {
    neutral: '{task} is in no sprint and unchanged for {age}. Plan it, update it or close it.',
    friendly: '{task} has been waiting outside any sprint for {age}. Is it still wanted?',
    formal: '{task} is in no sprint and has been unchanged for {age}. Please plan it or close it.',
    direct: '{task}: no sprint, no change for {age}. Plan it or close it.',
  },
});
