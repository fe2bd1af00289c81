import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { WorkflowLanesModule } from '../workflow-lanes/workflow-lanes.module.js';
import { FilterNames } from './filter-names.js';
import { Filters } from './filters.service.js';

@Module({
  imports: [ProjectsModule, UsersModule, WorkflowLanesModule],
  providers: [FilterNames, Filters],
  exports: [Filters],
})
export class FiltersModule {}
