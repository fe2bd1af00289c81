import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { WorkflowLane } from './workflow-lane.entity.js';
import { WorkflowLanesController } from './workflow-lanes.controller.js';
import { WorkflowLanesService } from './workflow-lanes.service.js';
import { WorkflowLanesRepository } from './workflow-lanes.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(WorkflowLane), CompaniesModule],
  controllers: [WorkflowLanesController],
  providers: [WorkflowLanesRepository, WorkflowLanesService],
  exports: [WorkflowLanesService],
})
export class WorkflowLanesModule {}
