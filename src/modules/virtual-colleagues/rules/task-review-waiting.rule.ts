import { hasStatus } from '#schema/tasks.js';
import { isInReview } from '#schema/work.js';
import { peopleToAsk, textsOfAsked } from './people-to-ask.js';
import { hours, MOMENT } from './rule.js';
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
  person: (scope) => peopleToAsk(scope, { ofReview: true, ofBlockers: false }),
  texts: textsOfAsked,
  moments: { changed: 't.updated_at' },
  sentences: {
    review: {
      neutral: '{task} has waited for review{pull} {changed.since}{hasIt}. Please review it.',
      friendly: '{task} has waited for review{pull} {changed.since}{hasIt}. Could you have a look?',
      formal: '{task} has been in review{pull} {changed.since}{hasIt}. Please complete the review.',
      direct: '{task} has waited for review{pull} {changed.since}{hasIt}. Review it.',
    },
    reviewer: {
      neutral: '{task} has waited for review{pull} {changed.since}. Ask somebody to review it.',
      friendly: '{task} has waited for review{pull} {changed.since}. Who could review it for you?',
      formal: '{task} has been in review{pull} {changed.since}. Please find a reviewer.',
      direct: '{task} has waited for review{pull} {changed.since}. Find a reviewer.',
    },
  },
});
