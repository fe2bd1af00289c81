import { days, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskStaleBacklog = taskRule({
  name: 'task.stale_backlog',
  type: 'report',
  threshold: ({ reporting }) => ({ name: 'reporting.staleDays', value: reporting.staleDays }),
  when: ({ reporting }) => `t.sprint_id IS NULL AND t.updated_at <= ${MOMENT} - ${days(reporting.staleDays)}`,
  urgency: 't.updated_at',
  moments: { changed: 't.updated_at' },
  news: {
    one: 'task of the backlog has gone stale',
    several: 'tasks of the backlog have gone stale',
    filter: ({ reporting }) => `sprint is empty and updated < now-${reporting.staleDays}d and not done`,
  },
  sentences: {
    plain: {
      neutral: '{task} is in no sprint and unchanged {changed.since}.',
      friendly: '{task} has been waiting outside any sprint {changed.since}.',
      formal: '{task} is in no sprint and has been unchanged {changed.since}.',
      direct: '{task}: no sprint, no change {changed.since}.',
    },
  },
});
