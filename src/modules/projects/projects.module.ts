import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';
import { EventCatalogue } from '../../core/events/event-catalogue.js';
import { TeamsModule } from '../teams/teams.module.js';
import { UsersModule } from '../users/users.module.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectCounters } from './project-counters.service.js';
import { ProjectMembersController } from './project-members.controller.js';
import { ProjectMembersService } from './project-members.service.js';
import { ProjectResources } from './project-resources.service.js';
import { Project } from './project.entity.js';
import { PROJECT_EVENTS } from './project.events.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Project), TeamsModule, UsersModule],
  controllers: [ProjectsController, ProjectMembersController],
  providers: [
    ProjectsService,
    ProjectMembersService,
    ProjectsRepository,
    ProjectAccess,
    ProjectCounters,
    ProjectResources,
  ],
  exports: [ProjectAccess, ProjectCounters, ProjectResources, ProjectsService],
})
export class ProjectsModule {
  constructor(events: EventCatalogue) {
    events.add(PROJECT_EVENTS);
  }
}
