import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { TeamsModule } from '#modules/teams/teams.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ProjectAccessRepository } from './project-access.repository.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectCounters } from './project-counters.service.js';
import { ProjectMembersController } from './project-members.controller.js';
import { ProjectMembersService } from './project-members.service.js';
import { ProjectResources } from './project-resources.service.js';
import { Project } from './project.entity.js';
import { PROJECT_EVENTS } from './project.events.js';
import { ProjectWatchesController } from './project-watches.controller.js';
import { ProjectWatches } from './project-watches.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';
import { ProjectMembersRepository } from './project-members.repository.js';
import { ProjectWatchesRepository } from './project-watches.repository.js';
import { ProjectCountersRepository } from './project-counters.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Project), TeamsModule, UsersModule],
  controllers: [ProjectsController, ProjectMembersController, ProjectWatchesController],
  providers: [
    ProjectCountersRepository,
    ProjectMembersRepository,
    ProjectsService,
    ProjectMembersService,
    ProjectsRepository,
    ProjectAccess,
    ProjectAccessRepository,
    ProjectCounters,
    ProjectResources,
    ProjectWatches,
    ProjectWatchesRepository,
  ],
  exports: [ProjectAccess, ProjectCounters, ProjectResources, ProjectsService],
})
export class ProjectsModule {
  @DeclaresEvents()
  events(): EventGroup {
    return PROJECT_EVENTS;
  }
}
