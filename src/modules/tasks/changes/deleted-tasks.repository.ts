import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import type { WatchMark } from '#core/events/domain-event.js';
import { watchMark } from '#schema/tasks.js';

const MARKS: Statement = {
  name: 'marks-of-deleted-tasks',
  text: `SELECT w.task_id AS "taskId", json_agg(${watchMark('w')}) AS marks FROM task_watchers w
    WHERE w.company_id = $1 AND w.task_id = ANY ($2::uuid[]) GROUP BY w.task_id`,
};

/** Tasks of a project that are deleted in one statement: some 100 ms. */
const BATCH = 1_000;

/**
 * Deletes the last tasks of a project before a rank, so that most subtasks go before their parents. A subtask that stays
 * for a later batch loses its parent. Nobody sees that: the project goes in the same transaction. `OFFSET 0` makes
 * PostgreSQL look subtasks up task by task.
 */
const DELETE_BATCH: Statement = {
  name: 'delete-tasks-of-project',
  text: `WITH batch AS (
      SELECT id, rank FROM tasks WHERE company_id = $1 AND project_id = $2 AND rank < $3 ORDER BY rank DESC LIMIT ${BATCH}),
    children AS (
      UPDATE tasks SET parent_id = NULL WHERE company_id = $1 AND id NOT IN (SELECT id FROM batch) AND id IN (
        SELECT c.id FROM batch, LATERAL (SELECT id FROM tasks WHERE company_id = $1 AND parent_id = batch.id OFFSET 0) c)),
    deleted AS (DELETE FROM tasks WHERE company_id = $1 AND id IN (SELECT id FROM batch))
    SELECT min(rank) AS rank FROM batch`,
};

/** Tasks that are about to be deleted. */
@Injectable()
export class DeletedTasksRepository {
  constructor(private readonly database: Database) {}

  /** The inbox may read of changes of the tasks when their watchers are gone with them. */
  async findMarks(tx: TransactionContext, ids: readonly string[]): Promise<Map<string, WatchMark[]>> {
    const rows = await this.database.rows<{ taskId: string; marks: WatchMark[] }>(tx, MARKS, [tx.companyId, ids]);
    return new Map(rows.map(({ taskId, marks }) => [taskId, marks]));
  }

  /** Deletes some before the rank; from which rank on none is left. */
  deleteLastOfProject(
    tx: TransactionContext,
    projectId: string,
    rank: string,
  ): Promise<{ rank: string | null } | undefined> {
    return this.database.row<{ rank: string | null }>(tx, DELETE_BATCH, [tx.companyId, projectId, rank]);
  }
}
