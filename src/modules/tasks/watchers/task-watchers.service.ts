import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { TaskNotFoundError, TaskQueries } from '../list/task-queries.service.js';
import { isWatcher, wants, watchReasons } from '#schema/tasks.js';
import { TaskWatcherResponse, TaskWatchResponse } from './task-watchers.dto.js';

/** Who has watched already goes on; who has not, or not any more, begins now. */
const SINCE = `CASE WHEN (${wants('w')}) AND NOT w.unwatched THEN w.since ELSE excluded.since END`;

/** Who watches a task itself. */
@Injectable()
export class TaskWatchers {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
    private readonly outbox: Outbox,
    private readonly tasks: TaskQueries,
  ) {}

  /** By name. @throws NotFoundError of the task */
  async findAll(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskWatcherResponse>> {
    const projectId = await this.tasks.getProjectId(context, taskId);
    const select = `SELECT r.id, r.name, ${watchReasons('t', 'w', 'r.id')} AS reasons
      FROM (${this.access.selectReaders('u.company_id, u.id, u.name')}) r
        JOIN tasks t ON t.company_id = r.company_id AND t.id = $3
        LEFT JOIN task_watchers w ON w.company_id = r.company_id AND w.task_id = t.id AND w.user_id = r.id
      WHERE ${isWatcher('t', 'w', 'r.id')}`;
    const values = [context.companyId, projectId, taskId];
    return this.lists.find<TaskWatcherResponse>(context, query, { select, values, orderBy: 'lower(r.name), r.id' });
  }

  /** @throws NotFoundError of the task */
  watch(context: RequestContext, taskId: string): Promise<TaskWatchResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.tasks.ensureReachable(tx, taskId);
      await this.set(tx, taskId, { chosen: true, unwatched: false });
      const text = `SELECT true AS watching, ${watchReasons('t', 'w', '$3')} AS reasons
        FROM tasks t JOIN task_watchers w ON w.company_id = t.company_id AND w.task_id = t.id AND w.user_id = $3
        WHERE t.company_id = $1 AND t.id = $2`;
      const watch = await this.database.row<TaskWatchResponse>(tx, { text }, [tx.companyId, taskId, tx.userId]);
      return unannounced(watch as TaskWatchResponse);
    });
  }

  /** Neither a comment nor a mention makes the caller watch again. @throws NotFoundError of the task */
  unwatch(context: RequestContext, taskId: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      await this.tasks.ensureReachable(tx, taskId);
      await this.set(tx, taskId, { chosen: false, unwatched: true });
      return unannounced(undefined);
    });
  }

  /** These users have commented on the task, or are mentioned in it, and so watch it unless they have chosen not to. */
  async note(
    tx: TransactionContext,
    taskId: string,
    userIds: readonly string[],
    reason: 'commented' | 'mentioned',
  ): Promise<void> {
    if (userIds.length === 0 || tx.tells !== undefined) return;
    const text = `INSERT INTO task_watchers AS w (company_id, task_id, user_id, ${reason}, since)
      SELECT $1, $2, id, true, $4::timestamptz FROM unnest($3::uuid[]) id ORDER BY id
      ON CONFLICT (company_id, task_id, user_id) DO UPDATE SET ${reason} = true, since = ${SINCE}`;
    await this.database.execute(tx, { text }, [tx.companyId, taskId, userIds, new Date().toISOString()]);
  }

  private async set(
    tx: TransactionContext,
    taskId: string,
    { chosen, unwatched }: { chosen: boolean; unwatched: boolean },
  ): Promise<void> {
    const text = `INSERT INTO task_watchers AS w (company_id, task_id, user_id, chosen, unwatched, since)
      SELECT t.company_id, t.id, $3::uuid, $4::boolean, $5::boolean, $6::timestamptz FROM tasks t
      WHERE t.company_id = $1 AND t.id = $2 FOR KEY SHARE
      ON CONFLICT (company_id, task_id, user_id) DO UPDATE SET chosen = $4, unwatched = $5, since = ${SINCE}`;
    const values = [tx.companyId, taskId, tx.userId, chosen, unwatched, new Date().toISOString()];
    const written = await this.database.execute(tx, { text }, values);
    if (written === 0) throw new TaskNotFoundError();
  }
}
