import { ensureWhole } from '#common/http/ensure-whole.js';
import { Inject, Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { searchTerms } from '#common/validation/search.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { UserCache } from '#core/access/user-cache.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { orderBy } from '#core/database/lists/keyset.js';
import { type ListStatement, Lists } from '#core/database/lists/lists.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { readyAttachmentsOf } from '#schema/files.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import { isCustomName, SORTED_TYPES, type StoredValues, valuesOf } from '#schema/fields.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { formerTidsOf } from '#schema/former-tids.js';
import { externalOf } from '#schema/imports.js';
import { mentionsOf } from '#schema/mentions.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { selectTaskCount } from '#schema/projects.js';
import { askedOf } from '#schema/promises.js';
import { ViewsService } from '#modules/views/views.service.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import { TASK_FIELDS, isWatcher, mutesOf, selectFields, selectShortened, type TaskSort } from '#schema/tasks.js';
import { containsTerms } from '#schema/task-texts.js';
import { type TaskDetailResponse, type TaskResponse, versioned } from '../task.dto.js';
import {
  type Asked,
  type AskedConditions,
  type AskedTasks,
  filterOf,
  INCLUDED,
  includedIn,
  isPlain,
  LABELS,
} from './asked-tasks.js';
import { addTaskConditions, orderOf } from './task-filter.js';
import { ListedValues, type ValuedRow } from '../values/listed-values.js';
import { TaskValues } from '../values/task-values.service.js';
import { branchNameOf } from './branch-name.js';
import { taskRows } from './task-rows.js';
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

/** What few tasks have. */
type TaskExtras = Pick<
  TaskDetailResponse,
  'delegate' | 'work' | 'attachments' | 'mentions' | 'external' | 'mutes' | 'promise' | 'formerTids'
>;
type ExtrasRow = TaskExtras & { readonly values: StoredValues | null };
type DetailRow = Omit<TaskDetailResponse, 'assignee' | 'custom' | 'branchName' | keyof TaskExtras> & {
  assigneeName: string | null;
  hasExtras: boolean;
};

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

/** Each of these looks into a table of its own: a task that has none of it is read without them. */
const SELECT_EXTRAS: Statement = {
  name: 'task-extras',
  text: `SELECT ${INCLUDED.delegate.column}, ${INCLUDED.work.column}, ${readyAttachmentsOf('t')} AS attachments,
      ${mentionsOf('t.mentions')} AS mentions, ${externalOf('t')} AS external,
      ${mutesOf('t')} AS mutes, ${formerTidsOf('t')} AS "formerTids", ${INCLUDED.promise.column}, ${valuesOf('t')} AS values
    FROM tasks t ${INCLUDED.delegate.join} WHERE t.company_id = $1 AND t.id = $2`,
};

/** Reads tasks that the caller reaches. */
@Injectable()
export class TaskQueries {
  @Inject() private readonly fields: FieldCatalogue;
  @Inject() private readonly values: TaskValues;
  @Inject() private readonly users: UserCache;
  private readonly details = new Map<string, Statement>();
  private readonly searches: ConcurrencyLimit;

  constructor(
    private readonly database: Database,
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
  async find(context: RequestContext, query: TasksQuery, asCsv = false): Promise<List<ListedTask>> {
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
    const own = filter === undefined ? [] : [await this.filters.read(context, filter)];
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
    const conditions = await this.conditions(context, { filters: [filter] });
    const text = `SELECT t.id FROM tasks t WHERE ${conditions.where} ORDER BY t.id LIMIT ${most}`;
    const rows = await this.database.rows<{ id: string }>(context, { text }, conditions.values);
    return rows.map(({ id }) => id);
  }

  /** The conditions on the row `t` of all that the query asks for, its search too. @throws ValidationError */
  async narrow(context: RequestContext, query: TaskFilterQuery): Promise<Conditions> {
    const conditions = await this.conditions(context, await this.asked(context, query));
    const contained = containsTerms(conditions, query.search);
    return contained === undefined ? conditions : conditions.add(contained.indexed);
  }

  /** A filter in canonical text, and how many tasks it lets through now. */
  async check(context: RequestContext, { filter: text, projectId }: CheckFilter): Promise<CheckedFilterResponse> {
    if (projectId) await this.access.get(context, projectId);
    const filter = await this.filters.read(context, text);
    const conditions = await this.conditions(context, {
      filters: [filter],
      projectId: projectId ? [projectId] : undefined,
    });
    const counted = { text: `SELECT count(*) AS tasks FROM tasks t WHERE ${conditions.where}` };
    const count = () => this.database.row<{ tasks: number }>(context, counted, conditions.values);
    const found = await (this.filters.isSearch(filter) ? this.searches.inTurn(context, count) : count());
    return { filter: await this.filters.canonical(context, filter), tasks: found?.tasks ?? 0 };
  }

  /** The reach comes last: of equally cheap conditions PostgreSQL looks at the first one first, and few tasks pass the others. */
  private async conditions(context: RequestContext, query: AskedConditions): Promise<Conditions> {
    const conditions = new Conditions(this.access.parameters(context)).add('t.company_id = $1');
    const status = query.status && (await this.lanes.withLanes(context, query.status));
    const assigneeId = query.assigneeId?.map((id) => (id === 'me' ? context.userId : id));
    addTaskConditions(conditions, { ...query, status, assigneeId });
    if (query.viewProjectId) conditions.add(`t.project_id = ${conditions.parameter(query.viewProjectId)}`);
    for (const filter of query.filters) await this.filters.narrow(context, filter, conditions);
    return conditions.add(
      query.projectId ? this.reachable(context) : this.access.conditionOnMany(context, 't.project_id'),
    );
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<TaskDetailResponse> {
    const row = await this.database.rowByKey<DetailRow>(context, this.detail(context), [
      ...this.access.parameters(context),
      id,
    ]);
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
    { from, to }: Record<'from' | 'to', 'task_id' | 'blocker_id'>,
  ): Promise<List<TaskResponse>> {
    await this.ensureReachable(context, taskId);
    return this.lists.find<TaskResponse>(context, query, {
      select: `SELECT ${selectFields()} FROM task_blockers tb
        JOIN tasks t ON t.company_id = tb.company_id AND t.id = tb.${to}
        WHERE ${this.visible(context)} AND tb.company_id = $1 AND tb.${from} = $3`,
      values: [...this.access.parameters(context), taskId],
      orderBy: 't.created_at, t.id',
    });
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
  async findProjectId(context: RequestContext, id: string): Promise<string | undefined> {
    const text = `SELECT t.project_id AS "projectId" FROM tasks t WHERE ${this.visible(context)} AND t.id = $3`;
    const values = [...this.access.parameters(context), id];
    return (await this.database.rowByKey<{ projectId: string }>(context, { text }, values))?.projectId;
  }

  /** Those of the tasks that the caller reaches, in the order of the ids, with their values. */
  async findByIds(context: RequestContext, ids: readonly string[]): Promise<TaskResponse[]> {
    const text = this.selectByIds(context, `${selectFields()}, t.has_extras AS "hasExtras"`);
    const parameters = [...this.access.parameters(context), ids];
    const rows = await this.database.rows<TaskResponse & { hasExtras: boolean }>(context, { text }, parameters);
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
    const text = this.selectByIds(context, selectShortened('$4'));
    return this.database.rowsWithin(context, { text }, [...this.access.parameters(context), ids, longest], room);
  }

  private selectByIds(context: RequestContext, fields: string): string {
    return `SELECT ${fields} FROM unnest($3::uuid[]) WITH ORDINALITY m (id, n)
        JOIN tasks t ON t.company_id = $1 AND t.id = m.id
      WHERE ${this.visible(context)} ORDER BY m.n`;
  }

  private async getExtras(context: RequestContext, id: string): Promise<ExtrasRow> {
    const extras = await this.database.rowByKey<ExtrasRow>(context, SELECT_EXTRAS, [context.companyId, id]);
    if (!extras) throw new TaskNotFoundError();
    return extras;
  }

  /** The statement of a task by id, made once for each name. */
  private detail(context: RequestContext): Statement {
    const name = this.access.nameOf(context, 'task-by-id');
    const made = name && this.details.get(name);
    if (made) return made;
    const text = `SELECT ${selectFields()}, a.name AS "assigneeName", ${LABELS},
        t.has_extras OR t.mentions IS NOT NULL OR t.delegate_id IS NOT NULL AS "hasExtras",
        tw.unwatched IS NOT TRUE AND (${isWatcher('t', 'tw', '$2')} OR pw.level IS NOT DISTINCT FROM 'all') AS watching,
        ${context.agent ? 'NULL::json' : askedOf('t', '$2')} AS asked, ${INCLUDED.code.column}
      FROM tasks t ${INCLUDED.assignee.join}
        LEFT JOIN task_watchers tw ON tw.company_id = $1 AND tw.task_id = t.id AND tw.user_id = $2
        LEFT JOIN project_watches pw ON pw.company_id = $1 AND pw.project_id = t.project_id AND pw.user_id = $2
      WHERE ${this.visible(context)} AND t.id = $3`;
    const statement = { name, text };
    if (name) this.details.set(name, statement);
    return statement;
  }

  /** The projects of tasks, in the order of their ids. Tasks out of reach are left out. */
  async findProjectIds(context: RequestContext, ids: readonly string[]): Promise<string[]> {
    const text = `SELECT DISTINCT t.project_id AS "projectId" FROM tasks t
      WHERE ${this.visible(context)} AND t.id = ANY ($3::uuid[]) ORDER BY 1`;
    const values = [...this.access.parameters(context), ids];
    return (await this.database.rows<{ projectId: string }>(context, { text }, values)).map((row) => row.projectId);
  }

  /** The count of tasks that projects keep: for one project, or for all within reach. Undefined for other filters. */
  private keptCount(context: RequestContext, query: AskedTasks): string | undefined {
    if (!isPlain(query)) return undefined;
    const column = 'c.project_id';
    if (!query.projectId) return selectTaskCount('$1', this.access.conditionOnMany(context, column));
    if (query.projectId.length > 1) return undefined;
    return selectTaskCount('$1', `${column} = $3 AND ${this.access.conditionOn(context, column)}`);
  }

  /** Of the company, and reachable. */
  private visible(context: RequestContext): string {
    return `t.company_id = $1 AND ${this.reachable(context)}`;
  }

  private reachable(context: RequestContext): string {
    return this.access.conditionOn(context, 't.project_id');
  }
}
