import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';
import { EventCatalogue } from '../../core/events/event-catalogue.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
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
  constructor(events: EventCatalogue) {
    events.add(EPIC_EVENTS);
  }
}
