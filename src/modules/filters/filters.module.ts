import { Module } from '@nestjs/common';
import { FieldsModule } from '#modules/fields/fields.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { WorkflowLanesModule } from '#modules/workflow-lanes/workflow-lanes.module.js';
import { FilterNamesRepository } from './filter-names.repository.js';
import { Filters } from './filters.service.js';

@Module({
  imports: [FieldsModule, ProjectsModule, UsersModule, WorkflowLanesModule],
  providers: [FilterNamesRepository, Filters],
  exports: [Filters],
})
export class FiltersModule {}
