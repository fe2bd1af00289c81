import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { Template } from './template.entity.js';
import { TemplateImports } from './template-imports.service.js';
import { TemplateContents } from './template-contents.service.js';
import { TemplateTasks } from './template-tasks.service.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesOfTasks } from './templates-of-tasks.js';
import { TemplatesRepository } from './templates.repository.js';
import { TemplatesService } from './templates.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Template), CompaniesModule, ProjectsModule, TasksModule, UsersModule],
  controllers: [TemplatesController],
  providers: [
    TemplateContents,
    TemplateImports,
    TemplatesOfTasks,
    TemplatesRepository,
    TemplatesService,
    TemplateTasks,
  ],
  exports: [TemplateContents, TemplateImports, TemplatesService, TemplateTasks],
})
export class TemplatesModule {}
