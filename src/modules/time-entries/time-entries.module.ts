import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { TaskTimeEntriesController } from './task-time-entries.controller.js';
import { TimeEntriesController } from './time-entries.controller.js';
import { TimeEntriesService } from './time-entries.service.js';
import { TimeEntry } from './time-entry.entity.js';

@Module({
  imports: [CompanyScopeModule.forFeature(TimeEntry), TasksModule],
  controllers: [TaskTimeEntriesController, TimeEntriesController],
  providers: [TimeEntriesService],
  exports: [TimeEntriesService],
})
export class TimeEntriesModule {}
