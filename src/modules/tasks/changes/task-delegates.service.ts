import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { isActiveProject } from '#schema/projects.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskLocks } from './task-locks.service.js';

/** Which tasks are delegated to whom. */
@Injectable()
export class TaskDelegates {
  constructor(
    private readonly database: Database,
    private readonly batches: TaskBatches,
    private readonly locks: TaskLocks,
  ) {}

  /** Takes all tasks from a colleague that is about to be deleted; each is a change, except in archived projects. */
  async release(tx: TransactionContext, colleagueId: string): Promise<void> {
    const text = `SELECT t.id FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      WHERE t.company_id = $1 AND t.delegate_id = $2 AND ${isActiveProject('p')} ORDER BY t.id`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, colleagueId]);
    const ids = rows.map(({ id }) => id);
    await this.locks.lockProjectsOf(tx, ids);
    await this.batches.apply(tx, ids, { delegateId: null });
    const rest = 'UPDATE tasks SET delegate_id = NULL WHERE company_id = $1 AND delegate_id = $2';
    await this.database.execute(tx, { text: rest }, [tx.companyId, colleagueId]);
  }
}
