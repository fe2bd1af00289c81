import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { TaskTimeEntriesController } from './task-time-entries.controller.js';
import { TimeEntriesController } from './time-entries.controller.js';
import { TimeEntriesService } from './time-entries.service.js';
import { TimeEntryImports } from './time-entry-imports.service.js';
import { TimeEntry } from './time-entry.entity.js';
import { TimeEntriesRepository } from './time-entries.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(TimeEntry), TasksModule],
  controllers: [TaskTimeEntriesController, TimeEntriesController],
  providers: [TimeEntriesRepository, TimeEntriesService, TimeEntryImports],
  exports: [TimeEntriesService, TimeEntryImports],
})
export class TimeEntriesModule {}
