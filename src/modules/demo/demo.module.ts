import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#modules/api-keys/api-keys.module.js';
import { AuthModule } from '#modules/auth/auth.module.js';
import { CodeModule } from '#modules/code/code.module.js';
import { CommentsModule } from '#modules/comments/comments.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { EpicsModule } from '#modules/epics/epics.module.js';
import { FieldsModule } from '#modules/fields/fields.module.js';
import { LabelsModule } from '#modules/labels/labels.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { PromisesModule } from '#modules/promises/promises.module.js';
import { RecurrencesModule } from '#modules/recurrences/recurrences.module.js';
import { SprintsModule } from '#modules/sprints/sprints.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { TeamsModule } from '#modules/teams/teams.module.js';
import { TemplatesModule } from '#modules/templates/templates.module.js';
import { TimeEntriesModule } from '#modules/time-entries/time-entries.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { VirtualColleaguesModule } from '#modules/virtual-colleagues/virtual-colleagues.module.js';
import { WorkModule } from '#modules/work/work.module.js';
import { DemoCode } from './demo-code.js';
import { DemoColleagues } from './demo-colleagues.js';
import { DemoCompany } from './demo-company.service.js';
import { DemoPeople } from './demo-people.js';
import { DemoPlanning } from './demo-planning.js';
import { DemoProjects } from './demo-projects.js';
import { DemoTaskParts } from './demo-task-parts.js';

@Module({
  imports: [
    ApiKeysModule,
    AuthModule,
    CodeModule,
    CommentsModule,
    CompaniesModule,
    EpicsModule,
    FieldsModule,
    LabelsModule,
    ProjectsModule,
    PromisesModule,
    RecurrencesModule,
    SprintsModule,
    TasksModule,
    TeamsModule,
    TemplatesModule,
    TimeEntriesModule,
    UsersModule,
    VirtualColleaguesModule,
    WorkModule,
  ],
  providers: [DemoCode, DemoColleagues, DemoCompany, DemoPeople, DemoPlanning, DemoProjects, DemoTaskParts],
  exports: [DemoCompany],
})
export class DemoModule {}
