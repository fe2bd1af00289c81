import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import type { Change, DomainEvent } from '../../core/events/domain-event.js';
import { Outbox } from '../../core/events/outbox.js';
import { ProjectCounters } from '../projects/project-counters.service.js';
import { SprintRecord } from './sprint-record.service.js';
import { TaskChanges } from './task-changes.service.js';
import { TaskLabels } from './task-labels.service.js';
import { type LockedTask, responseOf, TaskLocks } from './task-locks.service.js';
import type { BulkUpdateTasks, UpdateTask } from './task-input.dto.js';
import type { BulkUpdateResponse, TaskResponse } from './task.dto.js';

/** Changes and deletes tasks (decisions 7). */
@Injectable()
export class TasksService {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly counters: ProjectCounters,
    private readonly labels: TaskLabels,
    private readonly sprints: SprintRecord,
  ) {}

  async update(context: RequestContext, id: string, input: UpdateTask): Promise<TaskResponse> {
    const { tasks } = await this.updateAll(context, [id], input);
    return tasks[0] as TaskResponse;
  }

  /** All or nothing. */
  async bulkUpdate(context: RequestContext, { ids, set }: BulkUpdateTasks): Promise<BulkUpdateResponse> {
    try {
      return await this.updateAll(context, ids, set);
    } catch (error) {
      throw error instanceof ValidationError ? error.within('set') : error;
    }
  }

  /** Those below it stay, without a parent; each of them is a change of its own (decisions 9). */
  async remove(context: RequestContext, id: string): Promise<void> {
    await this.outbox.commit(context, async (transaction) => {
      await this.locks.lockProjectOf(transaction, id);
      const { task, children } = await this.locks.lockWithChildren(transaction, id);
      this.locks.requireWritable([task]);
      const { events } = await this.changes.apply(transaction, children, { parentId: null });
      const { events: completed } = await this.delete(transaction, task);
      const deleted: DomainEvent = { name: 'task.deleted', projectId: task.projectId, data: responseOf(task) };
      return { result: undefined, events: [...events, deleted, ...completed] };
    });
  }

  private async delete(context: TransactionContext, task: LockedTask): Promise<Change<void>> {
    const carried = [...(await this.labels.findIds(context, [task.id])).values()].flat();
    return this.labels.completing(context, { carried }, async () => {
      const text = 'DELETE FROM tasks WHERE company_id = $1 AND id = $2';
      await this.database.execute(context, { text }, [context.companyId, task.id]);
      await this.counters.countDeleted(context, task.projectId);
      await this.sprints.write(context, new Date().toISOString(), [task], []);
    });
  }

  private updateAll(context: RequestContext, ids: string[], input: UpdateTask): Promise<BulkUpdateResponse> {
    return this.outbox.commit(context, async (transaction) => {
      await this.locks.lockProjectFor(transaction, input);
      const locked = await this.locks.lock(transaction, ids);
      const { result, events } = await this.changes.apply(transaction, locked, input);
      const byId = new Map(result.map((task) => [task.id, task]));
      const tasks = ids.map((id) => byId.get(id) as TaskResponse);
      return { result: { updated: events.filter(({ name }) => name === 'task.updated').length, tasks }, events };
    });
  }
}
