import { Injectable } from '@nestjs/common';
import { type AppError, ConflictError, NotFoundError } from '#common/errors/app-error.js';
import { isUuid } from '#common/validation/uuid.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { isGivenTo } from '#schema/colleagues.js';
import { FindsHidden } from '#core/http/path-name.hooks.js';
import { ProjectNotFoundError } from './project-not-found-error.js';
import type { ProjectStatus } from './project.entity.js';
import { isOneOf, reachableBy, reachesAll, shareStatusLock } from '#schema/projects.js';

/** What others need to know of a project that the caller reaches. */
export interface ReachableProject {
  id: string;
  key: string;
  name: string;
  status: ProjectStatus;
}

/** What decides which projects a caller reaches. */
type Reacher = Pick<RequestContext, 'role' | 'agent' | 'grant'>;

/** On behalf of a company, and of no user of it. */
type CompanyContext = DatabaseContext & Pick<RequestContext, 'companyId'>;

/** What a user reaches now, of all projects or of those that were asked about. */
export interface ReachedProjects {
  /** An ADMIN or OWNER, who reaches every project. */
  readonly reachesAll: boolean;
  readonly projectIds: ReadonlySet<string>;
}

/** What of it is among the projects that the person has chosen for the program; all of it without such a choice. */
export function narrowedReach(reach: ReachedProjects, chosen: readonly string[] | null = null): ReachedProjects {
  if (chosen === null) return reach;
  return { reachesAll: false, projectIds: new Set(chosen.filter((id) => reach.projectIds.has(id))) };
}

export const PROJECT_ARCHIVED = 'The project is archived; unarchive it to change it';

/** Always true. Company and caller stay parameters, so that a statement takes the same values for every role. */
const UNRESTRICTED = '($1::uuid IS NOT NULL AND $2::uuid IS NOT NULL)';

/** Who reaches which project. It is decided here alone, as SQL. */
@Injectable()
export class ProjectAccess {
  constructor(private readonly database: Database) {}

  /**
   * The SQL condition under which the caller reaches the project of the row `project`. The statement's `$1` must be the
   * company and `$2` the caller, as in `parameters`.
   */
  condition({ grant, ...caller }: Reacher, project = 'p'): string {
    const { agent } = caller;
    if (agent && !agent.isFenced) return UNRESTRICTED;
    const reached = this.conditionOfCaller(caller, project);
    return grant?.projectIds ? `(${reached} AND ${isOneOf(`${project}.id`, grant.projectIds)})` : reached;
  }

  private conditionOfCaller({ role, agent }: Omit<Reacher, 'grant'>, project: string): string {
    if (agent) {
      const user = this.conditionOfCaller({ role: agent.userRole }, project);
      return `(${user} AND ${isGivenTo(`'${agent.id}'::uuid`, project)})`;
    }
    return role === 'OWNER' || role === 'ADMIN' ? UNRESTRICTED : reachableBy('$2', project);
  }

  /** The name of a statement that holds a condition of this class: of an agent or of chosen projects it is prepared by nobody else. */
  nameOf({ role, agent, grant }: Reacher, statement: string): string | undefined {
    if (agent?.isFenced || grant?.projectIds) return undefined;
    return agent ? `${statement}-unfenced` : `${statement}-${role}`;
  }

  /** As `condition`, for a row that names its project in `column`. */
  conditionOn(context: RequestContext, column: string): string {
    const condition = this.condition(context);
    return condition === UNRESTRICTED
      ? condition
      : `EXISTS (SELECT 1 FROM projects p WHERE p.company_id = $1 AND p.id = ${column} AND ${condition})`;
  }

  /**
   * As `conditionOn`, for rows of many projects: the statement finds the projects within reach once. `coalesce` keeps the
   * planner from making the IN a join, which it might begin with. As a number it counts as dearer than a comparison:
   * PostgreSQL then looks at cheap conditions first, and begins with an index that leaves few rows.
   */
  conditionOnMany(context: RequestContext, column: string): string {
    const condition = this.condition(context);
    return condition === UNRESTRICTED
      ? condition
      : `coalesce((${column} IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND ${condition}))::integer = 1, false)`;
  }

  parameters({ companyId, userId }: RequestContext): [companyId: string, userId: string] {
    return [companyId, userId];
  }

  /** @throws NotFoundError when there is no such project for the caller. */
  async get(context: RequestContext, projectId: string): Promise<ReachableProject> {
    const project = await this.findReachable(context, projectId);
    if (!project) throw new ProjectNotFoundError();
    return project;
  }

  /** The project, or undefined when it is out of reach; what is in it is hidden with it. */
  findReachable(context: RequestContext, projectId: string): Promise<ReachableProject | undefined> {
    return this.database.rowByKey<ReachableProject>(
      context,
      {
        text: `SELECT p.id, p.key, p.name, p.status FROM projects p
          WHERE p.company_id = $1 AND p.id = $3 AND ${this.condition(context)}`,
      },
      [...this.parameters(context), projectId],
    );
  }

  /**
   * Ensures that the caller reaches the projects, and keeps them until the transaction ends: something is to refer to them.
   *
   * @throws NotFoundError when one of them is not.
   */
  async ensureReachable(tx: TransactionContext, projectIds: readonly string[]): Promise<void> {
    const found = await this.database.rows(
      tx,
      {
        text: `SELECT p.id FROM projects p WHERE p.company_id = $1 AND p.id = ANY ($3::uuid[])
          AND ${this.condition(tx)} ORDER BY p.id FOR KEY SHARE`,
      },
      [...this.parameters(tx), projectIds],
    );
    if (found.length < new Set(projectIds).size) throw new ProjectNotFoundError();
  }

  /** As `findReachable`, and the project is not archived until the transaction ends. */
  findReachableForChange(tx: TransactionContext, projectId: string): Promise<ReachableProject | undefined> {
    const text = shareStatusLock('SELECT id FROM projects WHERE company_id = $1 AND id = $2');
    const locked = this.database.execute(tx, { text }, [tx.companyId, projectId]);
    // In one packet with the lock; a statement of its own sees what was committed before it got the lock.
    return Promise.all([this.findReachable(tx, projectId), locked]).then(([project]) => project);
  }

  /** Those of the projects that the caller reaches, in the same order. */
  async findReachedOf(context: RequestContext, projectIds: readonly string[]): Promise<string[]> {
    const text = `SELECT p.id FROM projects p WHERE p.company_id = $1 AND p.id = ANY ($3::uuid[]) AND ${this.condition(context)}`;
    const values = [...this.parameters(context), projectIds];
    const reached = new Set((await this.database.rows<{ id: string }>(context, { text }, values)).map(({ id }) => id));
    return projectIds.filter((id) => reached.has(id));
  }

  /** @throws NotFoundError when there is no such project for the caller; ConflictError when it is archived. */
  async getWritable(context: RequestContext, projectId: string): Promise<ReachableProject> {
    const project = await this.get(context, projectId);
    this.ensureWritable(project.status);
    return project;
  }

  /**
   * Whether one of the projects that `select` selects is out of the caller's reach; `$3` are ids, and `$1` is the company.
   */
  async isAnyHidden(context: RequestContext, select: string, ids: readonly string[]): Promise<boolean> {
    if (this.condition(context) === UNRESTRICTED) return false;
    const text = `SELECT FROM projects p WHERE p.company_id = $1 AND p.id IN (${select}) AND NOT ${this.condition(context)} LIMIT 1`;
    return (await this.database.row(context, { text }, [...this.parameters(context), ids])) !== undefined;
  }

  /** The 404 when one of the ids is of a project out of the caller's reach. */
  @FindsHidden()
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<AppError | undefined> {
    const isHidden = await this.isAnyHidden(context, 'SELECT unnest($3::uuid[])', ids);
    return isHidden ? new ProjectNotFoundError() : undefined;
  }

  /** Which of the projects each of the users reaches now. */
  async findReach(
    context: CompanyContext,
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<Map<string, ReachedProjects>> {
    const values = [context.companyId, userIds, projectIds];
    const rows = await this.database.rows<{ userId: string; reachesAll: boolean; projectIds: string[] }>(
      context,
      SELECT_REACH,
      values,
    );
    return new Map(rows.map((row) => [row.userId, { ...row, projectIds: new Set(row.projectIds) }]));
  }

  /** The ids of all users who reach the project. */
  async findReaders(context: RequestContext, projectId: string): Promise<string[]> {
    const text = `SELECT u.id FROM users u JOIN projects p ON p.company_id = u.company_id AND p.id = $2
      WHERE u.company_id = $1 AND ${REACHED_BY_U}`;
    const rows = await this.database.rows<{ id: string }>(context, { text }, [context.companyId, projectId]);
    return rows.map(({ id }) => id);
  }

  /** SQL that selects `what` of the active users `u` who reach the project `p` of `$2`; `$1` is the company. */
  selectReaders(what: string): string {
    return `SELECT ${what} FROM users u JOIN projects p ON p.company_id = u.company_id AND p.id = $2
      WHERE u.company_id = $1 AND u.active AND ${REACHED_BY_U}`;
  }

  /** @throws ConflictError when the project is archived: nothing in it changes then. */
  ensureWritable(status: ProjectStatus): void {
    if (status === 'archived') throw new ConflictError(PROJECT_ARCHIVED);
  }

  /**
   * A user who may get work in the project: active, and within reach of it.
   *
   * @throws NotFoundError when there is no such user.
   */
  async getAssignable(context: RequestContext, projectId: string, userId: string): Promise<NamedReference> {
    const values = [context.companyId, userId, projectId];
    const user = await this.database.row<NamedReference>(context, SELECT_ASSIGNABLE, values);
    if (!user) throw new NotFoundError('User');
    return user;
  }

  /**
   * Users who may get work in projects, each named by id or by e-mail in lower case: their ids by project and name, with a
   * space between. Who is inactive or does not reach the project is left out.
   */
  async findAssignable(
    context: RequestContext,
    named: readonly { readonly projectId: string; readonly person: string }[],
  ): Promise<Map<string, string>> {
    const { byId = [], byEmail = [] } = Object.groupBy(named, ({ person }) => (isUuid(person) ? 'byId' : 'byEmail'));
    const values = [byId, byEmail].flatMap((some) => [
      some.map(({ projectId }) => projectId),
      some.map(({ person }) => person),
    ]);
    const rows = await this.database.rows<{ name: string; id: string }>(context, SELECT_ASSIGNABLES, [
      context.companyId,
      ...values,
    ]);
    return new Map(rows.map(({ name, id }) => [name, id]));
  }
}

const REACHES_ALL = reachesAll('u');

/** Whether the user of the row `u` reaches the project of the row `p`. */
const REACHED_BY_U = `(${REACHES_ALL} OR ${reachableBy('u.id', 'p')})`;

const SELECT_ASSIGNABLE: Statement = {
  name: 'assignable-user',
  text: `SELECT u.id, u.name FROM users u JOIN projects p ON p.company_id = u.company_id AND p.id = $3
    WHERE u.company_id = $1 AND u.id = $2 AND u.active AND ${REACHED_BY_U}`,
};

const SELECT_ASSIGNABLES: Statement = {
  name: 'assignable-users',
  text: `SELECT w.project_id || ' ' || w.id AS name, u.id FROM unnest($2::uuid[], $3::uuid[]) w (project_id, id)
      JOIN projects p ON p.company_id = $1 AND p.id = w.project_id
      JOIN users u ON u.company_id = $1 AND u.id = w.id WHERE u.active AND ${REACHED_BY_U}
    UNION ALL SELECT w.project_id || ' ' || w.email, u.id FROM unnest($4::uuid[], $5::text[]) w (project_id, email)
      JOIN projects p ON p.company_id = $1 AND p.id = w.project_id
      JOIN users u ON u.company_id = $1 AND lower(u.email) = w.email WHERE u.active AND ${REACHED_BY_U}`,
};

const SELECT_REACH: Statement = {
  name: 'reach-of-users',
  text: `SELECT u.id AS "userId", ${REACHES_ALL} AS "reachesAll", ARRAY(
      SELECT p.id FROM projects p WHERE p.company_id = $1 AND p.id = ANY ($3::uuid[]) AND ${REACHED_BY_U}
    ) AS "projectIds" FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[])`,
};
