import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../../common/errors/app-error.js';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Outbox } from '../../../core/events/outbox.js';
import { TaskChanges } from './task-changes.service.js';
import { TaskLocks } from './task-locks.service.js';
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
  ) {}

  async update(context: RequestContext, id: string, input: UpdateTask): Promise<TaskResponse> {
    const { tasks } = await this.updateAll(context, [id], input);
    return tasks[0] as TaskResponse;
  }

  /** Changes all of the tasks or none. @throws ValidationError, also when it would write too much */
  async bulkUpdate(context: RequestContext, { ids, set }: BulkUpdateTasks): Promise<BulkUpdateResponse> {
    ensureSmall(ids, set);
    try {
      return await this.updateAll(context, ids, set);
    } catch (error) {
      throw error instanceof ValidationError ? error.within('set') : error;
    }
  }

  private updateAll(context: RequestContext, ids: string[], input: UpdateTask): Promise<BulkUpdateResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.locks.lockProjectFor(tx, input);
      const locked = await this.locks.lock(tx, ids);
      const { result, events } = await this.changes.apply(tx, locked, input);
      const byId = new Map(result.map((task) => [task.id, task]));
      const tasks = ids.map((id) => byId.get(id) as TaskResponse);
      return { result: { updated: events.filter(({ name }) => name === 'task.updated').length, tasks }, events };
    });
  }
}

function ensureSmall(ids: readonly string[], set: UpdateTask): void {
  const most = Math.floor(MOST_WRITTEN / ids.length);
  if (Buffer.byteLength(JSON.stringify(set)) <= most) return;
  throw new ValidationError({ set: `Must be at most ${most} bytes of JSON for ${ids.length} tasks: 4 MiB in all` });
}
