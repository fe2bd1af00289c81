import { becameDoneAfter, hasStatus, isDone } from '#schema/tasks.js';
import type { DigestKind } from '../settings/colleague-settings.js';
import {
  absenceOf,
  amount,
  dayOf,
  days,
  distance,
  hours,
  IS_BLOCKED,
  IS_PRESSING,
  MOMENT,
  PROJECTS,
  type RuleScope,
  short,
  URGENCY,
} from './rule.js';
import { TASK } from './task-rule.js';

/** What a digest says: counts of open tasks, other values in SQL, and the text that names them. */
export interface DigestContent {
  counts: (keyof typeof COUNTS)[];
  values?: (scope: RuleScope) => Record<string, string>;
  text: string;
}

const LISTED = 3;
const MOST_ITEMS = 5;

/** Conditions on an open task, the row `t`. */
export const COUNTS = {
  open: () => 'true',
  inProgress: () => hasStatus('t', 'In Progress'),
  inReview: () => hasStatus('t', 'In Review'),
  blocked: () => IS_BLOCKED,
  overdue: () => `t.due_date <= ${MOMENT}`,
  dueSoon: () => `t.due_date > ${MOMENT} AND t.due_date <= ${MOMENT} + ${hours(24)}`,
  unassigned: () => 't.assignee_id IS NULL',
  backlog: () => 't.sprint_id IS NULL',
  unestimated: () => 't.sprint_id IS NULL AND t.estimated_hours IS NULL',
  unprioritized: () => `t.sprint_id IS NULL AND t.priority = 'None'`,
  stale: ({ settings }: RuleScope) =>
    `t.sprint_id IS NULL AND t.updated_at <= ${MOMENT} - ${days(settings.reporting.staleDays)}`,
  ready: () => `t.assignee_id IS NULL AND t.estimated_hours IS NOT NULL AND NOT ${IS_BLOCKED}`,
} satisfies Record<string, (scope: RuleScope) => string>;

/** SQL of how many tasks became Done in the last days. */
const doneWithin = ({ isInScope }: RuleScope, span: number) => `(SELECT count(*)::text FROM tasks t
  WHERE ${isInScope} AND ${becameDoneAfter('t', `${MOMENT} - ${days(span)}`)})`;

/** SQL of a text: the words, then the first open tasks that meet a condition; empty without such tasks. */
const firstOf = ({ isScanned }: RuleScope, words: string, condition: string) => `coalesce((
  SELECT ' ${words}: ' || string_agg(first.tid, ', ' ORDER BY first.due_date, first.tid) || '.' FROM (
    SELECT t.tid, t.due_date FROM tasks t WHERE ${isScanned} AND ${condition} ORDER BY t.due_date, t.tid LIMIT ${LISTED}
  ) first), '')`;

const PROJECT_LINES = ({ isScanned }: RuleScope) => `(
  SELECT coalesce(string_agg(line.key || ' ' || line.open || ' open, ' || line.overdue || ' overdue', '; ' ORDER BY line.overdue DESC,
    line.key), 'nothing open') FROM (
    SELECT p.key, count(*) AS open, count(*) FILTER (WHERE t.due_date <= ${MOMENT}) AS overdue
    FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id WHERE ${isScanned}
    GROUP BY p.key ORDER BY overdue DESC, p.key LIMIT ${MOST_ITEMS}) line)`;

const PEOPLE = ({ isScanned }: RuleScope) => `(
  SELECT coalesce(string_agg(${short('load.name')} || ${absenceOf('load.id')} || ' ' || ${amount('load.hours')} || ' h in ' || load.tasks
    || CASE load.tasks WHEN 1 THEN ' task' ELSE ' tasks' END, '; ' ORDER BY load.hours DESC, load.name), 'nobody has open tasks') FROM (
    SELECT u.id, u.name, coalesce(sum(t.estimated_hours), 0) AS hours, count(*) AS tasks
    FROM tasks t JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id WHERE ${isScanned}
    GROUP BY u.id, u.name ORDER BY hours DESC, u.name LIMIT ${MOST_ITEMS}) load)`;

const MILESTONES = `coalesce((
  SELECT ' Milestones: ' || string_agg('"' || ${short('epic.name')} || '" ' || epic.done || ' of ' || epic.tasks || ' done'
    || coalesce(', due ' || ${dayOf('epic.due_date')}, ''), '; ' ORDER BY epic.due_date, epic.name) || '.' FROM (
    SELECT e.name, e.due_date, count(*) AS tasks, count(*) FILTER (WHERE ${isDone('t')}) AS done
    FROM epics e JOIN tasks t ON t.company_id = e.company_id AND t.epic_id = e.id
    WHERE e.company_id = $1 AND e.project_id = ANY (${PROJECTS})
    GROUP BY e.id, e.name, e.due_date HAVING count(*) > count(*) FILTER (WHERE ${isDone('t')})
    ORDER BY e.due_date, e.name LIMIT ${MOST_ITEMS}) epic), '')`;

const NEXT_TASK = (scope: RuleScope) => `coalesce((
  SELECT ' Start with ' || ${TASK} || coalesce(CASE WHEN t.due_date <= ${MOMENT} THEN ', overdue for ' ELSE ', due in ' END
    || ${distance('t.due_date', scope)}, '') || '.'
  FROM tasks t WHERE ${scope.isScanned} AND NOT ${IS_BLOCKED}
  ORDER BY t.due_date, ${URGENCY}, t.tid LIMIT 1), '')`;

/** The seven digests. The one for customers names no people and no hours. */
export const DIGEST_CONTENTS: Record<DigestKind, DigestContent> = {
  standup: {
    counts: ['open', 'inProgress', 'inReview', 'blocked', 'overdue', 'dueSoon'],
    values: (scope) => ({ done: doneWithin(scope, 1), first: firstOf(scope, 'Clear first', COUNTS.blocked()) }),
    text:
      'Standup: {done} done since yesterday; {open} open, of which {inProgress} in progress, {inReview} in review, ' +
      '{blocked} blocked, {overdue} overdue, {dueSoon} due within a day.{first}',
  },
  delivery: {
    counts: ['open', 'overdue'],
    values: (scope) => ({ done: doneWithin(scope, 7), projects: PROJECT_LINES(scope), milestones: MILESTONES }),
    text: 'Delivery: {done} done in 7 days, {open} open, {overdue} overdue. By project: {projects}.{milestones}',
  },
  backlog: {
    counts: ['backlog', 'unestimated', 'unprioritized', 'stale'],
    values: (scope) => ({
      first: firstOf(scope, 'Refine first', `${COUNTS.unestimated()} AND ${IS_PRESSING}`),
    }),
    text:
      'Backlog: {backlog} open tasks in no sprint, of which {unestimated} without an estimate, ' +
      '{unprioritized} without a priority, {stale} stale.{first}',
  },
  workload: {
    counts: ['open', 'unassigned'],
    values: (scope) => ({ people: PEOPLE(scope) }),
    text: 'Workload: {people}. {unassigned} of {open} open tasks have no assignee.',
  },
  personal: {
    counts: ['open', 'overdue', 'dueSoon'],
    values: (scope) => ({ done: doneWithin(scope, 1), next: NEXT_TASK(scope) }),
    text: 'Your day: {open} open, {overdue} overdue, {dueSoon} due within a day, {done} done since yesterday.{next}',
  },
  customer: {
    counts: ['open'],
    values: (scope) => ({ done: doneWithin(scope, 7), milestones: MILESTONES }),
    text: 'Progress: {done} done in the last 7 days, {open} open.{milestones}',
  },
  agents: {
    counts: ['ready', 'inProgress', 'inReview', 'blocked', 'overdue'],
    values: (scope) => ({ first: firstOf(scope, 'Hand out first', COUNTS.ready()) }),
    text:
      'Agents: {ready} ready to delegate, {inProgress} in progress, {inReview} in review, {blocked} blocked, ' +
      '{overdue} overdue.{first}',
  },
};
