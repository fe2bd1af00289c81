import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CommentsModule } from '../comments/comments.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { EpicsModule } from '../epics/epics.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SprintsModule } from '../sprints/sprints.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { TeamsModule } from '../teams/teams.module.js';
import { TimeEntriesModule } from '../time-entries/time-entries.module.js';
import { UsersModule } from '../users/users.module.js';
import { VirtualColleaguesModule } from '../virtual-colleagues/virtual-colleagues.module.js';
import { WorkModule } from '../work/work.module.js';
import { DemoColleagues } from './demo-colleagues.js';
import { DemoCompany } from './demo-company.service.js';
import { DemoPeople } from './demo-people.js';
import { DemoPlanning } from './demo-planning.js';
import { DemoProjects } from './demo-projects.js';

@Module({
  imports: [
    ApiKeysModule,
    AuthModule,
    CommentsModule,
    CompaniesModule,
    EpicsModule,
    LabelsModule,
    ProjectsModule,
    SprintsModule,
    TasksModule,
    TeamsModule,
    TimeEntriesModule,
    UsersModule,
    VirtualColleaguesModule,
    WorkModule,
  ],
  providers: [DemoColleagues, DemoCompany, DemoPeople, DemoPlanning, DemoProjects],
  exports: [DemoCompany],
})
export class DemoModule {}
