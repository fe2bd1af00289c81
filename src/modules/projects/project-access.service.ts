import { Injectable } from '@nestjs/common';
import { type AppError, ConflictError, NotFoundError } from '#common/errors/app-error.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import { isUuid } from '#common/validation/uuid.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { FindsHidden } from '#core/http/path-name.hooks.js';
import { hasFullReach, isReached, isReachedOn, isReachedOnMany } from '#schema/project-reach.js';
import {
  type CompanyContext,
  type PeopleOfProjects,
  ProjectAccessRepository,
  type ReachableProject,
  type ReachedProjects,
} from './project-access.repository.js';
import { ProjectNotFoundError } from './project-not-found-error.js';
import type { ProjectStatus } from './project.entity.js';

export type { ReachableProject, ReachedProjects };

/** What decides which projects a caller reaches. */
type Reacher = Pick<RequestContext, 'role' | 'agent' | 'grant'>;

/** What of it is among the projects that the person has chosen for the program; all of it without such a choice. */
export function narrowedReach(reach: ReachedProjects, chosen: readonly string[] | null = null): ReachedProjects {
  if (chosen === null) return reach;
  return { reachesAll: false, projectIds: new Set(chosen.filter((id) => reach.projectIds.has(id))) };
}

export const PROJECT_ARCHIVED = 'The project is archived; unarchive it to change it';

/** Who reaches which project. `#schema/project-reach.js` decides it, as SQL. */
@Injectable()
export class ProjectAccess {
  constructor(private readonly projects: ProjectAccessRepository) {}

  /**
   * The SQL condition under which the caller reaches the project of the row `project`. The statement's `$1` must be the
   * company and `$2` the caller, as in `parametersOf`.
   */
  conditionOnProject(context: Reacher, project = 'p'): string {
    return isReached(context, project);
  }

  /** The name of a statement with a condition of this class. One of an agent or of chosen projects has no name, because nobody else prepares it. */
  nameOf({ role, agent, grant }: Reacher, statement: string): string | undefined {
    if (agent?.isFenced || grant?.projectIds) return undefined;
    return agent ? `${statement}-unfenced` : `${statement}-${role}`;
  }

  /** As `conditionOnProject`, for a row that names its project in `column`. */
  conditionOn(context: RequestContext, column: string): string {
    return isReachedOn(context, column);
  }

  /** As `conditionOn`, for rows of many projects: the statement finds the projects within reach once. */
  conditionOnMany(context: RequestContext, column: string): string {
    return isReachedOnMany(context, column);
  }

  parametersOf({ companyId, userId }: RequestContext): [companyId: string, userId: string] {
    return [companyId, userId];
  }

  /** @throws NotFoundError when there is no such project for the caller. */
  async getProject(context: RequestContext, projectId: string): Promise<ReachableProject> {
    const project = await this.findReachable(context, projectId);
    if (!project) throw new ProjectNotFoundError();
    return project;
  }

  /** The project, or undefined when it is out of reach; what is in it is hidden with it. */
  findReachable(context: RequestContext, projectId: string): Promise<ReachableProject | undefined> {
    return this.projects.findProject(context, projectId);
  }

  /**
   * Ensures that the caller reaches the projects. They are not deleted until the transaction ends, so that it may refer to them.
   *
   * @throws NotFoundError when the caller does not reach one of them.
   */
  async ensureReachable(tx: TransactionContext, projectIds: readonly string[]): Promise<void> {
    const count = await this.projects.keepProjects(tx, projectIds);
    if (count < new Set(projectIds).size) throw new ProjectNotFoundError();
  }

  /** As `findReachable`, and the project is not archived until the transaction ends. */
  findReachableForChange(tx: TransactionContext, projectId: string): Promise<ReachableProject | undefined> {
    return this.projects.findProjectForChange(tx, projectId);
  }

  /** Those of the projects that the caller reaches, in the same order. */
  async findReachedOf(context: RequestContext, projectIds: readonly string[]): Promise<string[]> {
    const reached = await this.projects.findReachedIds(context, projectIds);
    return projectIds.filter((id) => reached.has(id));
  }

  /** @throws NotFoundError when there is no such project for the caller; ConflictError when it is archived. */
  async getWritable(context: RequestContext, projectId: string): Promise<ReachableProject> {
    const project = await this.getProject(context, projectId);
    this.ensureWritable(project.status);
    return project;
  }

  /**
   * Whether one of the projects that `select` selects is out of the caller's reach; `$3` are ids, and `$1` is the company.
   */
  async isAnyHidden(context: RequestContext, select: string, ids: readonly string[]): Promise<boolean> {
    return !hasFullReach(context) && (await this.projects.isAnyHidden(context, select, ids));
  }

  /** The 404 when one of the ids is of a project out of the caller's reach. */
  @FindsHidden()
  async findHidden(context: RequestContext, ids: readonly string[]): Promise<AppError | undefined> {
    const isHidden = !hasFullReach(context) && (await this.projects.isAnyProjectHidden(context, ids));
    return isHidden ? new ProjectNotFoundError() : undefined;
  }

  /** Which of the projects each of the users reaches now. */
  findReach(
    context: CompanyContext,
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<Map<string, ReachedProjects>> {
    return this.projects.findReach(context, userIds, projectIds);
  }

  /** The ids of all users who reach the project. */
  findReaders(context: RequestContext, projectId: string): Promise<string[]> {
    return this.projects.findReaders(context, projectId);
  }

  /** @throws ConflictError when the project is archived, because nothing in it may change then. */
  ensureWritable(status: ProjectStatus): void {
    if (status === 'archived') throw new ConflictError(PROJECT_ARCHIVED);
  }

  /**
   * A user who may get work in the project: active, and within reach of it.
   *
   * @throws NotFoundError when there is no such user.
   */
  async getAssignable(context: RequestContext, projectId: string, userId: string): Promise<NamedReference> {
    const user = await this.projects.findAssignable(context, projectId, userId);
    if (!user) throw new NotFoundError('User');
    return user;
  }

  /**
   * The ids of users who may get work in projects. `person` is an id, or an e-mail address in lower case. The keys of the map
   * are project and person with a space between. Users who are inactive or do not reach the project are left out.
   */
  async findAssignable(
    context: RequestContext,
    named: readonly { readonly projectId: string; readonly person: string }[],
  ): Promise<Map<string, string>> {
    const { byId = [], byEmail = [] } = Object.groupBy(named, ({ person }) => (isUuid(person) ? 'byId' : 'byEmail'));
    const columnsOf = (some: typeof named): PeopleOfProjects => ({
      projectIds: some.map(({ projectId }) => projectId),
      people: some.map(({ person }) => person),
    });
    return this.projects.findAssignables(context, { byId: columnsOf(byId), byEmail: columnsOf(byEmail) });
  }
}
