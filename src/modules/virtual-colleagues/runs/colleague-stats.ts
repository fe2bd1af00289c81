import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { selectFirstComment } from '#schema/comments.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { selectFirstChange } from '#schema/tasks.js';
import { ColleagueHistory } from './colleague-history.js';
import { isAnsweredWithin, isMadeAfter } from '#schema/promises.js';
import type { PromiseCountsResponse, RuleStatsResponse, StatsQuery } from './colleague-stats.dto.js';

const DEFAULT_DAYS = 30;
const DAY = 86_400_000;

/** Acting on something later than this is no answer to it. */
const UNTIL = `a.created_at + interval '48 hours'`;

type RuleStats = Omit<RuleStatsResponse, 'promises'>;
type PromiseCounts = PromiseCountsResponse & { readonly rule: string };

/** Tells whether a colleague helps. */
@Injectable()
export class ColleagueStats {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly history: ColleagueHistory,
  ) {}

  /** Of what the caller reaches, by rule, the most said first. @throws NotFoundError */
  async ofRules(
    context: RequestContext,
    id: string,
    { days = DEFAULT_DAYS }: StatsQuery,
  ): Promise<RuleStatsResponse[]> {
    await this.history.ensureColleague(context, id);
    const asked = `FROM virtual_colleague_activity a
        JOIN virtual_colleague_runs r ON r.company_id = $1 AND r.id = a.run_id AND r.status <> 'running'`;
    const isAsked = `a.company_id = $1 AND a.colleague_id = $3 AND a.created_at >= $4 AND NOT EXISTS (
          SELECT 1 FROM unnest(a.project_ids) AS reached (project_id)
          WHERE NOT ${this.access.conditionOnMany(context, 'reached.project_id')})`;
    const isToSomeone = `a.status <> 'held' AND a.task_id IS NOT NULL AND a.user_id IS NOT NULL`;
    const text = `SELECT told.rule, count(*) FILTER (WHERE told.is_said)::integer AS said,
        count(*) FILTER (WHERE told.status = 'sent')::integer AS sent, count(*) FILTER (WHERE NOT told.is_said)::integer AS held,
        CASE WHEN bool_or(told.task_id IS NOT NULL) THEN count(told.acted_at)::integer END AS "actedOn",
        round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM told.acted_at - told.created_at) / 3600))::numeric, 1)
          AS "actedWithinHours",
        CASE WHEN bool_or(told.task_id IS NOT NULL) THEN count(*) FILTER (WHERE told.is_answered)::integer END AS answered,
        coalesce(sum(told.useful), 0)::integer AS useful, coalesce(sum(told.not_useful), 0)::integer AS "notUseful"
      FROM (
        SELECT a.rule, a.status, a.task_id, a.created_at, a.status <> 'held' AS is_said, given.useful, given.not_useful,
          CASE WHEN ${isToSomeone} THEN least(
            (${selectFirstChange('a.task_id', 'a.created_at', UNTIL)}),
            (${selectFirstComment('a.task_id', 'a.created_at', UNTIL)})) END AS acted_at,
          CASE WHEN ${isToSomeone} THEN ${isAnsweredWithin('a', UNTIL)} END AS is_answered
        ${asked}
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE f.useful) AS useful, count(*) FILTER (WHERE NOT f.useful) AS not_useful
          FROM virtual_colleague_feedback f WHERE f.company_id = $1 AND f.activity_id = a.id) given
        WHERE ${isAsked}
      ) told GROUP BY told.rule HAVING bool_or(told.is_said) ORDER BY said DESC, told.rule`;
    const promised = `SELECT a.rule, count(DISTINCT p.id) FILTER (WHERE p.state = 'kept')::integer AS kept,
        count(DISTINCT p.id) FILTER (WHERE p.state = 'broken')::integer AS broken
      ${asked} JOIN promises p ON ${isMadeAfter('p', 'a', UNTIL)} WHERE ${isAsked} AND ${isToSomeone} GROUP BY a.rule`;
    const since = new Date(Date.now() - days * DAY).toISOString();
    const values = [...this.access.parameters(context), id, since];
    const stats = await this.database.rows<RuleStats>(context, { text }, values);
    const counts = await this.database.rows<PromiseCounts>(context, { text: promised }, values);
    const byRule = new Map(counts.map(({ rule, ...count }) => [rule, count]));
    return stats.map(({ useful, notUseful, ...of }) => {
      const promises = of.answered === null ? null : (byRule.get(of.rule) ?? { kept: 0, broken: 0 });
      return { ...of, promises, useful, notUseful };
    });
  }
}
