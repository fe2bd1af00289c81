import { Module } from '@nestjs/common';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { FieldCatalogue } from './field-catalogue.service.js';
import { FieldImports } from './field-imports.service.js';
import { FieldsController } from './fields.controller.js';
import { RemovedFieldsTask } from './removed-fields.task.js';
import { FieldsRepository } from './fields.repository.js';
import { FieldsService } from './fields.service.js';

@Module({
  imports: [CompaniesModule, ProjectsModule],
  controllers: [FieldsController],
  providers: [FieldCatalogue, FieldImports, FieldsRepository, FieldsService, RemovedFieldsTask],
  exports: [FieldCatalogue, FieldImports, FieldsService],
})
export class FieldsModule {}
