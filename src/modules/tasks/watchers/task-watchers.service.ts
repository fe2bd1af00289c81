import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskNotFoundError, TaskQueries } from '../list/task-queries.service.js';
import { TaskWatcherResponse, TaskWatchResponse } from './task-watchers.dto.js';
import { TaskWatchersRepository, type WatchChoice } from './task-watchers.repository.js';

/** Who watches a task itself. */
@Injectable()
export class TaskWatchers {
  constructor(
    private readonly watchers: TaskWatchersRepository,
    private readonly outbox: Outbox,
    private readonly tasks: TaskQueries,
  ) {}

  /** By name. @throws NotFoundError of the task */
  async findAll(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskWatcherResponse>> {
    const projectId = await this.tasks.getProjectId(context, taskId);
    return this.watchers.listWatchers(context, { projectId, taskId }, query);
  }

  /** @throws NotFoundError of the task */
  watchTask(context: RequestContext, taskId: string): Promise<TaskWatchResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.tasks.ensureReachable(tx, taskId);
      await this.set(tx, taskId, { chosen: true, unwatched: false });
      return unannounced(await this.watchers.findWatch(tx, taskId));
    });
  }

  /** Neither a comment nor a mention makes the caller watch again. @throws NotFoundError of the task */
  unwatchTask(context: RequestContext, taskId: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      await this.tasks.ensureReachable(tx, taskId);
      await this.set(tx, taskId, { chosen: false, unwatched: true });
      return unannounced(undefined);
    });
  }

  /** These users have commented on the task, or are mentioned in it, and so watch it unless they have chosen not to. */
  async noteWatchers(
    tx: TransactionContext,
    taskId: string,
    userIds: readonly string[],
    reason: 'commented' | 'mentioned',
  ): Promise<void> {
    if (userIds.length > 0 && tx.tells === undefined) await this.watchers.noteReason(tx, taskId, userIds, reason);
  }

  private async set(tx: TransactionContext, taskId: string, choice: WatchChoice): Promise<void> {
    if (!(await this.watchers.writeChoice(tx, taskId, choice))) throw new TaskNotFoundError();
  }
}
