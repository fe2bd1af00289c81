import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { UsersModule } from '../users/users.module.js';
import { DemoCompany } from './demo-company.service.js';
import { DemoProjects } from './demo-projects.service.js';

@Module({
  imports: [AuthModule, ProjectsModule, TasksModule, UsersModule],
  providers: [DemoCompany, DemoProjects],
})
export class DemoModule {}
