import { isInReview } from '#schema/work.js';
import { distance, hours, MOMENT, short } from './rule.js';
import { taskRule } from './task-rule.js';
import { answerable } from './work-people.js';

const WORK = `JOIN works w ON w.company_id = $1 AND w.task_id = t.id AND ${isInReview('w')}
  JOIN virtual_colleagues c ON c.company_id = w.company_id AND c.id = w.colleague_id`;

/** Work that an agent has handed in and nobody reviews. It last called when it handed in. */
export const workReviewWaiting = taskRule({
  name: 'work.review_waiting',
  type: 'reminder',
  threshold: ({ reminder }) => ({ name: 'reminder.reviewHours', value: reminder.reviewHours }),
  when: ({ reminder }) => `w.last_seen_at <= ${MOMENT} - ${hours(reminder.reviewHours)}`,
  urgency: 'w.last_seen_at',
  person: () => answerable(WORK),
  values: (scope) => ({ age: distance('w.last_seen_at', scope), agent: short('c.name') }),
  messages: {
    neutral: '{to}{task}: the work of {agent} has waited for review for {age}. Accept or return it.',
    friendly: '{to}{agent} has handed in {task} and has waited for {age}. Could you take a look?',
    formal: '{to}{agent} handed in {task}, which has waited for review for {age}. Please accept or return it.',
    direct: '{to}{task}: {agent} has waited {age} for your review. Accept or return it.',
  },
});
