import { peopleToAsk, textsOfAsked, TO_LEADS } from './people-to-ask.js';
import { hours, IS_BLOCKED, MOMENT } from './rule.js';
import { taskRule } from './task-rule.js';

export const taskBlocked = taskRule({
  name: 'task.blocked',
  type: 'escalation',
  threshold: ({ escalation }) => ({ name: 'escalation.blockedHours', value: escalation.blockedHours }),
  when: ({ escalation }) => `${IS_BLOCKED} AND t.updated_at <= ${MOMENT} - ${hours(escalation.blockedHours)}`,
  urgency: 't.updated_at',
  person: (scope) => peopleToAsk(scope, { ofReview: false, ofBlockers: true, isEscalation: true }),
  texts: textsOfAsked,
  moments: { changed: 't.updated_at' },
  toLeads: TO_LEADS,
  sentences: {
    blocker: {
      neutral: '{task} has waited for {blockers} {changed.since}{others}. When will that be done?',
      friendly: '{task} has waited for {blockers} {changed.since}{others}. When could that be ready?',
      formal: '{task} has waited for {blockers} {changed.since}{others}. Please name a date for that.',
      direct: '{task} has waited for {blockers} {changed.since}{others}. Name the day on which that is done.',
    },
    unowned: {
      neutral: '{task} has waited for {blockers} {changed.since}, and nobody has that. Give that to someone.',
      friendly: '{task} has waited for {blockers} {changed.since}, and nobody has that. Who could take that?',
      formal: '{task} has waited for {blockers} {changed.since}, and nobody has that. Please assign that.',
      direct: '{task} has waited for {blockers} {changed.since}, and nobody has that. Assign that today.',
    },
    waiting: {
      neutral: '{task} has waited for {blockers} {changed.since}. Ask about that, or ask for help.',
      friendly: '{task} has waited for {blockers} {changed.since}. Could you ask about that, or for help?',
      formal: '{task} has waited for {blockers} {changed.since}. Please inquire about that, or ask for help.',
      direct: '{task} has waited for {blockers} {changed.since}. Ask about that today.',
    },
    reviewer: {
      neutral: '{task} is in review and blocked. What does it wait for?',
      friendly: '{task} is in review and blocked. What does it wait for?',
      formal: '{task} is in review and blocked. Please state what it waits for.',
      direct: '{task} is in review and blocked. Say what it waits for.',
    },
    stuck: {
      neutral: '{task} has been blocked {changed.since}. What does it wait for?',
      friendly: '{task} has been blocked {changed.since}. What does it wait for, and can somebody help?',
      formal: '{task} has been blocked {changed.since}. Please state what it waits for.',
      direct: '{task} has been blocked {changed.since}. Say what it waits for.',
    },
    stuck_unassigned: {
      neutral: '{task} has been blocked {changed.since}, and nobody has it. Give it to someone who finds out why.',
      friendly: '{task} has been blocked {changed.since}, and nobody has it. Who could find out why?',
      formal: '{task} has been blocked {changed.since}, and nobody has it. Please assign it.',
      direct: '{task} has been blocked {changed.since}, and nobody has it. Assign it today.',
    },
  },
});
