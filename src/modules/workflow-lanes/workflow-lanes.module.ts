import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';
import { WorkflowLane } from './workflow-lane.entity.js';
import { WorkflowLanesService } from './workflow-lanes.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(WorkflowLane)],
  providers: [WorkflowLanesService],
  exports: [WorkflowLanesService],
})
export class WorkflowLanesModule {}
