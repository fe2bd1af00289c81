import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { AfterErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from '#modules/users/user.hooks.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskLocks } from './task-locks.service.js';
import { AssignedTasksRepository, BATCH } from './assigned-tasks.repository.js';

/** Open tasks of people who are erased become unassigned. */
@Injectable()
export class ErasedAssignees {
  constructor(
    private readonly tasks: AssignedTasksRepository,
    private readonly outbox: Outbox,
    private readonly batches: TaskBatches,
    private readonly locks: TaskLocks,
  ) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [
      { table: 'tasks', columns: { description: { type: 'text', hand: 'typed' } } },
      {
        table: 'task_texts',
        columns: { text: { type: 'lower', hand: 'typed' }, accented: { type: 'lower', hand: 'typed' } },
      },
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
    await this.tasks.unassignArchived(context, userId);
  }

  private async releaseSome(tx: TransactionContext, userId: string) {
    const ids = await this.tasks.findAssigned(tx, userId);
    if (ids.length > 0) {
      await this.locks.lockProjectsOf(tx, ids);
      await this.batches.applySettings(tx, ids, { assigneeId: null });
    }
    return unannounced(ids.length);
  }
}
