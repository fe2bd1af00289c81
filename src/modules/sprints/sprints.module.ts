import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { NotFoundError } from '#common/errors/app-error.js';
import { EventCatalogue } from '#core/events/event-catalogue.js';
import { PathNames } from '#core/http/path-names.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { SprintLifecycle } from './sprint-lifecycle.service.js';
import { Sprint } from './sprint.entity.js';
import { SPRINT_EVENTS } from './sprint.events.js';
import { SprintsController } from './sprints.controller.js';
import { SprintsService } from './sprints.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Sprint), ProjectsModule, TasksModule],
  controllers: [SprintsController],
  providers: [SprintsService, SprintLifecycle],
  exports: [SprintsService, SprintLifecycle],
})
export class SprintsModule {
  constructor(events: EventCatalogue, names: PathNames, access: ProjectAccess) {
    events.add(SPRINT_EVENTS);
    names.addReach(async (context, ids) => {
      const select = 'SELECT s.project_id FROM sprints s WHERE s.company_id = $1 AND s.id = ANY ($3::uuid[])';
      return (await access.isAnyHidden(context, select, ids)) ? new NotFoundError('Sprint') : undefined;
    });
  }
}
