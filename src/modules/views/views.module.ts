import { Module } from '@nestjs/common';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ViewFavorites } from './view-favorites.js';
import { ViewsController } from './views.controller.js';
import { ViewsService } from './views.service.js';
import { View } from './view.entity.js';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';

@Module({
  imports: [CompanyScopeModule.forFeature(View), CompaniesModule, FiltersModule, ProjectsModule, UsersModule],
  controllers: [ViewsController],
  providers: [ViewFavorites, ViewsService],
  exports: [ViewsService],
})
export class ViewsModule {}
