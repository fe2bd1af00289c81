import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../common/errors/app-error.js';
import type { NamedReference } from '../../../common/http/named-reference.dto.js';
import type { List } from '../../../common/http/list.js';
import type { PageQuery } from '../../../common/http/page.query.js';
import { searchTerms } from '../../../common/validation/search.js';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import type { Role } from '../../../core/company-scope/role.js';
import { Conditions } from '../../../core/database/conditions.js';
import { Database, type Statement } from '../../../core/database/database.js';
import { orderBy } from '../../../core/database/keyset.js';
import { type ListStatement, Lists } from '../../../core/database/lists.js';
import type { FairShare } from '../../../core/shares/fair-share.js';
import { Shares } from '../../../core/shares/shares.js';
import { labels } from '../../labels/labels.sql.js';
import { ProjectAccess } from '../../projects/project-access.service.js';
import { projects, selectTaskCount } from '../../projects/projects.sql.js';
import { userReference, users } from '../../users/users.sql.js';
import { colleagues } from '../../virtual-colleagues/virtual-colleagues.sql.js';
import { WorkflowLanesService } from '../../workflow-lanes/workflow-lanes.service.js';
import {
  TASK_FIELDS,
  type TaskDetailResponse,
  type TaskLabelResponse,
  type TaskResponse,
  versioned,
} from '../task.dto.js';
import { selectFields } from '../tasks.sql.js';
import { addTaskConditions, orderOf } from './task-filter.js';
import { taskRows } from './task-rows.js';
import { csvColumns, ensureWhole } from './tasks-csv.js';
import { type ListedTask, TASK_INCLUDES, type TasksQuery } from './tasks-query.dto.js';

/** Answered flat (decisions 2.1). */
export class TaskNotFoundError extends NotFoundError {
  override readonly flat = true;
  constructor() {
    super('Task');
  }
}

/** Searches under way at once: one through long texts keeps a processor busy. */
const SEARCHES = 4;

type DetailRow = TaskResponse & {
  assigneeName: string | null;
  delegate: NamedReference | null;
  labels: TaskLabelResponse[];
};

const LABELS = `coalesce((
  SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) ORDER BY lower(l.name), l.id)
  FROM task_labels tl JOIN ${labels('l', 'tl.label_id')}
  WHERE tl.company_id = $1 AND tl.task_id = t.id), '[]') AS labels`;

const SELECT_ID: Statement = {
  name: 'task-id-by-tid',
  text: 'SELECT id FROM tasks WHERE company_id = $1 AND tid = upper($2)',
};

const INCLUDED = {
  assignee: {
    column: `CASE WHEN a.id IS NOT NULL THEN ${userReference('a')} END AS assignee`,
    join: `LEFT JOIN ${users('a', 't.assignee_id')}`,
  },
  delegate: {
    column: `CASE WHEN dc.id IS NOT NULL THEN json_build_object('id', dc.id, 'name', dc.name) END AS delegate`,
    join: `LEFT JOIN ${colleagues('dc', 't.delegate_id')}`,
  },
  project: {
    column: `json_build_object('id', ip.id, 'name', ip.name, 'key', ip.key) AS project`,
    join: `LEFT JOIN ${projects('ip', 't.project_id')}`,
  },
  labels: { column: LABELS, join: '' },
};

/** Reads tasks that the caller reaches. */
@Injectable()
export class TaskQueries {
  private readonly details = new Map<Role, Statement>();
  private readonly searches: FairShare;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly lanes: WorkflowLanesService,
    shares: Shares,
  ) {
    this.searches = shares.create('searches', { places: SEARCHES });
  }

  /** The tasks that the query asks for; as CSV, all of them (extensions 4.5). */
  async find(context: RequestContext, query: TasksQuery, asCsv = false): Promise<List<ListedTask>> {
    if (searchTerms(query.search ?? '').size === 0) return this.read(context, query, asCsv);
    return this.searches.inTurn(context, (longestWait) => this.read({ ...context, longestWait }, query, asCsv));
  }

  private async read(context: RequestContext, query: TasksQuery, asCsv: boolean): Promise<List<ListedTask>> {
    if (!asCsv) return this.lists.find<ListedTask>(context, query, await this.statement(context, query));
    ensureWhole(query);
    const include = query.fields ? (query.include ?? []) : TASK_INCLUDES;
    const statement = await this.statement(context, { ...query, include: [...include] });
    return this.lists.csv<ListedTask>(context, statement, csvColumns(query.fields ?? TASK_FIELDS, include));
  }

  private async statement(context: RequestContext, query: TasksQuery): Promise<ListStatement> {
    const filter = new Conditions(this.access.parameters(context))
      .add('t.company_id = $1')
      .add(query.projectId ? this.reachable(context) : this.access.conditionOnMany(context, 't.project_id'));
    const status = query.status && (await this.lanes.withLanes(context, query.status));
    const assigneeId = query.assigneeId?.map((id) => (id === 'me' ? context.userId : id));
    addTaskConditions(filter, { ...query, status, assigneeId });
    const included = (query.include ?? []).map((name) => INCLUDED[name]);
    const columns = [selectFields(query.fields), ...included.map(({ column }) => column)].join(', ');
    const joins = included.map(({ join }) => join).join(' ');
    const order = orderOf(query);
    const { search, sortBy } = query;
    const isOfCompany = !query.projectId;
    const kept = this.keptCount(context, query);
    const { select, ...pages } = taskRows({ columns, joins, filter, kept, search, order, sortBy, isOfCompany });
    return {
      select: select(),
      values: filter.values,
      orderBy: orderBy(order),
      keyset: { order, filter: filterOf(query), select },
      ...pages,
      isPrepared: !context.agent && isPlain(query) && query.projectId?.length === 1 && !query.fields,
    };
  }

  /** @throws NotFoundError */
  async findOne(context: RequestContext, id: string): Promise<TaskDetailResponse> {
    const row = await this.database.rowByKey<DetailRow>(context, this.detail(context), [
      ...this.access.parameters(context),
      id,
    ]);
    if (!row) throw new TaskNotFoundError();
    const { assigneeName, ...task } = row;
    const assignee = task.assigneeId === null ? null : { id: task.assigneeId, name: assigneeName ?? '' };
    return versioned({ ...task, assignee, labelCount: task.labels.length });
  }

  /** The id of the task of that tid, in any case, whether the caller reaches it or not. */
  async findId(context: RequestContext, tid: string): Promise<string | undefined> {
    return (await this.database.rowByKey<{ id: string }>(context, SELECT_ID, [context.companyId, tid]))?.id;
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
    const text = `SELECT t.project_id AS "projectId" FROM tasks t WHERE ${this.visible(context)} AND t.id = $3`;
    const values = [...this.access.parameters(context), id];
    const task = await this.database.rowByKey<{ projectId: string }>(context, { text }, values);
    if (!task) throw new TaskNotFoundError();
    return task.projectId;
  }

  /** The statement of a task by id, made once for each role. */
  private detail(context: RequestContext): Statement {
    const { role, agent } = context;
    const made = agent ? undefined : this.details.get(role);
    if (made) return made;
    const text = `SELECT ${selectFields()}, a.name AS "assigneeName", ${INCLUDED.delegate.column}, ${LABELS}
      FROM tasks t ${INCLUDED.assignee.join} ${INCLUDED.delegate.join}
      WHERE ${this.visible(context)} AND t.id = $3`;
    const statement = { name: this.access.nameOf(context, 'task-by-id'), text };
    if (!agent) this.details.set(role, statement);
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
  private keptCount(context: RequestContext, query: TasksQuery): string | undefined {
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
}: TasksQuery) {
  return filter;
}

/**
 * All tasks of one project or company. These lists are frequent, and one plan fits all values; other filters need a
 * plan for their values.
 */
function isPlain({ page: _page, limit: _limit, sortBy: _by, sortOrder: _order, ...query }: TasksQuery): boolean {
  const { projectId: _projectId, include: _include, fields: _fields, ...others } = query;
  return Object.values(others).every((value) => value === undefined);
}
