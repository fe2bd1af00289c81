import { ensureWhole } from '#common/http/ensure-whole.js';
import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { searchTerms } from '#common/validation/search.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database, type Statement } from '#core/database/database.js';
import { orderBy } from '#core/database/lists/keyset.js';
import { type ListStatement, Lists } from '#core/database/lists/lists.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { readyAttachmentsOf } from '#schema/files.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import { externalOf } from '#schema/imports.js';
import { mentionsOf } from '#schema/mentions.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { selectTaskCount } from '#schema/projects.js';
import { askedOf, promiseOf } from '#schema/promises.js';
import { userReference } from '#schema/users.js';
import { liveWorkOf } from '#schema/work.js';
import { ViewsService } from '#modules/views/views.service.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import {
  TASK_FIELDS,
  containsTerms,
  isWatcher,
  LABELS_OF_TASK,
  mutesOf,
  selectFields,
  selectShortened,
  type TaskSort,
} from '#schema/tasks.js';
import { type TaskDetailResponse, type TaskResponse, versioned } from '../task.dto.js';
import { addTaskConditions, orderOf } from './task-filter.js';
import { taskRows } from './task-rows.js';
import { CSV_NAMES, csvColumns, type CsvTask } from './tasks-csv.js';
import type { CheckedFilterResponse, CheckFilter } from './task-filters.dto.js';
import {
  CSV_INCLUDES,
  type ListedTask,
  TASK_INCLUDES,
  type TaskFilterQuery,
  type TasksQuery,
} from './tasks-query.dto.js';

/** Answered flat. */
export class TaskNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Task');
  }
}

/** Searches under way at once: one through long texts keeps a processor busy. */
const SEARCHES = 4;

/** What is asked for, with its filter read. */
interface AskedFilters {
  filters: readonly Filter[];
  /** Of a view of one project. */
  viewProjectId?: string | null | undefined;
}
type AskedTasks = Omit<TasksQuery, 'filter' | 'view' | 'include'> &
  AskedFilters & { include?: readonly (keyof typeof INCLUDED)[] | undefined };
type AskedConditions = Omit<TaskFilterQuery, 'filter' | 'view'> & AskedFilters;

/** What few tasks have. */
type TaskExtras = Pick<
  TaskDetailResponse,
  'delegate' | 'work' | 'attachments' | 'mentions' | 'external' | 'mutes' | 'promise'
>;
type DetailRow = Omit<TaskDetailResponse, 'assignee' | keyof TaskExtras> & {
  assigneeName: string | null;
  hasExtras: boolean;
};

const NO_EXTRAS: TaskExtras = {
  delegate: null,
  work: null,
  attachments: [],
  mentions: [],
  external: [],
  mutes: [],
  promise: null,
};

const LABELS = `${LABELS_OF_TASK} AS labels`;

const INCLUDED = {
  assignee: {
    column: `CASE WHEN a.id IS NOT NULL THEN ${userReference('a')} END AS assignee`,
    join: `LEFT JOIN users a ON a.company_id = t.company_id AND a.id = t.assignee_id`,
  },
  delegate: {
    column: `CASE WHEN dc.id IS NOT NULL THEN json_build_object('id', dc.id, 'name', dc.name) END AS delegate`,
    join: `LEFT JOIN virtual_colleagues dc ON dc.company_id = t.company_id AND dc.id = t.delegate_id`,
  },
  project: {
    column: `json_build_object('id', ip.id, 'name', ip.name, 'key', ip.key) AS project`,
    join: `LEFT JOIN projects ip ON ip.company_id = t.company_id AND ip.id = t.project_id`,
  },
  labels: { column: LABELS, join: '' },
  work: { column: `${liveWorkOf('t')} AS work`, join: '' },
  promise: { column: `${promiseOf('t')} AS promise`, join: '' },
  sprint: {
    column: 'isp.name AS sprint',
    join: `LEFT JOIN sprints isp ON isp.company_id = t.company_id AND isp.id = t.sprint_id`,
  },
  epic: {
    column: 'iep.name AS epic',
    join: `LEFT JOIN epics iep ON iep.company_id = t.company_id AND iep.id = t.epic_id`,
  },
};
const INCLUDES = [...TASK_INCLUDES, ...CSV_NAMES];

/** Each of these looks into a table of its own: a task that has none of it is read without them. */
const SELECT_EXTRAS: Statement = {
  name: 'task-extras',
  text: `SELECT ${INCLUDED.delegate.column}, ${INCLUDED.work.column}, ${readyAttachmentsOf('t')} AS attachments,
      ${mentionsOf('t.mentions')} AS mentions, ${externalOf('t')} AS external,
      ${mutesOf('t')} AS mutes, ${INCLUDED.promise.column}
    FROM tasks t ${INCLUDED.delegate.join} WHERE t.company_id = $1 AND t.id = $2`,
};

/** Reads tasks that the caller reaches. */
@Injectable()
export class TaskQueries {
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
    const asked = await this.asked(context, query);
    const isSearch =
      searchTerms(query.search ?? '').size > 0 || asked.filters.some((filter) => this.filters.isSearch(filter));
    if (!isSearch) return this.read(context, asked, asCsv);
    return this.searches.inTurn(context, (longestWait) => this.read({ ...context, longestWait }, asked, asCsv));
  }

  /** With its filters read, and what the view says where the query is silent. */
  private async asked<Query extends TaskFilterQuery & Pick<TasksQuery, 'sortBy' | 'sortOrder'>>(
    context: RequestContext,
    { filter, view: viewId, ...query }: Query,
  ) {
    const view = viewId === undefined ? undefined : await this.views.getForTasks(context, viewId);
    const own = filter === undefined ? [] : [await this.filters.read(context, filter)];
    const sortBy = query.sortBy ?? (view?.sortBy as TaskSort | undefined);
    const sortOrder = query.sortOrder ?? (query.sortBy ? undefined : view?.sortOrder);
    return { ...query, sortBy, sortOrder, viewProjectId: view?.projectId, filters: view ? [view.filter, ...own] : own };
  }

  private async read(context: RequestContext, query: AskedTasks, asCsv: boolean): Promise<List<ListedTask>> {
    if (!asCsv) return this.lists.find<ListedTask>(context, query, await this.statement(context, query));
    ensureWhole(query);
    const asked = CSV_INCLUDES.filter((name) => query.include?.includes(name));
    const include = query.fields ? asked : [...CSV_INCLUDES, ...CSV_NAMES];
    const statement = await this.statement(context, { ...query, include });
    return this.lists.csv<CsvTask>(context, statement, csvColumns(query.fields ?? TASK_FIELDS, include));
  }

  private async statement(context: RequestContext, query: AskedTasks): Promise<ListStatement> {
    const filter = await this.conditions(context, query);
    // In one order, whatever the request's is: one statement for all.
    const included = INCLUDES.filter((name) => query.include?.includes(name)).map((name) => INCLUDED[name]);
    const columns = [selectFields(query.fields), ...included.map(({ column }) => column)].join(', ');
    const joins = included.map(({ join }) => join).join(' ');
    const order = orderOf(query);
    const { search, sortBy } = query;
    const isOfCompany = !query.projectId;
    const kept = this.keptCount(context, query);
    const isTextAlone = isOfCompany && isPlain({ ...query, search: undefined, cursor: undefined });
    const asked = { columns, joins, filter, kept, search, order, sortBy, isOfCompany, isTextAlone };
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
    const extras = hasExtras ? await this.getExtras(context, task.id) : NO_EXTRAS;
    return versioned({ ...task, ...extras, assignee, labelCount: task.labels.length });
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

  /** The project of a task, which never changes. @throws NotFoundError */
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

  /** Those of the tasks that the caller reaches, in the order of the ids. */
  findByIds(context: RequestContext, ids: readonly string[]): Promise<TaskResponse[]> {
    const text = this.selectByIds(context, selectFields());
    return this.database.rows(context, { text }, [...this.access.parameters(context), ids]);
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

  private async getExtras(context: RequestContext, id: string): Promise<TaskExtras> {
    const extras = await this.database.rowByKey<TaskExtras>(context, SELECT_EXTRAS, [context.companyId, id]);
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
        ${context.agent ? 'NULL::json' : askedOf('t', '$2')} AS asked
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

/** What a cursor is valid for, besides its order. The place and size of a page, and the fields shown, do not matter. */
function filterOf({
  page: _page,
  limit: _limit,
  cursor: _cursor,
  fields: _fields,
  include: _include,
  sortBy: _sortBy,
  sortOrder: _sortOrder,
  ...filter
}: AskedTasks) {
  return filter;
}

/**
 * All tasks of one project or company. These lists are frequent, and one plan fits all values; other filters need a
 * plan for their values.
 */
function isPlain({ page: _page, limit: _limit, sortBy: _by, sortOrder: _order, ...query }: AskedTasks): boolean {
  const { projectId: _projectId, include: _include, fields: _fields, ...others } = query;
  const { filters, ...rest } = others;
  return filters.length === 0 && Object.values(rest).every((value) => value === undefined);
}
