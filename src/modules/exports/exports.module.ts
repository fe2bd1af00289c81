import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { FilesModule } from '#modules/files/files.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { RecurrencesModule } from '#modules/recurrences/recurrences.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { VirtualColleaguesModule } from '#modules/virtual-colleagues/virtual-colleagues.module.js';
import { ArchivedRowsRepository } from './archived-rows.repository.js';
import { ArchiveMaker } from './archive-maker.js';
import { ExportsRepository } from './exports.repository.js';
import { ExportWorker } from './export-worker.js';
import { Export } from './export.entity.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

@Module({
  imports: [
    CompanyScopeModule.forFeature(Export),
    CompaniesModule,
    FilesModule,
    FiltersModule,
    ProjectsModule,
    RecurrencesModule,
    TasksModule,
    VirtualColleaguesModule,
  ],
  controllers: [ExportsController],
  providers: [ArchivedRowsRepository, ArchiveMaker, ExportsRepository, ExportWorker, ExportsService],
})
export class ExportsModule {}
