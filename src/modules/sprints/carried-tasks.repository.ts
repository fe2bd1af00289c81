import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import type { CarriedTaskResponse } from './sprint.dto.js';

/** Tasks that an answer names. */
const MOST = 200;

/** What was open when sprints ended. */
@Injectable()
export class CarriedTasksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  async insertCarried(tx: TransactionContext, sprintId: string, taskIds: readonly string[]): Promise<void> {
    const text = `INSERT INTO carried_tasks (company_id, sprint_id, task_id) SELECT $1, $2, unnest($3::uuid[])`;
    await this.database.execute(tx, { text }, [tx.companyId, sprintId, taskIds]);
  }

  /** Those that are there and within the caller's reach, by rank. */
  findCarried(context: RequestContext, sprintId: string): Promise<CarriedTaskResponse[]> {
    const text = `SELECT t.id, t.tid, t.title FROM carried_tasks ct
        JOIN tasks t ON t.company_id = ct.company_id AND t.id = ct.task_id
      WHERE ct.company_id = $1 AND ct.sprint_id = $3 AND ${this.access.conditionOnMany(context, 't.project_id')}
      ORDER BY t.rank, t.id LIMIT ${MOST}`;
    return this.database.rows<CarriedTaskResponse>(context, { text }, [...this.access.parametersOf(context), sprintId]);
  }
}
