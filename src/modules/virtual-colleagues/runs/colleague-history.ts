import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { DeclaresPartitions, type PartitionedTable } from '#core/partitions/partition.hooks.js';
import { Filters } from '#modules/filters/filters.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { Configuration } from '#config/configuration.js';
import { feedbackOf } from './feedback-counts.js';
import type { ActionWhy, ColleagueActivityResponse, ColleagueRunResponse } from './colleague-history.dto.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';

const RECENT = 20;

const RUNS = `SELECT r.id AS "scanId", r.kind, r.trigger, r.status, r.tasks_scanned AS "tasksScanned",
  r.actions_generated AS "actionsGenerated", r.sent, r.failed, r.duration_ms AS "durationMs",
  r.by_rule AS "byRule", r.held, r.dropped,
  r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.error
  FROM virtual_colleague_runs r WHERE r.company_id = $1 AND r.colleague_id = $2`;

/** The newest scan first; the actions of a scan in its own order. */
const NEWEST_ACTIVITY = 'a.created_at DESC, a.run_id DESC, a.position';

/** Of the reasons of a colleague's actions. */
const SELECT_FILTERS = `SELECT DISTINCT a.why ->> 'filter' AS filter FROM virtual_colleague_activity a
  WHERE a.company_id = $1 AND a.colleague_id = $2 AND a.why -> 'filter' IS NOT NULL`;

/** What colleagues have done and the caller may see, the newest first. */
@Injectable()
export class ColleagueHistory {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly filters: Filters,
    private readonly configuration: Configuration,
  ) {}

  @DeclaresPartitions()
  partitions(): PartitionedTable[] {
    const { activityRetentionDays: keepDays } = this.configuration;
    return [
      { name: 'virtual_colleague_activity', span: 'month', keepDays },
      { name: 'virtual_colleague_runs', span: 'month', keepDays },
    ];
  }

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    const made = { type: 'text', hand: 'made' } as const;
    const json = { type: 'jsonb', hand: 'made' } as const;
    return [
      { table: 'virtual_colleague_activity', columns: { message: made, suggestion: made, why: json } },
      { table: 'virtual_colleague_runs', columns: { error: made, answer: json } },
    ];
  }

  /** @throws NotFoundError */
  async findRuns(context: RequestContext, id: string, query: PageQuery): Promise<List<ColleagueRunResponse>> {
    await this.ensureColleague(context, id);
    return this.lists.find<ColleagueRunResponse>(context, query, {
      select: RUNS,
      values: [context.companyId, id],
      orderBy: 'r.started_at DESC, r.id DESC',
    });
  }

  /** @throws NotFoundError */
  async findActivity(context: RequestContext, id: string, query: PageQuery): Promise<List<ColleagueActivityResponse>> {
    await this.ensureColleague(context, id);
    const values = [...this.access.parameters(context), id];
    const shown = await this.filters.filterPresenterOfList(context, SELECT_FILTERS, [context.companyId, id]);
    const show = (why: ActionWhy) => (why.filter === undefined ? why : { ...why, filter: shown(why.filter).filter });
    return this.lists.find<ColleagueActivityResponse, ColleagueActivityResponse>(context, query, {
      select: this.selectActivity(context),
      values,
      orderBy: NEWEST_ACTIVITY,
      toItem: (action) => ({ ...action, why: action.why && show(action.why) }),
    });
  }

  async findRecent(context: RequestContext, id: string): Promise<ColleagueActivityResponse[]> {
    const text = `${this.selectActivity(context)} ORDER BY ${NEWEST_ACTIVITY} LIMIT ${RECENT}`;
    const values = [...this.access.parameters(context), id];
    const actions = await this.database.rows<ColleagueActivityResponse>(context, { text }, values);
    const show = await this.whyShower(context, actions);
    return actions.map((action) => ({ ...action, why: action.why && show(action.why) }));
  }

  /** Shows the filters in the reasons of actions as the reader sees them. */
  async whyShower(
    context: RequestContext,
    actions: readonly { readonly why: ActionWhy | null }[],
  ): Promise<(why: ActionWhy) => ActionWhy> {
    const stored = [...new Set(actions.flatMap(({ why }) => why?.filter ?? []))];
    const filters = stored.map((text) => this.filters.stored(text));
    const show = await this.filters.filterPresenter(context, filters);
    const shown = new Map(stored.map((text, index) => [text, show(filters[index] as (typeof filters)[number]).filter]));
    return (why) => (why.filter === undefined ? why : { ...why, filter: shown.get(why.filter) ?? why.filter });
  }

  /** Only who reaches all projects of an action sees it. Nobody sees the actions of a run in progress. */
  private selectActivity(context: RequestContext): string {
    return `SELECT a.id, a.run_id AS "scanId", a.type, a.rule, a.task_id AS "taskId", a.user_id AS "userId", a.message,
        a.status, a.why, a.held, a.severity, a.suggestion, ${feedbackOf('a', '$2')} AS feedback, a.created_at AS "createdAt"
      FROM virtual_colleague_activity a
      JOIN virtual_colleague_runs r ON r.company_id = a.company_id AND r.id = a.run_id AND r.status <> 'running'
      WHERE a.company_id = $1 AND a.colleague_id = $3 AND NOT EXISTS (
        SELECT 1 FROM unnest(a.project_ids) AS told (project_id)
        WHERE NOT ${this.access.conditionOnMany(context, 'told.project_id')})`;
  }

  /** @throws NotFoundError */
  async ensureColleague(context: RequestContext, id: string): Promise<void> {
    const text = 'SELECT 1 FROM virtual_colleagues WHERE company_id = $1 AND id = $2';
    const values = [context.companyId, id];
    if (!(await this.database.row(context, { text }, values))) throw new ColleagueNotFoundError();
  }
}
