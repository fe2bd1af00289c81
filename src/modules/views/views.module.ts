import { Module } from '@nestjs/common';
import { CompaniesModule } from '../companies/companies.module.js';
import { CompaniesService } from '../companies/companies.service.js';
import { FiltersModule } from '../filters/filters.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UserErasure } from '../users/user-erasure.service.js';
import { UsersModule } from '../users/users.module.js';
import { ViewFavorites } from './view-favorites.js';
import { ViewsController } from './views.controller.js';
import { ViewsService } from './views.service.js';
import { View } from './view.entity.js';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';

@Module({
  imports: [CompanyScopeModule.forFeature(View), CompaniesModule, FiltersModule, ProjectsModule, UsersModule],
  controllers: [ViewsController],
  providers: [ViewFavorites, ViewsService],
  exports: [ViewsService],
})
export class ViewsModule {
  constructor(companies: CompaniesService, erasure: UserErasure, views: ViewsService) {
    companies.onCreate((tx) => views.createDefaults(tx));
    erasure.beforeErase((tx, { id }) => views.forget(tx, id));
  }
}
