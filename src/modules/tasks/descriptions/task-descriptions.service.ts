import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskLocks } from '../changes/task-locks.service.js';
import { TaskUpdates } from '../changes/task-updates.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { TaskResponse } from '../task.dto.js';
import type { DescriptionTextResponse, DescriptionVersionResponse } from './task-descriptions.dto.js';
import { TaskDescriptionsRepository } from './task-descriptions.repository.js';

/** The descriptions that a task had. */
@Injectable()
export class TaskDescriptions {
  constructor(
    private readonly versions: TaskDescriptionsRepository,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly updates: TaskUpdates,
    private readonly queries: TaskQueries,
  ) {}

  /** The present one first. @throws NotFoundError of the task */
  async findVersions(
    context: RequestContext,
    taskId: string,
    query: PageQuery,
  ): Promise<List<DescriptionVersionResponse>> {
    await this.queries.ensureReachable(context, taskId);
    return this.versions.findOfTask(context, taskId, query);
  }

  /** @throws NotFoundError of the task or the version */
  async getVersion(context: RequestContext, taskId: string, id: string): Promise<DescriptionTextResponse> {
    await this.queries.ensureReachable(context, taskId);
    const version = await this.versions.findById(context, taskId, id);
    if (!version) throw new NotFoundError('Version');
    return version;
  }

  /** A change like any other. @throws what `getVersion` and `TaskUpdates.update` throw */
  restoreVersion(context: RequestContext, taskId: string, id: string): Promise<TaskResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { text: description } = await this.getVersion(tx, taskId, id);
      return unannounced(await this.updates.update(tx, taskId, { description }));
    });
  }

  /** @throws NotFoundError of the task or the version, ConflictError of the present one, or when the project is archived */
  remove(context: RequestContext, taskId: string, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const tasks = await this.locks.lockTasks(tx, [taskId]);
      await this.getVersion(tx, taskId, id);
      this.locks.ensureWritable(tasks);
      const [present] = await this.versions.findPresent(tx, [taskId]);
      if ((present?.id ?? taskId) === id) {
        throw new ConflictError('This is the present description; change it first');
      }
      if (!(await this.versions.deleteVersion(tx, id))) throw new NotFoundError('Version');
      return unannounced(undefined);
    });
  }
}
