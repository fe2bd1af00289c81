import { Injectable } from '@nestjs/common';
import { InjectCompanyScoped } from '../../core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '../../core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database, Statement } from '../../core/database/database.js';
import { WorkflowLane } from './workflow-lane.entity.js';

/** service.md "Task": the default lane names. */
const DEFAULT_LANES = ['Backlog', 'To Do', 'In Progress', 'In Review', 'Done', 'Blocked'];

const SELECT_NAME: Statement = {
  name: 'lane-name',
  text: 'SELECT name FROM workflow_lanes WHERE company_id = $1 AND lower(name) = lower($2)',
};

@Injectable()
export class WorkflowLanesService {
  constructor(
    @InjectCompanyScoped(WorkflowLane) private readonly lanes: CompanyScopedRepository<WorkflowLane>,
    private readonly database: Database,
  ) {}

  /** The lanes that a new company begins with. */
  async createDefaults(context: TransactionContext): Promise<void> {
    for (const [position, name] of DEFAULT_LANES.entries()) await this.lanes.insert(context, { name, position });
  }

  /** The status as the company's lane of that name is written; any other status is kept as it is (decisions 7). */
  async canonicalStatus(context: RequestContext, status: string): Promise<string> {
    const lane = await this.database.row<{ name: string }>(context, SELECT_NAME, [context.companyId, status]);
    return lane?.name ?? status;
  }
}
