import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskChanges } from './task-changes.service.js';
import { TaskLocks } from './task-locks.service.js';
import type { TaskSettings } from './task-settings.js';

/** Tasks in memory at a time: each may have the longest description. */
const BATCH = 100;

/** Changes any number of tasks in one transaction, with few of them in memory. */
@Injectable()
export class TaskBatches {
  constructor(
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
  ) {}

  /**
   * Applies the same settings to all of the tasks and writes their events, batch by batch. The tasks must be locked.
   *
   * @throws what `TaskChanges.applySettings` throws
   */
  async applySettings(tx: TransactionContext, ids: readonly string[], settings: TaskSettings): Promise<void> {
    for (let from = 0; from < ids.length; from += BATCH) {
      await this.outbox.commit(tx, async () => {
        const tasks = await this.locks.lockTasks(tx, ids.slice(from, from + BATCH));
        const { events } = await this.changes.applySettings(tx, tasks, settings);
        return { result: undefined, events };
      });
    }
  }
}
