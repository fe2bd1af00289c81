import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../../common/errors/app-error.js';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Outbox } from '../../../core/events/outbox.js';
import { TaskChanges } from './task-changes.service.js';
import { TaskLocks } from './task-locks.service.js';
import { MeantTaskIds, type MeantTasks } from './meant-task-ids.js';
import type { BulkUpdateTasks, UpdateTask } from '../task-input.dto.js';
import type { BulkUpdateResponse, TaskResponse } from '../task.dto.js';

/** Most bytes that one request writes to tasks (extensions 1.6). */
const MOST_WRITTEN = 4 * 1024 * 1024;

/** Changes tasks (decisions 7). */
@Injectable()
export class TaskUpdates {
  constructor(
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly meant: MeantTaskIds,
  ) {}

  async update(context: RequestContext, id: string, input: UpdateTask): Promise<TaskResponse> {
    const { tasks } = await this.updateAll(context, { ids: [id] }, input);
    return tasks[0] as TaskResponse;
  }

  /** Changes all of the tasks or none. @throws ValidationError, also when it would write too much */
  async bulkUpdate(context: RequestContext, { set, ...meant }: BulkUpdateTasks): Promise<BulkUpdateResponse> {
    ensureSmall(meant.ids?.length ?? meant.expected ?? 1, set);
    try {
      return await this.updateAll(context, meant, set);
    } catch (error) {
      throw error instanceof ValidationError && !('filter' in error.details) ? error.within('set') : error;
    }
  }

  private updateAll(context: RequestContext, meant: MeantTasks, input: UpdateTask): Promise<BulkUpdateResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.locks.lockProjectFor(tx, input);
      const { ids, ensureSame } = await this.meant.resolve(tx, meant);
      const locked = await this.locks.lock(tx, ids);
      await ensureSame();
      const { result, events } = await this.changes.apply(tx, locked, input);
      const byId = new Map(result.map((task) => [task.id, task]));
      const tasks = ids.map((id) => byId.get(id) as TaskResponse);
      return { result: { updated: events.filter(({ name }) => name === 'task.updated').length, tasks }, events };
    });
  }
}

function ensureSmall(count: number, set: UpdateTask): void {
  const most = Math.floor(MOST_WRITTEN / count);
  if (Buffer.byteLength(JSON.stringify(set)) <= most) return;
  throw new ValidationError({ set: `Must be at most ${most} bytes of JSON for ${count} tasks: 4 MiB in all` });
}
