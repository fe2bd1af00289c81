import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository, type Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { DeclaresPathName, type PathName } from '#core/http/path-name.hooks.js';
import { BeforeTeamRemoval } from '#modules/teams/team.hooks.js';
import { ProjectAccess } from './project-access.service.js';
import { PROJECT_KEY } from './project-key.js';
import type { ProjectMemberRole } from './project-member.entity.js';
import { ProjectResponse, ProjectsQuery, toProjectResponse } from './project.dto.js';
import { Project } from './project.entity.js';
import { ProjectNotFoundError } from './project-not-found-error.js';
import { formerNumbers } from '#schema/former-tids.js';
import { TAKE_STATUS_LOCK } from '#schema/projects.js';

export type ProjectRow = Project & { taskCount: number };

export interface NewMember {
  readonly userId: string;
  readonly role: ProjectMemberRole;
}

const SELECT_PROJECTS = `SELECT ${columnsOf(Project, 'p')}, c.task_count AS "taskCount"
  FROM projects p JOIN project_counters c ON c.company_id = p.company_id AND c.project_id = p.id WHERE p.company_id = $1`;

const KEY_IN_ANY_CASE = new RegExp(PROJECT_KEY, 'i');

/** The rows of projects that the caller reaches, with the counts that every response shows. */
@Injectable()
export class ProjectsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    @InjectCompanyScoped(Project) private readonly projects: CompanyScopedRepository<Project>,
  ) {}

  findAll(context: RequestContext, query: ProjectsQuery): Promise<List<ProjectResponse>> {
    const { where, values } = new Conditions(this.access.parametersOf(context))
      .add(this.access.conditionOnProject(context))
      .in('p.status', 'text', query.status)
      .in('p.team_id', 'uuid', query.teamId)
      .contains(['p.name', 'p.key'], query.search);
    return this.lists.find<ProjectRow, ProjectResponse>(context, query, {
      select: `${SELECT_PROJECTS} AND ${where}`,
      values,
      orderBy: 'p.created_at, p.id',
      toItem: toProjectResponse,
    });
  }

  /** @throws NotFoundError when there is no such project for the caller. */
  getOne(context: RequestContext, id: string): Promise<ProjectRow> {
    return this.get(context, id, '');
  }

  /** As `getOne`, and no one else changes the project until the transaction ends. */
  async getOneForUpdate(tx: TransactionContext, id: string): Promise<ProjectRow> {
    const project = await this.get(tx, id, 'FOR NO KEY UPDATE OF p');
    tx.precondition?.see(toProjectResponse(project));
    return project;
  }

  /** As `getOneForUpdate`, once nothing else changes anything in the project. */
  async getOneToArchive(tx: TransactionContext, id: string): Promise<ProjectRow> {
    await this.database.execute(tx, { text: TAKE_STATUS_LOCK }, [tx.companyId, id]);
    return this.getOneForUpdate(tx, id);
  }

  @DeclaresPathName()
  pathName(): PathName {
    return { resource: 'projects', pattern: KEY_IN_ANY_CASE, findId: (context, key) => this.findId(context, key) };
  }

  /** The id of the project of that key, in any case, whether the caller reaches it or not. */
  async findId(context: RequestContext, key: string): Promise<string | undefined> {
    const text = 'SELECT id FROM projects WHERE company_id = $1 AND key = upper($2)';
    return (await this.database.rowByKey<{ id: string }>(context, { text }, [context.companyId, key]))?.id;
  }

  /** The keys in use that begin as `key` does, however it is numbered. */
  async findKeysLike(context: RequestContext, key: string): Promise<Set<string>> {
    const rows = await this.database.rows<{ key: string }>(
      context,
      { text: 'SELECT key FROM projects WHERE company_id = $1 AND left(key, 2) = left($2, 2)' },
      [context.companyId, key],
    );
    return new Set(rows.map((row) => row.key));
  }

  /** Makes an active project, with its counter of tasks and its members. */
  async insertProject(
    tx: TransactionContext,
    values: Pick<Project, 'key' | 'name' | 'description' | 'teamId'> & Partial<Moments>,
    members: readonly NewMember[],
  ): Promise<ProjectRow> {
    const project = await this.projects.insert(tx, { ...values, status: 'active' });
    await this.database.execute(
      tx,
      {
        text: `INSERT INTO project_counters (company_id, project_id, last_task_number, former_number)
          SELECT $1, $2, 0, coalesce(max(former.number), 0) FROM (${formerNumbers('$3')}) former`,
      },
      [tx.companyId, project.id, project.key],
    );
    await this.database.execute(
      tx,
      {
        text: `INSERT INTO project_members (company_id, project_id, user_id, role)
          SELECT $1, $2, n."userId", n.role FROM json_to_recordset($3::json) n ("userId" uuid, role text)`,
      },
      [tx.companyId, project.id, JSON.stringify(members)],
    );
    return { ...project, taskCount: 0 };
  }

  /** Changes a project that `getOneForUpdate` has got, and moves its `updatedAt`. */
  async updateProject(tx: TransactionContext, project: ProjectRow, changes: Partial<Project>): Promise<ProjectRow> {
    return { ...(await this.projects.update(tx, project, changes)), taskCount: project.taskCount };
  }

  deleteProject(tx: TransactionContext, id: string): Promise<void> {
    return this.projects.delete(tx, id);
  }

  /** The projects of a team that is about to be deleted have none then, and are otherwise as they were. */
  @BeforeTeamRemoval()
  async leaveTeam(tx: TransactionContext, teamId: string): Promise<void> {
    const text = 'UPDATE projects SET team_id = NULL WHERE company_id = $1 AND team_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, teamId]);
  }

  private async get(context: RequestContext, id: string, lock: string): Promise<ProjectRow> {
    const project = await this.database.rowByKey<ProjectRow>(
      context,
      { text: `${SELECT_PROJECTS} AND p.id = $3 AND ${this.access.conditionOnProject(context)} ${lock}` },
      [...this.access.parametersOf(context), id],
    );
    if (!project) throw new ProjectNotFoundError();
    return project;
  }
}
