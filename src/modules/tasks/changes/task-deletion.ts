import { Inject, Injectable } from '@nestjs/common';
import { inBulk, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { Hooks } from '#core/hooks/hooks.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { MeantTaskIds, type MeantTasks } from './meant-task-ids.js';
import type { BulkDeleteTasks } from '../task-input.dto.js';
import type { BulkDeleteResponse } from '../task.dto.js';
import { BeforeTaskDeletion } from '../task.hooks.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskLabels } from '../labels/task-labels.js';
import { TaskDeletionEvents } from './task-deletion-events.js';
import { type LockedTask, TaskLocks } from './task-locks.service.js';

/** Deletes tasks. */
@Injectable()
export class TaskDeletion {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly batches: TaskBatches,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
    private readonly events: TaskDeletionEvents,
    private readonly meant: MeantTaskIds,
  ) {}

  /** Those below it stay, without a parent; each of them is a change of its own. */
  async remove(context: RequestContext, id: string): Promise<void> {
    await this.removeMeant(context, { ids: [id] });
  }

  /** All or nothing. Children that are deleted too are not changed first. */
  removeAll(context: RequestContext, { quiet, ...meant }: BulkDeleteTasks): Promise<BulkDeleteResponse> {
    return this.removeMeant(inBulk(context, quiet), meant);
  }

  /** They never come back. */
  async removeForGood(context: RequestContext, ids: readonly string[]): Promise<void> {
    await this.removeMeant(context, { ids: [...ids] }, true);
  }

  private removeMeant(context: RequestContext, meant: MeantTasks, isForGood = false): Promise<BulkDeleteResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { locked } = await this.meant.lockTasks(tx, meant, async (ids) => {
        await this.locks.lockProjectsOf(tx, ids);
        return this.locks.lockWithChildren(tx, ids);
      });
      const { tasks, childIds } = locked;
      this.locks.ensureWritable(tasks);
      const { events: completed } = await this.delete(tx, tasks, { childIds, isForGood });
      return changed({ deleted: tasks.length }, ...completed);
    });
  }

  /** Its events are written before the tasks are gone: filters look at them as they last were. */
  private async delete(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    { childIds, isForGood }: { readonly childIds: readonly string[]; readonly isForGood: boolean },
  ): Promise<Change<void>> {
    const ids = tasks.map(({ id }) => id);
    const carried = [...(await this.labels.findIds(tx, ids)).values()].flat();
    return this.labels.completingLabels(tx, { carried }, async () => {
      await this.batches.applySettings(tx, childIds, { parentId: null });
      const events = await this.events.findEvents(tx, tasks);
      await this.outbox.commit(tx, () => Promise.resolve(changed(undefined, ...events)));
      await this.hooks.call(BeforeTaskDeletion, tx, tasks, isForGood);
      await this.locks.deleteTasks(tx, tasks);
      await this.sprints.writeChanges(tx, new Date().toISOString(), tasks, []);
    });
  }
}
