import { openPullRequestOf } from '#schema/code.js';
import { amount, hours, MOMENT, type RuleScope } from './rule.js';
import { peopleToAsk, textsOfAsked } from './people-to-ask.js';
import { AVAILABLE } from './available-people.js';
import { type Person, taskRule } from './task-rule.js';

/** What a task that nobody has is like: ` (High, 5 h)`. */
const size = ({ isForCustomer }: RuleScope) =>
  `' (' || CASE t.priority WHEN 'None' THEN 'no priority' ELSE t.priority END || ${
    isForCustomer ? `''` : `coalesce(', ' || ${amount('t.estimated_hours')} || ' h', ', no estimate')`
  } || ')'`;

/** What is to be reviewed or merged; null without an open pull request. */
const OPEN_PULL = openPullRequestOf('t');

/** Who would be asked for a date is asked for the pull request. */
function peopleOf(scope: RuleScope): Person {
  const { situation = `'assignee'`, ...person } = peopleToAsk(scope, { ofReview: true, ofBlockers: true });
  return {
    ...person,
    situation: `CASE WHEN ${situation} = 'assignee' AND ${OPEN_PULL} IS NOT NULL THEN 'code' ELSE ${situation} END`,
  };
}

export const taskOverdue = taskRule({
  name: 'task.overdue',
  type: 'chase',
  threshold: ({ chase }) => ({ name: 'chase.afterHours', value: chase.afterHours }),
  when: ({ chase }) => `t.due_date <= ${MOMENT} - ${hours(chase.afterHours)}`,
  urgency: 't.due_date',
  person: peopleOf,
  moments: { due: 't.due_date', changed: 't.updated_at' },
  texts: (scope) => ({
    ...textsOfAsked(scope),
    openPull: `coalesce(${OPEN_PULL}, '')`,
    size: size(scope),
  }),
  names: ({ isForCustomer, isOfOwner }) => ({
    available:
      isForCustomer || isOfOwner
        ? 'ARRAY[]::text[]'
        : `CASE WHEN other.situation = 'unassigned' THEN ${AVAILABLE} ELSE ARRAY[]::text[] END`,
  }),
  countsChases: true,
  sentences: {
    assignee: {
      neutral: '{task} {due.overdue}. Which date holds now?',
      friendly: '{task} {due.overdue}. When do you think it will be ready?',
      formal: '{task} {due.overdue}. Please complete it or name a new date.',
      direct: '{task} {due.overdue}. Name the day on which it is done.',
    },
    code: {
      neutral: '{task} {due.overdue}, and {openPull} is open. Have it reviewed or merged.',
      friendly: '{task} {due.overdue}, and {openPull} is open. Who could review it, or can you merge it?',
      formal: '{task} {due.overdue}, and {openPull} is open. Please have it reviewed or merged.',
      direct: '{task} {due.overdue}, and {openPull} is open. Get it reviewed or merged today.',
    },
    review: {
      neutral: '{task} has waited for review{pull} {changed.since}{hasIt}. Please review it.',
      friendly: '{task} has waited for review{pull} {changed.since}{hasIt}. Could you have a look?',
      formal: '{task} has been in review{pull} {changed.since}{hasIt}. Please complete the review.',
      direct: '{task} has waited for review{pull} {changed.since}{hasIt}. Review it today.',
    },
    reviewer: {
      neutral: '{task} has waited for review{pull} {changed.since}. Ask somebody to review it.',
      friendly: '{task} has waited for review{pull} {changed.since}. Who could review it for you?',
      formal: '{task} has been in review{pull} {changed.since}. Please find a reviewer.',
      direct: '{task} has waited for review{pull} {changed.since}. Find a reviewer today.',
    },
    blocker: {
      neutral: '{task} {due.overdue} and waits for {blockers}{others}. When will that be done?',
      friendly: '{task} {due.overdue} and waits for {blockers}{others}. When could that be ready?',
      formal: '{task} {due.overdue} and waits for {blockers}{others}. Please name a date for that.',
      direct: '{task} {due.overdue} and waits for {blockers}{others}. Name the day on which that is done.',
    },
    unowned: {
      neutral: '{task} {due.overdue} and waits for {blockers}, which nobody has. Give that to someone.',
      friendly: '{task} {due.overdue} and waits for {blockers}, which nobody has. Who could take that?',
      formal: '{task} {due.overdue} and waits for {blockers}, which nobody has. Please assign that.',
      direct: '{task} {due.overdue} and waits for {blockers}, which nobody has. Assign that today.',
    },
    waiting: {
      neutral: '{task} {due.overdue} and waits for {blockers}. Ask about that, or set a new date.',
      friendly: '{task} {due.overdue} and waits for {blockers}. Could you ask about that, or set a new date?',
      formal: '{task} {due.overdue} and waits for {blockers}. Please inquire about that, or set a new date.',
      direct: '{task} {due.overdue} and waits for {blockers}. Ask about that today, or move the date.',
    },
    stuck: {
      neutral: '{task} {due.overdue} and is blocked. What does it wait for?',
      friendly: '{task} {due.overdue} and is blocked. What does it wait for, and can somebody help?',
      formal: '{task} {due.overdue} and is blocked. Please state what it waits for.',
      direct: '{task} {due.overdue} and is blocked. Say what it waits for.',
    },
    stuck_unassigned: {
      neutral: '{task} {due.overdue}, is blocked, and nobody has it. Give it to someone who finds out why.',
      friendly: '{task} {due.overdue}, is blocked, and nobody has it. Who could find out why?',
      formal: '{task} {due.overdue}, is blocked, and nobody has it. Please assign it.',
      direct: '{task} {due.overdue}, is blocked, and nobody has it. Assign it today.',
    },
    unassigned: {
      neutral: '{task}{size}, {due.late}: nobody has it. Give it to {available}.',
      friendly: '{task}{size}, {due.late}: nobody has it. Could {available} take it?',
      formal: '{task}{size}, {due.late}: nobody has it. Please assign it to {available}.',
      direct: '{task}{size}, {due.late}: nobody has it. Assign it to {available} today.',
    },
  },
});
