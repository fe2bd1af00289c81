import { Injectable } from '@nestjs/common';
import { InjectCompanyScoped } from '../../core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '../../core/company-scope/company-scoped.repository.js';
import type { TransactionContext } from '../../core/company-scope/request-context.js';
import { WorkflowLane } from './workflow-lane.entity.js';

/** service.md "Task": the default lane names. */
const DEFAULT_LANES = ['Backlog', 'To Do', 'In Progress', 'In Review', 'Done', 'Blocked'];

@Injectable()
export class WorkflowLanesService {
  constructor(@InjectCompanyScoped(WorkflowLane) private readonly lanes: CompanyScopedRepository<WorkflowLane>) {}

  /** The lanes that a new company begins with. */
  async createDefaults(context: TransactionContext): Promise<void> {
    for (const [position, name] of DEFAULT_LANES.entries()) await this.lanes.insert(context, { name, position });
  }
}
