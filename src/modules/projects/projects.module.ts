import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { EventCatalogue } from '#core/events/event-catalogue.js';
import { PathNames } from '#core/http/path-names.js';
import { TeamsModule } from '#modules/teams/teams.module.js';
import { TeamsService } from '#modules/teams/teams.service.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ProjectAccess } from './project-access.service.js';
import { ProjectCounters } from './project-counters.service.js';
import { PROJECT_KEY } from './project-key.js';
import { ProjectNotFoundError } from './project-not-found-error.js';
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

const KEY = new RegExp(PROJECT_KEY, 'i');

@Module({
  imports: [CompanyScopeModule.forFeature(Project), TeamsModule, UsersModule],
  controllers: [ProjectsController, ProjectMembersController, ProjectWatchesController],
  providers: [
    ProjectsService,
    ProjectMembersService,
    ProjectsRepository,
    ProjectAccess,
    ProjectCounters,
    ProjectResources,
    ProjectWatches,
  ],
  exports: [ProjectAccess, ProjectCounters, ProjectResources, ProjectsService],
})
export class ProjectsModule {
  constructor(
    events: EventCatalogue,
    names: PathNames,
    projects: ProjectsRepository,
    teams: TeamsService,
    access: ProjectAccess,
  ) {
    events.add(PROJECT_EVENTS);
    teams.beforeRemove((tx, id) => projects.leaveTeam(tx, id));
    names.add('projects', { pattern: KEY, findId: (context, key) => projects.findId(context, key) });
    names.addReach(async (context, ids) =>
      (await access.isAnyHidden(context, 'SELECT unnest($3::uuid[])', ids)) ? new ProjectNotFoundError() : undefined,
    );
  }
}
