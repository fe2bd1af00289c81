import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { selectFirstComment } from '#schema/comments.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { selectFirstChange } from '#schema/tasks.js';
import { ColleagueHistory } from './colleague-history.js';
import type { RuleStatsResponse, StatsQuery } from './colleague-stats.dto.js';

const DEFAULT_DAYS = 30;
const DAY = 86_400_000;

/** Acting on something later than this is no answer to it. */
const UNTIL = `a.created_at + interval '48 hours'`;

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
    const text = `SELECT told.rule, count(*) FILTER (WHERE told.is_said)::integer AS said,
        count(*) FILTER (WHERE told.status = 'sent')::integer AS sent, count(*) FILTER (WHERE NOT told.is_said)::integer AS held,
        CASE WHEN bool_or(told.task_id IS NOT NULL) THEN count(told.acted_at)::integer END AS "actedOn",
        round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM told.acted_at - told.created_at) / 3600))::numeric, 1)
          AS "actedWithinHours",
        coalesce(sum(told.useful), 0)::integer AS useful, coalesce(sum(told.not_useful), 0)::integer AS "notUseful"
      FROM (
        SELECT a.rule, a.status, a.task_id, a.created_at, a.status <> 'held' AS is_said, given.useful, given.not_useful,
          CASE WHEN a.status <> 'held' AND a.task_id IS NOT NULL AND a.user_id IS NOT NULL THEN least(
            (${selectFirstChange('a.task_id', 'a.created_at', UNTIL)}),
            (${selectFirstComment('a.task_id', 'a.created_at', UNTIL)})) END AS acted_at
        FROM virtual_colleague_activity a
        JOIN virtual_colleague_runs r ON r.company_id = $1 AND r.id = a.run_id AND r.status <> 'running'
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE f.useful) AS useful, count(*) FILTER (WHERE NOT f.useful) AS not_useful
          FROM virtual_colleague_feedback f WHERE f.company_id = $1 AND f.activity_id = a.id) given
        WHERE a.company_id = $1 AND a.colleague_id = $3 AND a.created_at >= $4 AND NOT EXISTS (
          SELECT 1 FROM unnest(a.project_ids) AS reached (project_id)
          WHERE NOT ${this.access.conditionOnMany(context, 'reached.project_id')})
      ) told GROUP BY told.rule HAVING bool_or(told.is_said) ORDER BY said DESC, told.rule`;
    const since = new Date(Date.now() - days * DAY).toISOString();
    return this.database.rows(context, { text }, [...this.access.parameters(context), id, since]);
  }
}
