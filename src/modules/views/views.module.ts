import { Module } from '@nestjs/common';
import { FieldsModule } from '#modules/fields/fields.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { ViewFavorites } from './view-favorites.js';
import { ViewsController } from './views.controller.js';
import { ViewsService } from './views.service.js';
import { View } from './view.entity.js';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { ViewsRepository } from './views.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(View), FieldsModule, FiltersModule, ProjectsModule],
  controllers: [ViewsController],
  providers: [ViewFavorites, ViewsRepository, ViewsService],
  exports: [ViewsService],
})
export class ViewsModule {}
