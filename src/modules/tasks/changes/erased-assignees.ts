import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { isActiveProject } from '#schema/projects.js';
import { DONE } from '#schema/lanes.js';
import { AfterErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from '#modules/users/user.hooks.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskLocks } from './task-locks.service.js';

/** Tasks of one transaction. */
const BATCH = 100;

/** Open tasks of people who are erased become unassigned. */
@Injectable()
export class ErasedAssignees {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly batches: TaskBatches,
    private readonly locks: TaskLocks,
  ) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [
      { table: 'tasks', columns: { description: { type: 'text', hand: 'typed' } } },
      { table: 'task_texts', columns: { text: { type: 'lower', hand: 'typed' } } },
      { table: 'task_activity', columns: { changes: { type: 'json', hand: 'typed' } } },
    ];
  }

  /** Each task is a change, except in archived projects. It goes on where it ended. */
  @AfterErasure()
  async release(context: RequestContext, { id: userId }: ErasedUser): Promise<void> {
    const release = (tx: TransactionContext) => this.releaseSome(tx, userId);
    let released: number;
    do released = await this.outbox.commit(context, release);
    while (released === BATCH);
    const values = [context.companyId, userId, DONE];
    const text = `UPDATE tasks SET assignee_id = NULL WHERE company_id = $1 AND assignee_id = $2 AND status <> $3
      AND project_id NOT IN (SELECT p.id FROM projects p WHERE p.company_id = $1 AND ${isActiveProject('p')})`;
    await this.database.execute(context, { text }, values);
  }

  private async releaseSome(tx: TransactionContext, userId: string) {
    const text = `SELECT t.id FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
      WHERE t.company_id = $1 AND t.assignee_id = $2 AND t.status <> $3 AND ${isActiveProject('p')}
      ORDER BY t.id LIMIT ${BATCH}`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, userId, DONE]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await this.locks.lockProjectsOf(tx, ids);
      await this.batches.apply(tx, ids, { assigneeId: null });
    }
    return unannounced(ids.length);
  }
}
