import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { listChange } from '#core/events/changes.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { UsersService } from '#modules/users/users.service.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectMemberResponse, SetProjectMember, toProjectResponse } from './project.dto.js';
import { projectUpdated } from './project.events.js';
import { ProjectRow, ProjectsRepository } from './projects.repository.js';

const OWN_MEMBERS = 'SELECT user_id, role FROM project_members WHERE company_id = $1 AND project_id = $2';

/**
 * The members of projects. A project has members of its own, and a change of them is a change of the project. It also has
 * the members of its team; a change of them is one of the team.
 */
@Injectable()
export class ProjectMembersService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsRepository,
    private readonly users: UsersService,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
  ) {}

  /** All members of a project, which the caller must reach. A user's own role goes before that of the team. */
  findAll(context: RequestContext, projectId: string): Promise<ProjectMemberResponse[]> {
    return this.find(
      context,
      projectId,
      `${OWN_MEMBERS} UNION ALL SELECT tm.user_id, 'member'
        FROM projects p JOIN team_members tm ON tm.company_id = p.company_id AND tm.team_id = p.team_id
        WHERE p.company_id = $1 AND p.id = $2 AND tm.user_id NOT IN (SELECT user_id FROM (${OWN_MEMBERS}) own)`,
    );
  }

  set(
    context: RequestContext,
    projectId: string,
    userId: string,
    { role }: SetProjectMember,
  ): Promise<ProjectMemberResponse> {
    return this.outbox.commit(context, async (tx) => {
      const project = await this.projects.getOneForUpdate(tx, projectId);
      const { id, name } = await this.users.getActive(tx, userId);
      this.access.ensureWritable(project.status);
      const before = await this.findOwn(tx, projectId);
      const present = before.find((member) => member.id === id);
      const member = { id, name, role: role ?? present?.role ?? 'member' };
      if (present?.role === member.role) return unannounced(member);
      await this.write(tx, projectId, member);
      return changed(member, await this.changed(tx, project, before));
    });
  }

  remove(context: RequestContext, projectId: string, userId: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const project = await this.projects.getOneForUpdate(tx, projectId);
      const before = await this.findOwn(tx, projectId);
      if (!before.some(({ id }) => id === userId)) throw new NotFoundError('Member');
      this.access.ensureWritable(project.status);
      await this.database.execute(
        tx,
        { text: 'DELETE FROM project_members WHERE company_id = $1 AND project_id = $2 AND user_id = $3' },
        [context.companyId, projectId, userId],
      );
      return changed(undefined, await this.changed(tx, project, before));
    });
  }

  private findOwn(tx: TransactionContext, projectId: string): Promise<ProjectMemberResponse[]> {
    return this.find(tx, projectId, OWN_MEMBERS);
  }

  private find(context: RequestContext, projectId: string, members: string): Promise<ProjectMemberResponse[]> {
    return this.database.rows<ProjectMemberResponse>(
      context,
      {
        text: `SELECT u.id, u.name, m.role FROM (${members}) m JOIN users u ON u.company_id = $1 AND u.id = m.user_id
          ORDER BY u.name, u.id`,
      },
      [context.companyId, projectId],
    );
  }

  private write(tx: TransactionContext, projectId: string, member: ProjectMemberResponse): Promise<number> {
    return this.database.execute(
      tx,
      {
        text: `INSERT INTO project_members (company_id, project_id, user_id, role) VALUES ($1, $2, $3, $4)
          ON CONFLICT (company_id, project_id, user_id) DO UPDATE SET role = excluded.role`,
      },
      [tx.companyId, projectId, member.id, member.role],
    );
  }

  private async changed(
    tx: TransactionContext,
    before: ProjectRow,
    membersBefore: ProjectMemberResponse[],
  ): Promise<DomainEvent> {
    const project = await this.projects.update(tx, before, {});
    const members = await this.findOwn(tx, project.id);
    const changes = { members: listChange(membersBefore.map(withoutName), members.map(withoutName)) };
    return projectUpdated(toProjectResponse(project), changes);
  }
}

function withoutName({ id, role }: ProjectMemberResponse): Omit<ProjectMemberResponse, 'name'> {
  return { id, role };
}
