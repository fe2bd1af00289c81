import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { feedbackOf } from './colleague-feedbacks.repository.js';
import type { ColleagueActivityResponse, ColleagueRunResponse } from './colleague-history.dto.js';

const RECENT = 20;

const RUNS = `SELECT r.id AS "scanId", r.kind, r.trigger, r.status, r.tasks_scanned AS "tasksScanned",
  r.actions_generated AS "actionsGenerated", r.sent, r.failed, r.duration_ms AS "durationMs",
  r.by_rule AS "byRule", r.held, r.dropped,
  r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.error
  FROM virtual_colleague_runs r WHERE r.company_id = $1 AND r.colleague_id = $2`;

/** The newest scan first; the actions of a scan in its own order. */
const NEWEST_ACTIVITY = 'a.created_at DESC, a.run_id DESC, a.position';

const SELECT_FILTERS = `SELECT DISTINCT a.why ->> 'filter' AS filter FROM virtual_colleague_activity a
  WHERE a.company_id = $1 AND a.colleague_id = $2 AND a.why -> 'filter' IS NOT NULL`;

/** The runs and the actions of colleagues, as the caller may see them. */
@Injectable()
export class ColleagueHistoryRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  async hasColleague(context: RequestContext, id: string): Promise<boolean> {
    const text = 'SELECT 1 FROM virtual_colleagues WHERE company_id = $1 AND id = $2';
    return (await this.database.row(context, { text }, [context.companyId, id])) !== undefined;
  }

  findRuns(context: RequestContext, colleagueId: string, query: PageQuery): Promise<List<ColleagueRunResponse>> {
    return this.lists.find<ColleagueRunResponse>(context, query, {
      select: RUNS,
      values: [context.companyId, colleagueId],
      orderBy: 'r.started_at DESC, r.id DESC',
    });
  }

  findActions(
    context: RequestContext,
    colleagueId: string,
    query: PageQuery,
    toItem: (action: ColleagueActivityResponse) => ColleagueActivityResponse,
  ): Promise<List<ColleagueActivityResponse>> {
    return this.lists.find<ColleagueActivityResponse, ColleagueActivityResponse>(context, query, {
      select: this.selectActions(context),
      values: [...this.access.parametersOf(context), colleagueId],
      orderBy: NEWEST_ACTIVITY,
      toItem,
    });
  }

  findRecentActions(context: RequestContext, colleagueId: string): Promise<ColleagueActivityResponse[]> {
    const text = `${this.selectActions(context)} ORDER BY ${NEWEST_ACTIVITY} LIMIT ${RECENT}`;
    return this.database.rows(context, { text }, [...this.access.parametersOf(context), colleagueId]);
  }

  /** Selects the stored filters in the reasons of a colleague's actions, for `Filters.filterPresenterOfList`. */
  filtersStatement({ companyId }: RequestContext, colleagueId: string): { select: string; values: unknown[] } {
    return { select: SELECT_FILTERS, values: [companyId, colleagueId] };
  }

  /** Only callers who reach all projects of an action see it. Nobody sees the actions of a run in progress. */
  private selectActions(context: RequestContext): string {
    return `SELECT a.id, a.run_id AS "scanId", a.type, a.rule, a.task_id AS "taskId", a.user_id AS "userId", a.message,
        a.status, a.why, a.held, a.severity, a.suggestion, ${feedbackOf('a', '$2')} AS feedback, a.created_at AS "createdAt"
      FROM virtual_colleague_activity a
      JOIN virtual_colleague_runs r ON r.company_id = a.company_id AND r.id = a.run_id AND r.status <> 'running'
      WHERE a.company_id = $1 AND a.colleague_id = $3 AND NOT EXISTS (
        SELECT 1 FROM unnest(a.project_ids) AS told (project_id)
        WHERE NOT ${this.access.conditionOnMany(context, 'told.project_id')})`;
  }
}
