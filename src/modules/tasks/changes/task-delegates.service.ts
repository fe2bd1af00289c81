import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskLocks } from './task-locks.service.js';
import { AssignedTasksRepository } from './assigned-tasks.repository.js';

/** Which tasks are delegated to whom. */
@Injectable()
export class TaskDelegates {
  constructor(
    private readonly tasks: AssignedTasksRepository,
    private readonly batches: TaskBatches,
    private readonly locks: TaskLocks,
  ) {}

  /** Takes all tasks from a colleague that is about to be deleted; each is a change, except in archived projects. */
  async releaseTasks(tx: TransactionContext, colleagueId: string): Promise<void> {
    const ids = await this.tasks.findDelegated(tx, colleagueId);
    await this.locks.lockProjectsOf(tx, ids);
    await this.batches.applySettings(tx, ids, { delegateId: null });
    await this.tasks.undelegateRest(tx, colleagueId);
  }
}
