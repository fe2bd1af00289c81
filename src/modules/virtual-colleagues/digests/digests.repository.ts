import { Injectable } from '@nestjs/common';
import { isoMoment } from '#core/database/schema/columns.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { isActiveSprint } from '#schema/sprints.js';
import { promisedDay } from '#schema/promises.js';
import { hasStatus, isDone, isMuted, isOpen, openBlockersOf, remainingHours } from '#schema/tasks.js';
import { PARAMETERS } from '../rules/finding-statement.js';
import { amount, COLLEAGUE, COMPANY, holdsOwnTask, MOMENT, PROJECTS, type RuleScope, short } from '../rules/rule.js';
import { DIGEST } from '../settings/rule-names.js';

export const NEWS_KINDS = ['done', 'review', 'blocked', 'late', 'reopened'] as const;

export type NewsKind = (typeof NEWS_KINDS)[number];

/** What happened to a task. */
export interface NewsRow {
  readonly kind: NewsKind;
  readonly tid: string;
  /** Who did it. */
  readonly by: string | null;
  /** The open blockers in its project. */
  readonly blockers: readonly string[];
}

export interface SprintRow {
  readonly name: string;
  readonly key: string;
  readonly hours: string;
  readonly end: string | null;
}

/** A task that should be done first. */
export interface FirstRow {
  readonly taskId: string;
  readonly tid: string;
  readonly assigneeId: string | null;
  /** Open tasks that wait for it. */
  readonly waiting: number;
  readonly due: string | null;
}

export interface EpicRow {
  /** Null of tasks in no epic. */
  readonly name: string | null;
  readonly finished: readonly string[];
  readonly next: readonly string[];
}

/** What a digest asks for: the parameters of every rule's SQL, and since when. */
export interface DigestQuestion {
  readonly scope: RuleScope;
  readonly values: readonly unknown[];
  readonly since: string;
}

/** Sprints that a digest names. */
const MOST_SPRINTS = 3;
/** The tasks to do first are chosen from this many, because some of them are left out. */
const MOST_CANDIDATES = 50;
const MOST_EPICS = 5;
const MOST_TITLES = 5;
/** Tasks of an epic that come next. */
const MOST_NEXT = 2;

/** Reads what digests tell. */
@Injectable()
export class DigestsRepository {
  constructor(private readonly database: Database) {}

  /** When the colleague's last digest was sent that did not fail; at `until` at the latest. */
  async findLast(
    { companyId, ...context }: RequestContext,
    colleagueId: string,
    until: string,
  ): Promise<string | null> {
    const text = `SELECT a.created_at AS at FROM virtual_colleague_activity a
      JOIN virtual_colleague_runs r ON r.company_id = a.company_id AND r.id = a.run_id AND r.status <> 'running'
      WHERE a.company_id = $1 AND a.colleague_id = $2 AND a.created_at <= $3 AND a.rule = '${DIGEST}'
        AND a.status IN ('sent', 'logged') ORDER BY a.created_at DESC LIMIT 1`;
    return (await this.database.row<{ at: string }>(context, { text }, [companyId, colleagueId, until]))?.at ?? null;
  }

  /** What happened to tasks since the last digest, the newest first. */
  findNews(context: RequestContext, { scope, values, since: moment }: DigestQuestion): Promise<NewsRow[]> {
    const conditions = new Conditions(values);
    const since = `${conditions.parameter(moment)}::timestamptz`;
    const zone = `${conditions.parameter(scope.zone)}::text`;
    const changed = (what: string, condition: string) => `(SELECT ${what} FROM task_activity ta
      JOIN users actor ON actor.company_id = ta.company_id AND actor.id = ta.actor_id
      WHERE ta.company_id = ${COMPANY} AND ta.task_id = t.id AND ta.at > ${since} AND ta.at <= ${MOMENT} AND ${condition}
      ORDER BY ta.id DESC LIMIT 1)`;
    const status = (end: 'from' | 'to', name: string) => `ta.changes -> 'status' ->> '${end}' = '${name}'`;
    const blockersAt = (end: 'from' | 'to') => `ta.changes -> 'blockerIds' -> '${end}'`;
    const isMore = `CASE WHEN json_typeof(${blockersAt('from')}) = 'array' AND json_typeof(${blockersAt('to')}) = 'array'
      THEN json_array_length(${blockersAt('to')}) > json_array_length(${blockersAt('from')}) ELSE false END`;
    // What was made like that has become so, too.
    const became = (name: string) => `(t.created_at > ${since} OR ${changed('true', status('to', name))})`;
    const doneBy = (condition: string) => changed(`coalesce(ta.actor_colleague ->> 'name', actor.name)`, condition);
    const blockers = (what: string) => `(SELECT ${what} FROM ${openBlockersOf('t')}`;
    const select = (kind: NewsKind, at: string, condition: string) => `SELECT '${kind}' AS kind, t.tid, ${at} AS at,
        ${kind === 'done' ? `coalesce(${doneBy(status('to', 'Done'))}, ${doneBy(`ta.event = 'task.created'`)})` : 'NULL::text'} AS by,
        ${kind === 'blocked' ? `ARRAY${blockers('blocker.tid')} AND blocker.project_id = t.project_id ORDER BY blocker.tid)` : 'ARRAY[]::text[]'} AS blockers
      FROM tasks t WHERE ${scope.isInScope} AND ${condition}`;
    const late = `CASE WHEN (t.due_date AT TIME ZONE 'UTC')::time = '00:00'
      THEN ((t.due_date AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE ${zone} ELSE t.due_date END`;
    const isChanged = `t.updated_at > ${since}`;
    const text = `WITH ${PARAMETERS} SELECT news.kind, news.tid, news.by, news.blockers FROM (
        ${select('done', 't.completed_at', `${isDone('t')} AND t.completed_at > ${since} AND t.completed_at <= ${MOMENT}`)}
        UNION ALL ${select('review', 't.updated_at', `${hasStatus('t', 'In Review')} AND ${isChanged} AND ${became('In Review')}`)}
        UNION ALL ${select(
          'blocked',
          't.updated_at',
          `${isOpen('t')} AND ${isChanged} AND (${hasStatus('t', 'Blocked')} AND ${became('Blocked')}
            OR ${changed('true', isMore)} AND EXISTS ${blockers('1')}))`,
        )}
        UNION ALL ${select('late', 't.due_date', `${isOpen('t')} AND ${late} > ${since} AND ${late} <= ${MOMENT}`)}
        UNION ALL ${select('reopened', 't.updated_at', `${isOpen('t')} AND ${isChanged} AND ${changed('true', status('from', 'Done'))}`)}
      ) news ORDER BY news.at DESC, news.tid`;
    return this.database.rows(context, { text }, conditions.values);
  }

  findSprints(context: RequestContext, { scope, values }: DigestQuestion): Promise<SprintRow[]> {
    const text = `WITH ${PARAMETERS} SELECT ${short('s.name')} AS name, p.key, ${amount('open.hours')} AS hours,
        ${isoMoment('s.end_date')} AS end
      FROM sprints s JOIN projects p ON p.company_id = s.company_id AND p.id = s.project_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(${remainingHours('t')}), 0) AS hours FROM tasks t
        WHERE t.company_id = ${COMPANY} AND t.sprint_id = s.id AND ${isOpen('t')}) open
      WHERE s.company_id = ${COMPANY} AND s.project_id = ANY (${PROJECTS}) AND ${isActiveSprint('s')}${holdsOwnTask(scope, 't.sprint_id = s.id')}
      ORDER BY s.end_date, s.name LIMIT ${MOST_SPRINTS}`;
    return this.database.rows(context, { text }, [...values]);
  }

  /** Open tasks that are late or that others wait for, without those that are muted or promised. */
  findFirst(context: RequestContext, { scope, values }: DigestQuestion): Promise<FirstRow[]> {
    const muted = isMuted('t.id', { colleague: COLLEAGUE, rule: `'${DIGEST}'`, moment: MOMENT });
    const text = `WITH ${PARAMETERS}, waiting AS (
        SELECT b.blocker_id, count(*) AS count FROM task_blockers b
        JOIN tasks w ON w.company_id = b.company_id AND w.id = b.task_id AND ${isOpen('w')}
        WHERE b.company_id = ${COMPANY} AND b.is_open GROUP BY b.blocker_id
      ) SELECT t.id AS "taskId", t.tid, t.assignee_id AS "assigneeId", coalesce(waiting.count, 0)::integer AS waiting,
        CASE WHEN t.due_date <= ${MOMENT} THEN ${isoMoment('t.due_date')} END AS due
      FROM tasks t LEFT JOIN waiting ON waiting.blocker_id = t.id
      WHERE ${scope.isScanned} AND (waiting.count > 0 OR t.due_date <= ${MOMENT}) AND NOT ${muted} AND ${promisedDay('t')} IS NULL
      ORDER BY coalesce(waiting.count, 0) DESC, t.due_date, t.tid LIMIT ${MOST_CANDIDATES}`;
    return this.database.rows(context, { text }, [...values]);
  }

  /** For each epic, what was finished and what comes next. The last row is what was finished outside of epics. */
  findEpics(context: RequestContext, { scope, values, since: moment }: DigestQuestion): Promise<EpicRow[]> {
    const conditions = new Conditions(values);
    const since = `${conditions.parameter(moment)}::timestamptz`;
    const titles = (condition: string, order: string, limit: number) => `ARRAY(SELECT ${short('t.title')} FROM tasks t
      WHERE ${scope.isInScope} AND ${condition} ORDER BY ${order} LIMIT ${limit})`;
    const isFinished = `${isDone('t')} AND t.completed_at > ${since} AND t.completed_at <= ${MOMENT}`;
    const finished = (epic: string) => titles(`${epic} AND ${isFinished}`, 't.completed_at DESC, t.tid', MOST_TITLES);
    const text = `WITH ${PARAMETERS}, named AS (
        SELECT ${short('e.name')} AS name, e.due_date, ${finished('t.epic_id = e.id')} AS finished,
          ${titles(`t.epic_id = e.id AND ${isOpen('t')}`, 't.due_date, t.rank, t.id', MOST_NEXT)} AS next
        FROM epics e WHERE e.company_id = ${COMPANY} AND e.project_id = ANY (${PROJECTS})
      ) (SELECT name, finished, next FROM named WHERE cardinality(finished) + cardinality(next) > 0
          ORDER BY cardinality(finished) = 0, due_date, name LIMIT ${MOST_EPICS})
      UNION ALL SELECT NULL, ${finished('t.epic_id IS NULL')}, ARRAY[]::text[]`;
    return this.database.rows(context, { text }, conditions.values);
  }
}
