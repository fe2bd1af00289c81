import { ensureWhole } from '#common/http/ensure-whole.js';
import { Inject, Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { searchTerms } from '#common/validation/search.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { UserCache } from '#core/access/user-cache.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { orderBy } from '#core/database/lists/keyset.js';
import { type ListStatement, Lists } from '#core/database/lists/lists.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import { isCustomName, SORTED_TYPES } from '#schema/fields.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { selectTaskCount } from '#schema/projects.js';
import { ViewsService } from '#modules/views/views.service.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import { TASK_FIELDS, selectFields, type TaskSort } from '#schema/tasks.js';
import { containsTerms } from '#schema/task-texts.js';
import { type TaskDetailResponse, type TaskResponse, versioned } from '../task.dto.js';
import { type Asked, type AskedConditions, type AskedTasks, filterOf, includedIn, isPlain } from './asked-tasks.js';
import { addTaskConditions, orderOf } from './task-filter.js';
import { ListedValues, type ValuedRow } from '../values/listed-values.js';
import { TaskValues } from '../values/task-values.service.js';
import { branchNameOf } from './branch-name.js';
import { type ExtrasRow, ReachableTasksRepository } from './reachable-tasks.repository.js';
import { taskRows } from './task-rows.repository.js';
import { CSV_NAMES, csvColumns, type CsvTask } from './tasks-csv.js';
import type { CheckedFilterResponse, CheckFilter } from './task-filters.dto.js';
import { CSV_INCLUDES, type ListedTask, type TaskFilterQuery, type TasksQuery } from './tasks-query.dto.js';

/** Answered flat. */
export class TaskNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Task');
  }
}

/** Searches under way at once: one through long texts keeps a processor busy. */
const SEARCHES = 4;

const NO_EXTRAS: ExtrasRow = {
  delegate: null,
  work: null,
  attachments: [],
  mentions: [],
  external: [],
  mutes: [],
  promise: null,
  formerTids: [],
  values: null,
};

/** Reads tasks that the caller reaches. */
@Injectable()
export class TaskQueries {
  @Inject() private readonly fields: FieldCatalogue;
  @Inject() private readonly values: TaskValues;
  @Inject() private readonly users: UserCache;
  private readonly searches: ConcurrencyLimit;

  constructor(
    private readonly tasks: ReachableTasksRepository,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly lanes: WorkflowLanesService,
    private readonly filters: Filters,
    private readonly views: ViewsService,
    concurrency: ConcurrencyLimits,
  ) {
    this.searches = concurrency.create('searches', { slots: SEARCHES });
  }

  /** The tasks that the query asks for; as CSV, all of them. */
  async findTasks(context: RequestContext, query: TasksQuery, asCsv = false): Promise<List<ListedTask>> {
    const asked = await this.withValues(context, await this.asked(context, query), asCsv);
    const isSearch =
      searchTerms(query.search ?? '').size > 0 || asked.filters.some((filter) => this.filters.isSearch(filter));
    if (!isSearch) return this.read(context, asked, asCsv);
    return this.searches.inTurn(context, (longestWait) => this.read({ ...context, longestWait }, asked, asCsv));
  }

  /** With its filters read, and what the view says where the query is silent. */
  private async asked<Query extends TaskFilterQuery & Partial<TasksQuery>>(
    context: RequestContext,
    { filter, view: viewId, ...query }: Query,
  ) {
    const view = viewId === undefined ? undefined : await this.views.getForTasks(context, viewId);
    const own = filter === undefined ? [] : [await this.filters.readFilter(context, filter)];
    const sort = query.sortBy ?? view?.sortBy;
    const sortField =
      sort && isCustomName(sort) ? await this.fields.getNamed(context, sort, SORTED_TYPES, 'sortBy') : undefined;
    const sortBy = sort && isCustomName(sort) ? undefined : (sort as TaskSort | undefined);
    const sortOrder = query.sortOrder ?? (query.sortBy ? undefined : view?.sortOrder);
    const filters = view ? [view.filter, ...own] : own;
    return { ...query, sortBy, sortField, sortOrder, viewProjectId: view?.projectId, filters };
  }

  private async read(context: RequestContext, query: AskedTasks, asCsv: boolean): Promise<List<ListedTask>> {
    const { values } = query;
    if (!asCsv) {
      const statement = await this.statement(context, query);
      if (!values) return this.lists.find<ListedTask>(context, query, statement);
      const toItem = (row: ListedTask & ValuedRow): ListedTask => values.shown(row);
      return this.lists.find<ListedTask & ValuedRow, ListedTask>(context, query, { ...statement, toItem });
    }
    ensureWhole(query);
    const asked = CSV_INCLUDES.filter((name) => query.include?.includes(name));
    const include = query.fields ? asked : [...CSV_INCLUDES, ...CSV_NAMES];
    const statement = await this.statement(context, { ...query, include });
    const columns = csvColumns(query.fields ?? TASK_FIELDS, include);
    const own =
      values?.csvColumns(
        query.projectId,
        columns.map(({ name }) => name),
      ) ?? [];
    return this.lists.csv<CsvTask & ValuedRow>(context, statement, [...columns, ...own]);
  }

  /** With what shows the company's own fields, where they are asked for; in CSV all columns are, if none are named. */
  private async withValues(
    context: RequestContext,
    { include, fields, ...query }: Asked,
    asCsv: boolean,
  ): Promise<AskedTasks> {
    const asked = {
      ...query,
      include: include?.filter((name) => name !== 'custom'),
      fields: fields?.filter((name) => name !== 'custom'),
    };
    const isAsked = asCsv
      ? (fields?.includes('custom') ?? true)
      : (include ?? fields)?.includes('custom') || fields?.includes('custom');
    if (!isAsked) return asked;
    return { ...asked, values: new ListedValues(await this.fields.findAll(context), asCsv ? 'email' : 'name') };
  }

  private async statement(context: RequestContext, query: AskedTasks): Promise<ListStatement> {
    const filter = await this.conditions(context, query);
    const included = includedIn(query, this.access.conditionOnMany(context, 'bt.project_id'));
    const { search, sortBy, sortField, values } = query;
    const fields = query.fields?.length === 0 && values ? [] : [selectFields(query.fields)];
    const own = values ? (values.columns.length > 0 ? values.columns : ['t.id AS "valuesProjectId"']) : [];
    const columns = [...fields, ...included.map(({ column }) => column), ...own].join(', ');
    const joins = [...included.map(({ join }) => join), values?.join ?? ''].join(' ');
    const order = orderOf(query, sortField);
    const isOfCompany = !query.projectId;
    const kept = this.keptCount(context, query);
    const isTextAlone = isOfCompany && isPlain({ ...query, search: undefined, cursor: undefined });
    const asked = {
      columns,
      joins,
      filter,
      kept,
      search,
      order,
      sortBy,
      isUsual: !sortField,
      isOfCompany,
      isTextAlone,
      isGuessed: query.filters.some((one) => this.filters.isGuessed(one)),
    };
    const { select, ...pages } = taskRows(asked);
    return {
      select: select(),
      values: filter.values,
      orderBy: orderBy(order),
      keyset: { order, filter: filterOf(query), select },
      ...pages,
      isPrepared: !context.agent && isPlain(query) && query.projectId?.length === 1 && !query.fields,
    };
  }

  /** The ids of at most `most` tasks that a filter lets through, by id. */
  async findIds(context: RequestContext, filter: Filter, most: number): Promise<string[]> {
    return this.tasks.findIdsWhere(context, await this.conditions(context, { filters: [filter] }), most);
  }

  /** The conditions on the row `t` of all that the query asks for, its search too. @throws ValidationError */
  async narrowConditions(context: RequestContext, query: TaskFilterQuery): Promise<Conditions> {
    const conditions = await this.conditions(context, await this.asked(context, query));
    const contained = containsTerms(conditions, query.search);
    return contained === undefined ? conditions : conditions.add(contained.indexed);
  }

  /** A filter in canonical text, and how many tasks it lets through now. */
  async checkFilter(context: RequestContext, { filter: text, projectId }: CheckFilter): Promise<CheckedFilterResponse> {
    if (projectId) await this.access.getProject(context, projectId);
    const filter = await this.filters.readFilter(context, text);
    const conditions = await this.conditions(context, {
      filters: [filter],
      projectId: projectId ? [projectId] : undefined,
    });
    const count = () => this.tasks.countWhere(context, conditions);
    const tasks = await (this.filters.isSearch(filter) ? this.searches.inTurn(context, count) : count());
    return { filter: await this.filters.canonicalText(context, filter), tasks };
  }

  /** The reach comes last: of equally cheap conditions PostgreSQL looks at the first one first, and few tasks pass the others. */
  private async conditions(context: RequestContext, query: AskedConditions): Promise<Conditions> {
    const conditions = new Conditions(this.access.parametersOf(context)).add('t.company_id = $1');
    const status = query.status && (await this.lanes.withLanes(context, query.status));
    const assigneeId = query.assigneeId?.map((id) => (id === 'me' ? context.userId : id));
    addTaskConditions(conditions, { ...query, status, assigneeId });
    if (query.viewProjectId) conditions.add(`t.project_id = ${conditions.parameter(query.viewProjectId)}`);
    for (const filter of query.filters) await this.filters.narrowConditions(context, filter, conditions);
    return conditions.add(
      query.projectId ? this.reachable(context) : this.access.conditionOnMany(context, 't.project_id'),
    );
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<TaskDetailResponse> {
    const row = await this.tasks.findDetail(context, id);
    if (!row) throw new TaskNotFoundError();
    const { assigneeName, hasExtras, ...task } = row;
    const assignee = task.assigneeId === null ? null : { id: task.assigneeId, name: assigneeName ?? '' };
    const { values, ...extras } = hasExtras ? await this.getExtras(context, task.id) : NO_EXTRAS;
    const custom = values ? await this.values.showOne(context, task, values) : {};
    const branchName = branchNameOf((await this.users.namesOf(context)).name, task);
    return versioned({ ...task, ...extras, branchName, assignee, custom, labelCount: task.labels.length });
  }

  /** The tasks that block a task. */
  findBlockers(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskResponse>> {
    return this.findAcross(context, taskId, query, { from: 'task_id', to: 'blocker_id' });
  }

  /** The tasks that a task blocks. */
  findBlocked(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskResponse>> {
    return this.findAcross(context, taskId, query, { from: 'blocker_id', to: 'task_id' });
  }

  private async findAcross(
    context: RequestContext,
    taskId: string,
    query: PageQuery,
    ends: Record<'from' | 'to', 'task_id' | 'blocker_id'>,
  ): Promise<List<TaskResponse>> {
    await this.ensureReachable(context, taskId);
    return this.lists.find<TaskResponse>(context, query, this.tasks.selectAcross(context, taskId, ends));
  }

  /** @throws NotFoundError */
  async ensureReachable(context: RequestContext, id: string): Promise<void> {
    await this.getProjectId(context, id);
  }

  /** The project that a task is in now. @throws NotFoundError */
  async getProjectId(context: RequestContext, id: string): Promise<string> {
    const projectId = await this.findProjectId(context, id);
    if (projectId === undefined) throw new TaskNotFoundError();
    return projectId;
  }

  /** The project of a task that the caller reaches. */
  findProjectId(context: RequestContext, id: string): Promise<string | undefined> {
    return this.tasks.findProjectId(context, id);
  }

  /** Those of the tasks that the caller reaches, in the order of the ids, with their values. */
  async findByIds(context: RequestContext, ids: readonly string[]): Promise<TaskResponse[]> {
    const rows = await this.tasks.findByIds(context, ids);
    const valued = rows.filter(({ hasExtras }) => hasExtras).map(({ id }) => id);
    const customs = await this.values.showValues(context, rows, await this.values.findValues(context, valued));
    return rows.map(({ hasExtras: _hasExtras, ...task }) => ({ ...task, custom: customs.get(task.id) ?? {} }));
  }

  /** As `findByIds`, with descriptions of at most `longest` bytes; undefined when all take more than `room` bytes. */
  async findShortened(
    context: RequestContext,
    ids: readonly string[],
    longest: number,
    room: number,
  ): Promise<TaskResponse[] | undefined> {
    if (ids.length === 0) return [];
    return this.tasks.findShortened(context, ids, longest, room);
  }

  private async getExtras(context: RequestContext, id: string): Promise<ExtrasRow> {
    const extras = await this.tasks.findExtras(context, id);
    if (!extras) throw new TaskNotFoundError();
    return extras;
  }

  /** The projects of tasks, in the order of their ids. Tasks out of reach are left out. */
  findProjectIds(context: RequestContext, ids: readonly string[]): Promise<string[]> {
    return this.tasks.findProjectIds(context, ids);
  }

  /** The count of tasks that projects keep: for one project, or for all within reach. Undefined for other filters. */
  private keptCount(context: RequestContext, query: AskedTasks): string | undefined {
    if (!isPlain(query)) return undefined;
    const column = 'c.project_id';
    if (!query.projectId) return selectTaskCount('$1', this.access.conditionOnMany(context, column));
    if (query.projectId.length > 1) return undefined;
    return selectTaskCount('$1', `${column} = $3 AND ${this.access.conditionOn(context, column)}`);
  }

  private reachable(context: RequestContext): string {
    return this.access.conditionOn(context, 't.project_id');
  }
}
