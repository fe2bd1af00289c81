import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
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
  @DeclaresEvents()
  events(): EventGroup {
    return EPIC_EVENTS;
  }
}
