import { isInReview } from '#schema/work.js';
import { hours, MOMENT, short } from './rule.js';
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
  moments: { handedIn: 'w.last_seen_at' },
  texts: () => ({ agent: short('c.name') }),
  sentences: {
    plain: {
      neutral: '{task}: the work of {agent} has waited for review {handedIn.since}. Accept or return it.',
      friendly: '{task}: {agent} has handed it in and has waited {handedIn.since}. Could you take a look?',
      formal: '{task}: the work of {agent} has awaited review {handedIn.since}. Please accept or return it.',
      direct: '{task}: the work of {agent} has waited {handedIn.since}. Accept or return it.',
    },
  },
});
