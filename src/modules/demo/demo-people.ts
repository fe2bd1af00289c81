import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TeamMembersService } from '#modules/teams/team-members.service.js';
import { TeamsService } from '#modules/teams/teams.service.js';
import { UsersService } from '#modules/users/users.service.js';
import { DEMO_TEAM, DEMO_USERS } from './demo-data.js';

/** Makes users, and the team of some of them. */
@Injectable()
export class DemoPeople {
  constructor(
    private readonly users: UsersService,
    private readonly teams: TeamsService,
    private readonly members: TeamMembersService,
  ) {}

  /** The ids of the users, by e-mail address; all have one password. */
  async create(context: RequestContext, password: string): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const user of DEMO_USERS) {
      const { id } = await this.users.create(context, { ...user, password });
      ids.set(user.email, id);
    }
    const { members, ...input } = DEMO_TEAM;
    const team = await this.teams.create(context, input);
    for (const email of members) await this.members.addMember(context, team.id, ids.get(email) as string);
    return ids;
  }
}
