import { HttpStatus, Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { UsersService } from '#modules/users/users.service.js';
import { TeamMemberResponse, toTeamResponse } from './team.dto.js';
import { TeamRow, TeamsRepository } from './teams.repository.js';

/** A member, and whether they had not been one before. */
export interface AddedTeamMember {
  member: TeamMemberResponse;
  isNew: boolean;
}

/** Who is in a team, and so reaches its projects; each change of it is an event of the team. */
@Injectable()
export class TeamMembersService {
  constructor(
    private readonly teams: TeamsRepository,
    private readonly users: UsersService,
    private readonly callerCheck: CallerCheck,
  ) {}

  /** @throws NotFoundError of the team, or unless there is such an active user. */
  addMember(context: RequestContext, teamId: string, userId: string): Promise<AddedTeamMember> {
    return this.callerCheck.commit<AddedTeamMember>(context, async (tx) => {
      const team = await this.teams.getOneForUpdate(tx, teamId);
      const { id, name, role } = await this.users.getActive(tx, userId);
      const member = { id, name, role };
      if (team.members.some((present) => present.id === id)) {
        return { ...unannounced({ member, isNew: false }), answer: { body: member, status: HttpStatus.OK } };
      }
      await this.teams.addMember(tx, teamId, id);
      const event = await this.changed(tx, 'team.member_added', team, member);
      return { ...changed({ member, isNew: true }, event), answer: { body: member } };
    });
  }

  /** @throws NotFoundError of the team, or when the user is not in it. */
  remove(context: RequestContext, teamId: string, userId: string): Promise<void> {
    return this.callerCheck.commit(context, async (tx) => {
      const team = await this.teams.getOneForUpdate(tx, teamId);
      const member = team.members.find(({ id }) => id === userId);
      if (!member) throw new NotFoundError('Member');
      await this.teams.removeMember(tx, teamId, userId);
      return changed(undefined, await this.changed(tx, 'team.member_removed', team, member));
    });
  }

  private async changed(
    tx: TransactionContext,
    name: 'team.member_added' | 'team.member_removed',
    before: TeamRow,
    member: TeamMemberResponse,
  ): Promise<DomainEvent> {
    const team = toTeamResponse(await this.teams.updateTeam(tx, before, {}));
    return { name, projectId: null, data: { ...team, member: { id: member.id, name: member.name } } };
  }
}
