import { peopleToAsk, textsOfAsked } from './people-to-ask.js';
import { hours, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskDueSoon = taskRule({
  name: 'task.due_soon',
  type: 'reminder',
  threshold: ({ reminder }) => ({ name: 'reminder.beforeHours', value: reminder.beforeHours }),
  when: ({ reminder }) => `t.due_date > ${MOMENT} AND t.due_date <= ${MOMENT} + ${hours(reminder.beforeHours)}`,
  urgency: 't.due_date',
  person: (scope) => peopleToAsk(scope, { ofReview: true, ofBlockers: false }),
  texts: textsOfAsked,
  moments: { due: 't.due_date' },
  sentences: {
    assignee: {
      neutral: '{task} is {due.due}. Does that date hold?',
      friendly: '{task} is {due.due}. Does that still work for you?',
      formal: '{task} is {due.due}. Please confirm the date, or propose another.',
      direct: '{task} is {due.due}. If that does not hold, name another day.',
    },
    review: {
      neutral: '{task} is {due.due} and waits for review{hasIt}. Please review it.',
      friendly: '{task} is {due.due} and waits for review{hasIt}. Could you have a look before then?',
      formal: '{task} is {due.due} and waits for review{hasIt}. Please complete the review in time.',
      direct: '{task} is {due.due} and waits for review{hasIt}. Review it first.',
    },
    reviewer: {
      neutral: '{task} is {due.due} and waits for review. Ask somebody to review it.',
      friendly: '{task} is {due.due} and waits for review. Who could review it for you?',
      formal: '{task} is {due.due} and waits for review. Please find a reviewer.',
      direct: '{task} is {due.due} and waits for review. Find a reviewer.',
    },
    waiting: {
      neutral: '{task} is {due.due} and waits for {blockers}. Does that date hold?',
      friendly: '{task} is {due.due} and waits for {blockers}. Will it work out all the same?',
      formal: '{task} is {due.due} and waits for {blockers}. Please confirm the date, or propose another.',
      direct: '{task} is {due.due} and waits for {blockers}. If the date does not hold, move it.',
    },
    stuck: {
      neutral: '{task} is {due.due} and blocked. Does that date hold?',
      friendly: '{task} is {due.due} and blocked. Will it work out all the same?',
      formal: '{task} is {due.due} and blocked. Please confirm the date, or propose another.',
      direct: '{task} is {due.due} and blocked. If the date does not hold, move it.',
    },
    unassigned: {
      neutral: '{task} is {due.due} and nobody has it. Give it to someone.',
      friendly: '{task} is {due.due} and nobody has it. Who could take it?',
      formal: '{task} is {due.due} and nobody has it. Please assign it.',
      direct: '{task} is {due.due} and nobody has it. Assign it now.',
    },
    stuck_unassigned: {
      neutral: '{task} is {due.due}, is blocked, and nobody has it. Give it to someone.',
      friendly: '{task} is {due.due}, is blocked, and nobody has it. Who could look after it?',
      formal: '{task} is {due.due}, is blocked, and nobody has it. Please assign it.',
      direct: '{task} is {due.due}, is blocked, and nobody has it. Assign it now.',
    },
  },
});
