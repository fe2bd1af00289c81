import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { selectFirstComment } from '#schema/comments.js';
import { isAnsweredWithin, isMadeAfter } from '#schema/promises.js';
import { selectFirstChange } from '#schema/tasks.js';
import type { PromiseCountsResponse, RuleStatsResponse } from './colleague-stats.dto.js';

/** A change or a comment that comes later than this does not count as an answer to the action. */
const UNTIL = `a.created_at + interval '48 hours'`;

/** The actions `a` of runs that have ended. */
const ACTIONS = `FROM virtual_colleague_activity a
        JOIN virtual_colleague_runs r ON r.company_id = $1 AND r.id = a.run_id AND r.status <> 'running'`;

/** Whether an action was said to somebody about a task. */
const IS_TO_SOMEONE = `a.status <> 'held' AND a.task_id IS NOT NULL AND a.user_id IS NOT NULL`;

export type RuleStats = Omit<RuleStatsResponse, 'promises'>;
export type PromiseCounts = PromiseCountsResponse & { readonly rule: string };

/** Counts what has come of the actions of a colleague since a moment, as far as the caller reaches their projects. */
@Injectable()
export class ColleagueStatsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The rules that were said most come first. */
  findRuleStats(context: RequestContext, colleagueId: string, since: string): Promise<RuleStats[]> {
    const text = `SELECT told.rule, count(*) FILTER (WHERE told.is_said)::integer AS said,
        count(*) FILTER (WHERE told.status = 'sent')::integer AS sent, count(*) FILTER (WHERE NOT told.is_said)::integer AS held,
        CASE WHEN bool_or(told.task_id IS NOT NULL) THEN count(told.acted_at)::integer END AS "actedOn",
        round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM told.acted_at - told.created_at) / 3600))::numeric, 1)
          AS "actedWithinHours",
        CASE WHEN bool_or(told.task_id IS NOT NULL) THEN count(*) FILTER (WHERE told.is_answered)::integer END AS answered,
        coalesce(sum(told.useful), 0)::integer AS useful, coalesce(sum(told.not_useful), 0)::integer AS "notUseful"
      FROM (
        SELECT a.rule, a.status, a.task_id, a.created_at, a.status <> 'held' AS is_said, given.useful, given.not_useful,
          CASE WHEN ${IS_TO_SOMEONE} THEN least(
            (${selectFirstChange('a.task_id', 'a.created_at', UNTIL)}),
            (${selectFirstComment('a.task_id', 'a.created_at', UNTIL)})) END AS acted_at,
          CASE WHEN ${IS_TO_SOMEONE} THEN ${isAnsweredWithin('a', UNTIL)} END AS is_answered
        ${ACTIONS}
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE f.useful) AS useful, count(*) FILTER (WHERE NOT f.useful) AS not_useful
          FROM virtual_colleague_feedback f WHERE f.company_id = $1 AND f.activity_id = a.id) given
        WHERE ${this.isCounted(context)}
      ) told GROUP BY told.rule HAVING bool_or(told.is_said) ORDER BY said DESC, told.rule`;
    return this.database.rows(context, { text }, this.valuesOf(context, colleagueId, since));
  }

  /** How the promises ended that answered actions, by rule. */
  findPromiseCounts(context: RequestContext, colleagueId: string, since: string): Promise<PromiseCounts[]> {
    const text = `SELECT a.rule, count(DISTINCT p.id) FILTER (WHERE p.state = 'kept')::integer AS kept,
        count(DISTINCT p.id) FILTER (WHERE p.state = 'broken')::integer AS broken
      ${ACTIONS} JOIN promises p ON ${isMadeAfter('p', 'a', UNTIL)} WHERE ${this.isCounted(context)} AND ${IS_TO_SOMEONE} GROUP BY a.rule`;
    return this.database.rows(context, { text }, this.valuesOf(context, colleagueId, since));
  }

  private isCounted(context: RequestContext): string {
    return `a.company_id = $1 AND a.colleague_id = $3 AND a.created_at >= $4 AND NOT EXISTS (
          SELECT 1 FROM unnest(a.project_ids) AS reached (project_id)
          WHERE NOT ${this.access.conditionOnMany(context, 'reached.project_id')})`;
  }

  private valuesOf(context: RequestContext, colleagueId: string, since: string): string[] {
    return [...this.access.parametersOf(context), colleagueId, since];
  }
}
