import { hasStatus } from '#schema/tasks.js';
import { isInReview } from '#schema/work.js';
import { distance, hours, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

/** What an agent handed in is said by `work.review_waiting`, where that is on. */
const IS_OF_AGENT = `EXISTS (SELECT 1 FROM works rw
  WHERE rw.company_id = $1 AND rw.task_id = t.id AND ${isInReview('rw')})`;

export const taskReviewWaiting = taskRule({
  name: 'task.review_waiting',
  type: 'reminder',
  threshold: ({ reminder }) => ({ name: 'reminder.reviewHours', value: reminder.reviewHours }),
  when: ({ reminder, rules }) =>
    `${hasStatus('t', 'In Review')} AND t.updated_at <= ${MOMENT} - ${hours(reminder.reviewHours)}
      ${rules['work.review_waiting'] ? `AND NOT ${IS_OF_AGENT}` : ''}`,
  urgency: 't.updated_at',
  values: (scope) => ({ age: distance('t.updated_at', scope) }),
  messages: {
    neutral: '{to}{task} has waited for review for {age}. Ask a reviewer or finish the review.',
    friendly: '{to}{task} has waited for review for {age}. Shall we find it a reviewer?',
    formal: '{to}{task} has been in review, unchanged, for {age}. Please see that the review is completed.',
    direct: '{to}{task} has sat in review for {age}. Get it reviewed.',
  },
});
