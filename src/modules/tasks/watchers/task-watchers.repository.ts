import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { selectReaders } from '#schema/project-reach.js';
import { isWatcher, wants, watchReasons } from '#schema/tasks.js';
import { TaskWatcherResponse, TaskWatchResponse } from './task-watchers.dto.js';

/** Who has watched already goes on; who has not, or not any more, begins now. */
const SINCE = `CASE WHEN (${wants('w')}) AND NOT w.unwatched THEN w.since ELSE excluded.since END`;

export interface WatchChoice {
  readonly chosen: boolean;
  readonly unwatched: boolean;
}

/** Who watches tasks, and why. */
@Injectable()
export class TaskWatchersRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  listWatchers(
    context: RequestContext,
    { projectId, taskId }: { projectId: string; taskId: string },
    query: PageQuery,
  ): Promise<List<TaskWatcherResponse>> {
    const select = `SELECT r.id, r.name, ${watchReasons('t', 'w', 'r.id')} AS reasons
      FROM (${selectReaders('u.company_id, u.id, u.name')}) r
        JOIN tasks t ON t.company_id = r.company_id AND t.id = $3
        LEFT JOIN task_watchers w ON w.company_id = r.company_id AND w.task_id = t.id AND w.user_id = r.id
      WHERE ${isWatcher('t', 'w', 'r.id')}`;
    const values = [context.companyId, projectId, taskId];
    return this.lists.find<TaskWatcherResponse>(context, query, {
      select,
      values,
      orderBy: 'r.name COLLATE alphabet, r.id',
    });
  }

  /** Of the caller, who watches the task. */
  async findWatch(tx: TransactionContext, taskId: string): Promise<TaskWatchResponse> {
    const text = `SELECT true AS watching, ${watchReasons('t', 'w', '$3')} AS reasons
        FROM tasks t JOIN task_watchers w ON w.company_id = t.company_id AND w.task_id = t.id AND w.user_id = $3
        WHERE t.company_id = $1 AND t.id = $2`;
    const values = [tx.companyId, taskId, tx.userId];
    return (await this.database.row<TaskWatchResponse>(tx, { text }, values)) as TaskWatchResponse;
  }

  async noteReason(
    tx: TransactionContext,
    taskId: string,
    userIds: readonly string[],
    reason: 'commented' | 'mentioned',
  ): Promise<void> {
    const text = `INSERT INTO task_watchers AS w (company_id, task_id, user_id, ${reason}, since)
      SELECT $1, $2, id, true, $4::timestamptz FROM unnest($3::uuid[]) id ORDER BY id
      ON CONFLICT (company_id, task_id, user_id) DO UPDATE SET ${reason} = true, since = ${SINCE}`;
    await this.database.execute(tx, { text }, [tx.companyId, taskId, userIds, new Date().toISOString()]);
  }

  /** False when the task is gone. */
  async writeChoice(tx: TransactionContext, taskId: string, { chosen, unwatched }: WatchChoice): Promise<boolean> {
    const text = `INSERT INTO task_watchers AS w (company_id, task_id, user_id, chosen, unwatched, since)
      SELECT t.company_id, t.id, $3::uuid, $4::boolean, $5::boolean, $6::timestamptz FROM tasks t
      WHERE t.company_id = $1 AND t.id = $2 FOR KEY SHARE
      ON CONFLICT (company_id, task_id, user_id) DO UPDATE SET chosen = $4, unwatched = $5, since = ${SINCE}`;
    const values = [tx.companyId, taskId, tx.userId, chosen, unwatched, new Date().toISOString()];
    return (await this.database.execute(tx, { text }, values)) > 0;
  }
}
