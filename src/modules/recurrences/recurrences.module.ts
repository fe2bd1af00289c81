import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { TemplatesModule } from '#modules/templates/templates.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { DueRecurrences } from './due-recurrences.js';
import { Recurrence } from './recurrence.entity.js';
import { RecurrenceCompletions } from './recurrence-completions.js';
import { RecurrenceContents } from './recurrence-contents.js';
import { RecurrenceImports } from './recurrence-imports.service.js';
import { RecurrenceSchedulerTask } from './recurrence-scheduler.task.js';
import { RecurrenceTasks } from './recurrence-tasks.js';
import { RecurrencesController } from './recurrences.controller.js';
import { RecurrencesRepository } from './recurrences.repository.js';
import { RecurrencesService } from './recurrences.service.js';
import { SchedulePreviews } from './schedule-previews.js';

@Module({
  imports: [
    CompanyScopeModule.forFeature(Recurrence),
    CompaniesModule,
    ProjectsModule,
    TasksModule,
    TemplatesModule,
    UsersModule,
  ],
  controllers: [RecurrencesController],
  providers: [
    DueRecurrences,
    RecurrenceCompletions,
    RecurrenceContents,
    RecurrenceImports,
    RecurrenceSchedulerTask,
    RecurrencesRepository,
    RecurrencesService,
    RecurrenceTasks,
    SchedulePreviews,
  ],
  exports: [RecurrenceImports, RecurrencesService],
})
export class RecurrencesModule {}
