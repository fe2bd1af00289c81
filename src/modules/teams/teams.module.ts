import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { UsersModule } from '#modules/users/users.module.js';
import { TeamMembersController } from './team-members.controller.js';
import { TeamMembersService } from './team-members.service.js';
import { Team } from './team.entity.js';
import { TEAM_EVENTS } from './team.events.js';
import { TeamsController } from './teams.controller.js';
import { TeamsRepository } from './teams.repository.js';
import { TeamsService } from './teams.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Team), UsersModule],
  controllers: [TeamsController, TeamMembersController],
  providers: [TeamsService, TeamMembersService, TeamsRepository],
  exports: [TeamsService, TeamMembersService],
})
export class TeamsModule {
  @DeclaresEvents()
  events(): EventGroup {
    return TEAM_EVENTS;
  }
}
