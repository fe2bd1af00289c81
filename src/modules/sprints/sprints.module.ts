import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { CarriedTasksRepository } from './carried-tasks.repository.js';
import { SprintLifecycle } from './sprint-lifecycle.service.js';
import { Sprint } from './sprint.entity.js';
import { SPRINT_EVENTS } from './sprint.events.js';
import { SprintsController } from './sprints.controller.js';
import { SprintsService } from './sprints.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Sprint), ProjectsModule, TasksModule],
  controllers: [SprintsController],
  providers: [CarriedTasksRepository, SprintsService, SprintLifecycle],
  exports: [SprintsService, SprintLifecycle],
})
export class SprintsModule {
  @DeclaresEvents()
  events(): EventGroup {
    return SPRINT_EVENTS;
  }
}
