import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { isActiveProject } from '#schema/projects.js';
import { DONE } from '#schema/lanes.js';

/** Tasks of one transaction. */
export const BATCH = 100;

/** Tasks that lose their assignee or delegate. */
@Injectable()
export class AssignedTasksRepository {
  constructor(private readonly database: Database) {}

  /** Some open tasks of projects that can be changed. */
  async findAssigned(tx: TransactionContext, userId: string): Promise<string[]> {
    const text = `SELECT t.id FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      WHERE t.company_id = $1 AND t.assignee_id = $2 AND t.status <> $3 AND ${isActiveProject('p')}
      ORDER BY t.id LIMIT ${BATCH}`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, userId, DONE]);
    return rows.map(({ id }) => id);
  }

  async unassignArchived(context: RequestContext, userId: string): Promise<void> {
    const text = `UPDATE tasks SET assignee_id = NULL WHERE company_id = $1 AND assignee_id = $2 AND status <> $3
      AND project_id NOT IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND ${isActiveProject('p')})`;
    await this.database.execute(context, { text }, [context.companyId, userId, DONE]);
  }

  /** Of projects that can be changed. */
  async findDelegated(tx: TransactionContext, colleagueId: string): Promise<string[]> {
    const text = `SELECT t.id FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      WHERE t.company_id = $1 AND t.delegate_id = $2 AND ${isActiveProject('p')} ORDER BY t.id`;
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, colleagueId])).map(({ id }) => id);
  }

  async undelegateRest(tx: TransactionContext, colleagueId: string): Promise<void> {
    const text = 'UPDATE tasks SET delegate_id = NULL WHERE company_id = $1 AND delegate_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, colleagueId]);
  }
}
