import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { listChange } from '#core/events/changes.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { UsersService } from '#modules/users/users.service.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectMemberResponse, SetProjectMember, toProjectResponse } from './project.dto.js';
import { projectUpdated } from './project.events.js';
import { ProjectRow, ProjectsRepository } from './projects.repository.js';
import { ProjectMembersRepository } from './project-members.repository.js';

/**
 * The members of projects. A project has members of its own, and a change of them is a change of the project. It also has
 * the members of its team; a change of them is one of the team.
 */
@Injectable()
export class ProjectMembersService {
  constructor(
    private readonly members: ProjectMembersRepository,
    private readonly projects: ProjectsRepository,
    private readonly users: UsersService,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
  ) {}

  /** All members of a project, which the caller must reach. A user's own role goes before that of the team. */
  findAll(context: RequestContext, projectId: string): Promise<ProjectMemberResponse[]> {
    return this.members.findWithTeam(context, projectId);
  }

  setMember(
    context: RequestContext,
    projectId: string,
    userId: string,
    { role }: SetProjectMember,
  ): Promise<ProjectMemberResponse> {
    return this.outbox.commit(context, async (tx) => {
      const project = await this.projects.getOneForUpdate(tx, projectId);
      const { id, name } = await this.users.getActive(tx, userId);
      this.access.ensureWritable(project.status);
      const before = await this.members.findOwn(tx, projectId);
      const present = before.find((member) => member.id === id);
      const member = { id, name, role: role ?? present?.role ?? 'member' };
      if (present?.role === member.role) return unannounced(member);
      await this.members.writeMember(tx, projectId, member);
      return changed(member, await this.changed(tx, project, before));
    });
  }

  remove(context: RequestContext, projectId: string, userId: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const project = await this.projects.getOneForUpdate(tx, projectId);
      const before = await this.members.findOwn(tx, projectId);
      if (!before.some(({ id }) => id === userId)) throw new NotFoundError('Member');
      this.access.ensureWritable(project.status);
      await this.members.removeMember(tx, projectId, userId);
      return changed(undefined, await this.changed(tx, project, before));
    });
  }

  private async changed(
    tx: TransactionContext,
    before: ProjectRow,
    membersBefore: ProjectMemberResponse[],
  ): Promise<DomainEvent> {
    const project = await this.projects.updateProject(tx, before, {});
    const members = await this.members.findOwn(tx, project.id);
    const changes = { members: listChange(membersBefore.map(withoutName), members.map(withoutName)) };
    return projectUpdated(toProjectResponse(project), changes);
  }
}

function withoutName({ id, role }: ProjectMemberResponse): Omit<ProjectMemberResponse, 'name'> {
  return { id, role };
}
