import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { hasStatus, isDone } from '#schema/tasks.js';
import { PARAMETERS } from '../rules/finding-statement.js';
import type { DigestKind } from '../settings/colleague-settings.js';
import {
  absenceOf,
  amount,
  dayInWords,
  dayOf,
  days,
  IS_BLOCKED,
  IS_PRESSING,
  MOMENT,
  PROJECTS,
  type RuleScope,
  short,
} from '../rules/rule.js';

const LISTED = 3;
const MOST_ITEMS = 5;

/** The conditions of what is counted, on an open task, the row `t`. */
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

export type CountName = keyof typeof COUNTS;

/** SQL that counts the open tasks `t` of each condition. */
function countColumns(scope: RuleScope, counts: readonly CountName[]): string {
  return counts.map((name) => `count(*) FILTER (WHERE ${COUNTS[name](scope)}) AS "${name}"`).join(', ');
}

/** SQL of how many tasks became Done in the last days. */
const doneWithin = ({ isInScope }: RuleScope, span: number) => `(SELECT count(*)::text FROM tasks t
  WHERE ${isInScope} AND ${isDone('t')} AND t.completed_at > ${MOMENT} - ${days(span)})`;

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
    || coalesce(', due ' || ${dayInWords(`${dayOf('epic.due_date')}::date`)}, ''), '; ' ORDER BY epic.due_date, epic.name) || '.' FROM (
    SELECT e.name, e.due_date, count(*) AS tasks, count(*) FILTER (WHERE ${isDone('t')}) AS done
    FROM epics e JOIN tasks t ON t.company_id = e.company_id AND t.epic_id = e.id
    WHERE e.company_id = $1 AND e.project_id = ANY (${PROJECTS})
    GROUP BY e.id, e.name, e.due_date HAVING count(*) > count(*) FILTER (WHERE ${isDone('t')})
    ORDER BY e.due_date, e.name LIMIT ${MOST_ITEMS}) epic), '')`;

/** The texts of a digest in SQL, by the names that its line has for them, and the tids that `first` lists. */
interface FigureTexts {
  readonly texts?: (scope: RuleScope) => Record<string, string>;
  readonly first?: (scope: RuleScope) => string;
}

const TEXTS: Partial<Record<DigestKind, FigureTexts>> = {
  delivery: {
    texts: (scope) => ({ done: doneWithin(scope, 7), projects: PROJECT_LINES(scope), milestones: MILESTONES }),
  },
  backlog: { first: (scope) => firstOf(scope, `${COUNTS.unestimated()} AND ${IS_PRESSING}`) },
  workload: { texts: (scope) => ({ people: PEOPLE(scope) }) },
  agents: { first: (scope) => firstOf(scope, COUNTS.ready()) },
};

/** What the line of a digest names. */
export interface FoundFigures {
  readonly texts: Record<string, string>;
  /** Tids. */
  readonly first: string[];
}

/** Reads the figures of digests. */
@Injectable()
export class DigestFiguresRepository {
  constructor(private readonly database: Database) {}

  /** The counts and texts of a kind of digest; `values` are the parameters of every rule's SQL. */
  async findFigures(
    context: RequestContext,
    { scope, values }: { readonly scope: RuleScope; readonly values: readonly unknown[] },
    counts: readonly CountName[],
  ): Promise<FoundFigures | undefined> {
    const { texts, first = () => 'ARRAY[]::text[]' } = TEXTS[scope.settings.reporting.digest] ?? {};
    const named = Object.entries(texts?.(scope) ?? {}).map(([name, sql]) => `'${name}', ${sql}`);
    const all = [...counts.map((name) => `'${name}', counted."${name}"::text`), ...named];
    const text = `WITH ${PARAMETERS} SELECT json_build_object(${all.join(', ')}) AS texts, ${first(scope)} AS first
      FROM (SELECT ${countColumns(scope, counts)} FROM tasks t WHERE ${scope.isScanned}) counted`;
    return this.database.row(context, { text }, [...values]);
  }
}
