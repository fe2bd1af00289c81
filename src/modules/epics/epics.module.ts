import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { NotFoundError } from '#common/errors/app-error.js';
import { EventCatalogue } from '#core/events/event-catalogue.js';
import { PathNames } from '#core/http/path-names.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { Epic } from './epic.entity.js';
import { EPIC_EVENTS } from './epic.events.js';
import { EpicsController } from './epics.controller.js';
import { EpicsService } from './epics.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Epic), ProjectsModule, TasksModule],
  controllers: [EpicsController],
  providers: [EpicsService],
  exports: [EpicsService],
})
export class EpicsModule {
  constructor(events: EventCatalogue, names: PathNames, access: ProjectAccess) {
    events.add(EPIC_EVENTS);
    names.addReach(async (context, ids) => {
      const select = 'SELECT s.project_id FROM epics s WHERE s.company_id = $1 AND s.id = ANY ($3::uuid[])';
      return (await access.isAnyHidden(context, select, ids)) ? new NotFoundError('Epic') : undefined;
    });
  }
}
