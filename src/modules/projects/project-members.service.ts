import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import type { DomainEvent } from '../../core/events/domain-event.js';
import { Outbox } from '../../core/events/outbox.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectMemberResponse, SetProjectMember, toProjectResponse } from './project.dto.js';
import { projectUpdated } from './project.events.js';
import { ProjectRow, ProjectsRepository } from './projects.repository.js';

/** The members of projects; each change of them is one of their project (decisions 6, 9). */
@Injectable()
export class ProjectMembersService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsRepository,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
  ) {}

  /** The members of a project that the caller is known to reach. */
  findAll(context: RequestContext, projectId: string): Promise<ProjectMemberResponse[]> {
    return this.database.rows<ProjectMemberResponse>(
      context,
      {
        text: `SELECT u.id, u.name, m.role
          FROM project_members m JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
          WHERE m.company_id = $1 AND m.project_id = $2 ORDER BY u.name, u.id`,
      },
      [context.companyId, projectId],
    );
  }

  set(
    context: RequestContext,
    projectId: string,
    userId: string,
    { role }: SetProjectMember,
  ): Promise<ProjectMemberResponse> {
    return this.outbox.commit(context, async (transaction) => {
      const project = await this.projects.findOneForUpdate(transaction, projectId);
      const user = await this.findActiveUser(transaction, userId);
      this.access.requireWritable(project.status);
      const before = await this.findAll(transaction, projectId);
      const present = before.find(({ id }) => id === userId);
      const member = { ...user, role: role ?? present?.role ?? 'member' };
      if (present?.role === member.role) return { result: member, events: [] };
      await this.write(transaction, projectId, member);
      return { result: member, events: [await this.changed(transaction, project, before)] };
    });
  }

  remove(context: RequestContext, projectId: string, userId: string): Promise<void> {
    return this.outbox.commit(context, async (transaction) => {
      const project = await this.projects.findOneForUpdate(transaction, projectId);
      const before = await this.findAll(transaction, projectId);
      if (!before.some(({ id }) => id === userId)) throw new NotFoundError('Member');
      this.access.requireWritable(project.status);
      await this.database.execute(
        transaction,
        { text: 'DELETE FROM project_members WHERE company_id = $1 AND project_id = $2 AND user_id = $3' },
        [context.companyId, projectId, userId],
      );
      return { result: undefined, events: [await this.changed(transaction, project, before)] };
    });
  }

  private async findActiveUser(context: TransactionContext, id: string): Promise<{ id: string; name: string }> {
    const user = await this.database.row<{ id: string; name: string }>(
      context,
      { text: 'SELECT id, name FROM users WHERE company_id = $1 AND id = $2 AND active' },
      [context.companyId, id],
    );
    if (!user) throw new NotFoundError('User');
    return user;
  }

  private write(context: TransactionContext, projectId: string, member: ProjectMemberResponse): Promise<number> {
    return this.database.execute(
      context,
      {
        text: `INSERT INTO project_members (company_id, project_id, user_id, role) VALUES ($1, $2, $3, $4)
          ON CONFLICT (company_id, project_id, user_id) DO UPDATE SET role = excluded.role`,
      },
      [context.companyId, projectId, member.id, member.role],
    );
  }

  private async changed(
    context: TransactionContext,
    before: ProjectRow,
    membersBefore: ProjectMemberResponse[],
  ): Promise<DomainEvent> {
    const project = await this.projects.update(context, before, {});
    const members = await this.findAll(context, project.id);
    const changes = { members: { from: membersBefore.map(withoutName), to: members.map(withoutName) } };
    return projectUpdated(toProjectResponse(project), changes);
  }
}

function withoutName({ id, role }: ProjectMemberResponse): Omit<ProjectMemberResponse, 'name'> {
  return { id, role };
}
