import { becameDoneAfter, hasStatus, isDone } from '#schema/tasks.js';
import type { DigestKind } from '../settings/colleague-settings.js';
import {
  absenceOf,
  amount,
  dayOf,
  days,
  IS_BLOCKED,
  IS_PRESSING,
  MOMENT,
  PROJECTS,
  type RuleScope,
  short,
} from '../rules/rule.js';

/** The figures of a digest: counts of open tasks, other texts and lists of tids in SQL, and the line that names them. */
interface DigestFigures {
  counts: (keyof typeof COUNTS)[];
  texts?: (scope: RuleScope) => Record<string, string>;
  /** SQL of the tids that `first` lists. */
  first?: (scope: RuleScope) => string;
  line: string;
  /** Follows the line where `first` lists any. */
  firstWords?: string;
}

const LISTED = 3;
const MOST_ITEMS = 5;

/** Conditions on an open task, the row `t`. */
const COUNTS = {
  open: () => 'true',
  inProgress: () => hasStatus('t', 'In Progress'),
  inReview: () => hasStatus('t', 'In Review'),
  blocked: () => IS_BLOCKED,
  overdue: () => `t.due_date <= ${MOMENT}`,
  unassigned: () => 't.assignee_id IS NULL',
  backlog: () => 't.sprint_id IS NULL',
  unestimated: () => 't.sprint_id IS NULL AND t.estimated_hours IS NULL',
  unprioritized: () => `t.sprint_id IS NULL AND t.priority = 'None'`,
  stale: ({ settings }: RuleScope) =>
    `t.sprint_id IS NULL AND t.updated_at <= ${MOMENT} - ${days(settings.reporting.staleDays)}`,
  ready: () => `t.assignee_id IS NULL AND t.estimated_hours IS NOT NULL AND NOT ${IS_BLOCKED}`,
} satisfies Record<string, (scope: RuleScope) => string>;

/** SQL that counts the open tasks `t` of each condition. */
export function countColumns(scope: RuleScope, counts: readonly (keyof typeof COUNTS)[]): string {
  return counts.map((name) => `count(*) FILTER (WHERE ${COUNTS[name](scope)}) AS "${name}"`).join(', ');
}

/** SQL of how many tasks became Done in the last days. */
const doneWithin = ({ isInScope }: RuleScope, span: number) => `(SELECT count(*)::text FROM tasks t
  WHERE ${isInScope} AND ${becameDoneAfter('t', `${MOMENT} - ${days(span)}`)})`;

/** SQL of the tids of the first open tasks that meet a condition. */
const firstOf = ({ isScanned }: RuleScope, condition: string) => `ARRAY(
  SELECT t.tid FROM tasks t WHERE ${isScanned} AND ${condition} ORDER BY t.due_date, t.tid LIMIT ${LISTED})`;

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

/** The digests with figures; the others name what happened alone. */
export const DIGEST_FIGURES: Partial<Record<DigestKind, DigestFigures>> = {
  delivery: {
    counts: ['open', 'overdue'],
    texts: (scope) => ({ done: doneWithin(scope, 7), projects: PROJECT_LINES(scope), milestones: MILESTONES }),
    line: '{done} done in 7 days, {open} open, {overdue} overdue. By project: {projects}.{milestones}',
  },
  backlog: {
    counts: ['backlog', 'unestimated', 'unprioritized', 'stale'],
    first: (scope) => firstOf(scope, `${COUNTS.unestimated()} AND ${IS_PRESSING}`),
    line:
      '{backlog} open tasks in no sprint, of which {unestimated} without an estimate, ' +
      '{unprioritized} without a priority, {stale} stale.',
    firstWords: ' Refine first: {first}.',
  },
  workload: {
    counts: ['open', 'unassigned'],
    texts: (scope) => ({ people: PEOPLE(scope) }),
    line: '{people}. {unassigned} of {open} open tasks have no assignee.',
  },
  agents: {
    counts: ['ready', 'inProgress', 'inReview', 'blocked', 'overdue'],
    first: (scope) => firstOf(scope, COUNTS.ready()),
    line:
      '{ready} ready to delegate, {inProgress} in progress, {inReview} in review, {blocked} blocked, ' +
      '{overdue} overdue.',
    firstWords: ' Hand out first: {first}.',
  },
};
