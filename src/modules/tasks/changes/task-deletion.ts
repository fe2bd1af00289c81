import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';
import { type Change, changed } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import { BlockedTasks, type BlockingEffect } from '../blockers/blocked-tasks.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskLabels } from '../labels/task-labels.js';
import { DONE } from '../../workflow-lanes/workflow-lanes.sql.js';
import { type LockedTask, responseOf, TaskLocks } from './task-locks.service.js';

/** Deletes tasks (decisions 7). */
@Injectable()
export class TaskDeletion {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly batches: TaskBatches,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
    private readonly blocked: BlockedTasks,
  ) {}

  /** Those below it stay, without a parent; each of them is a change of its own (decisions 9). */
  async remove(context: RequestContext, id: string): Promise<void> {
    await this.outbox.commit(context, async (transaction) => {
      await this.locks.lockProjectOf(transaction, id);
      const { task, childIds } = await this.locks.lockWithChildren(transaction, id);
      this.locks.requireWritable([task]);
      await this.batches.apply(transaction, childIds, { parentId: null });
      const { result: effect, events: completed } = await this.delete(transaction, task);
      const { projectId } = task;
      const data = { ...responseOf(task), ...effect?.data };
      const { taskProjects } = effect ?? {};
      return changed(undefined, { name: 'task.deleted', projectId, data, taskProjects }, ...completed);
    });
  }

  /** Gives what it does to the tasks that it blocked. */
  private async delete(context: TransactionContext, task: LockedTask): Promise<Change<BlockingEffect | undefined>> {
    const carried = [...(await this.labels.findIds(context, [task.id])).values()].flat();
    return this.labels.completing(context, { carried }, async () => {
      const isBlocker = task.status !== DONE && (await this.blocked.lock(context, [task], undefined));
      const effects = isBlocker ? await this.blocked.findEffects(context, [task], 'unblocked') : undefined;
      const text = 'DELETE FROM tasks WHERE company_id = $1 AND id = $2';
      await this.database.execute(context, { text }, [context.companyId, task.id]);
      await this.locks.countDeleted(context, task);
      await this.sprints.write(context, new Date().toISOString(), [task], []);
      return effects?.get(task.id);
    });
  }
}
