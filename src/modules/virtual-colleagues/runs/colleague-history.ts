import { Injectable } from '@nestjs/common';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { DeclaresPartitions, type PartitionedTable } from '#core/partitions/partition.hooks.js';
import { Filters } from '#modules/filters/filters.service.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import type { ActionWhy, ColleagueActivityResponse, ColleagueRunResponse } from './colleague-history.dto.js';
import { ColleagueHistoryRepository } from './colleague-history.repository.js';

/** What colleagues have done and the caller may see, the newest first. */
@Injectable()
export class ColleagueHistory {
  constructor(
    private readonly stored: ColleagueHistoryRepository,
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
    return this.stored.findRuns(context, id, query);
  }

  /** @throws NotFoundError */
  async findActivity(context: RequestContext, id: string, query: PageQuery): Promise<List<ColleagueActivityResponse>> {
    await this.ensureColleague(context, id);
    const { select, values } = this.stored.filtersStatement(context, id);
    const shown = await this.filters.filterPresenterOfList(context, select, values);
    const show = (why: ActionWhy) => (why.filter === undefined ? why : { ...why, filter: shown(why.filter).filter });
    return this.stored.findActions(context, id, query, (action) => ({
      ...action,
      why: action.why && show(action.why),
    }));
  }

  async findRecent(context: RequestContext, id: string): Promise<ColleagueActivityResponse[]> {
    const actions = await this.stored.findRecentActions(context, id);
    const show = await this.whyPresenter(context, actions);
    return actions.map((action) => ({ ...action, why: action.why && show(action.why) }));
  }

  /** Shows the filters in the reasons of actions as the reader sees them. */
  async whyPresenter(
    context: RequestContext,
    actions: readonly { readonly why: ActionWhy | null }[],
  ): Promise<(why: ActionWhy) => ActionWhy> {
    const stored = [...new Set(actions.flatMap(({ why }) => why?.filter ?? []))];
    const filters = stored.map((text) => this.filters.storedFilter(text));
    const show = await this.filters.filterPresenter(context, filters);
    const shown = new Map(stored.map((text, index) => [text, show(filters[index] as (typeof filters)[number]).filter]));
    return (why) => (why.filter === undefined ? why : { ...why, filter: shown.get(why.filter) ?? why.filter });
  }

  /** @throws NotFoundError */
  async ensureColleague(context: RequestContext, id: string): Promise<void> {
    if (!(await this.stored.hasColleague(context, id))) throw new ColleagueNotFoundError();
  }
}
