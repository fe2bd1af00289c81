import { reachesProject } from '#schema/projects.js';
import { leadsWithout } from './people-to-ask.js';
import { COMPANY, dayInWords, inLine, OWNER, type Rule, type RuleScope, short } from './rule.js';
import { taskRule } from './task-rule.js';

const LAST_DONE = `(SELECT max(ta.at) FROM task_activity ta WHERE ta.company_id = ${COMPANY} AND ta.task_id = t.id
  AND ta.changes -> 'status' ->> 'to' = 'Done')`;

/**
 * The broken promises of the task `t`: each with the one before it of the same person, and its
 * number since the task was last done. The row `giver` is who gave it.
 */
const BROKEN = `CROSS JOIN LATERAL (
    SELECT p.id, p.person_id, p.until, p.words, p.created_at, p.followed_at, count(*) OVER so_far AS number, lead(p.id) OVER so_far IS NULL AS is_last,
      lag(p.until) OVER so_far AS until_before, lag(p.words) OVER so_far AS words_before
    FROM promises p WHERE p.company_id = ${COMPANY} AND p.task_id = t.id AND p.state = 'broken'
      AND p.ended_at > coalesce(${LAST_DONE}, '-infinity'::timestamptz)
    WINDOW so_far AS (PARTITION BY p.person_id ORDER BY p.ended_at, p.id)
  ) broken JOIN users giver ON giver.company_id = t.company_id AND giver.id = broken.person_id`;

/** Whether somebody else has got the task from the person since: then the word of that person is no matter any more. */
const IS_TAKEN = `(t.assignee_id IS NOT NULL AND t.assignee_id <> broken.person_id AND EXISTS (
    SELECT 1 FROM task_activity ta WHERE ta.company_id = ${COMPANY} AND ta.task_id = t.id AND ta.at > broken.created_at
      AND ta.changes -> 'assigneeId' ->> 'from' = broken.person_id::text))`;

const IS_LEFT = `broken.is_last AND broken.followed_at IS NULL AND giver.active AND NOT ${IS_TAKEN}`;

const quoted = (words: string, most: number) => `'"' || CASE WHEN length(${words}) > ${most}
  THEN left(${inLine(words)}, ${most - 1}) || '…' ELSE ${inLine(words)} END || '"'`;

/** `You wrote "ready on Friday"`, or the date. A customer reads nobody's words. */
const said = ({ isForCustomer }: RuleScope) =>
  `CASE WHEN ${isForCustomer} OR broken.words IS NULL THEN 'You promised it for ' || ${dayInWords('broken.until')} ELSE 'You wrote ' || ${quoted('broken.words', 45)} END`;

/** `"ready on Friday" for 4 December`, or the date alone. */
const promiseOf = ({ isForCustomer }: RuleScope, words: string, until: string) =>
  `CASE WHEN ${isForCustomer} OR ${words} IS NULL THEN ${dayInWords(until)} ELSE ${quoted(words, 24)} || ' for ' || ${dayInWords(until)} END`;

/** A broken promise is followed up once in the company: the person is asked for the first. */
const first = taskRule({
  name: 'task.promise_broken',
  type: 'chase',
  join: BROKEN,
  when: () => `${IS_LEFT} AND broken.number = 1 AND ${reachesProject('giver', 't.project_id')}`,
  urgency: 'broken.until',
  person: ({ isOfOwner }: RuleScope) => ({
    id: 'broken.person_id',
    isOneOfSeveral: true,
    ...(isOfOwner && { isFound: `broken.person_id = ${OWNER}` }),
  }),
  texts: (scope) => ({ said: said(scope) }),
  sentences: {
    plain: {
      neutral: '{task}: {said}, and it is not done. Which date holds now?',
      friendly: '{task}: {said}, and it is not ready. When could it be?',
      formal: '{task}: {said}, and it is not complete. Please name a new date.',
      direct: '{task}: {said}, and it is not done. Name the day on which it is.',
    },
  },
});

/** Of each later one the leads hear, with the last two. */
const again = taskRule({
  name: 'task.promise_broken',
  type: 'escalation',
  join: BROKEN,
  when: () => `${IS_LEFT} AND broken.number > 1`,
  urgency: 'broken.until',
  person: () => leadsWithout('broken.person_id'),
  toLeads: true,
  texts: (scope) => ({
    name: scope.isForCustomer ? `'Somebody'` : short('giver.name'),
    earlier: promiseOf(scope, 'broken.words_before', 'broken.until_before'),
    later: promiseOf(scope, 'broken.words', 'broken.until'),
  }),
  sentences: {
    plain: {
      neutral: '{task}: {name} promised {earlier}, then {later}. Decide how it goes on.',
      friendly: '{task}: {name} promised {earlier}, then {later}. Could you step in?',
      formal: '{task}: {name} promised {earlier}, then {later}. Please decide how to proceed.',
      direct: '{task}: {name} promised {earlier}, then {later}. Reassign it or cut it.',
    },
  },
});

/** It is remembered by the promise, not by the task. */
const ofPromise = (rule: Rule): Rule => ({
  ...rule,
  find: async (scope, conditions) => ({ ...(await rule.find(scope, conditions)), subjectId: 'broken.id' }),
  silence: () => 'true',
});

export const taskPromiseBroken = ofPromise(first);
export const taskPromiseBrokenAgain = ofPromise(again);
