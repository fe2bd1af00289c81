import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { isOpen } from '#schema/tasks.js';

/** What is written of tasks that come in from elsewhere. */
@Injectable()
export class ImportedTasksRepository {
  constructor(private readonly database: Database) {}

  async findBlockerIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    const text = `SELECT task_id AS "taskId", array_agg(blocker_id ORDER BY blocker_id) AS "blockerIds" FROM task_blockers
      WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) GROUP BY task_id`;
    const rows = await this.database.rows<{ taskId: string; blockerIds: string[] }>(tx, { text }, [
      tx.companyId,
      taskIds,
    ]);
    return new Map(rows.map(({ taskId, blockerIds }) => [taskId, blockerIds]));
  }

  async setParent(tx: TransactionContext, id: string, parentId: string): Promise<void> {
    const text = 'UPDATE tasks SET parent_id = $3 WHERE company_id = $1 AND id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, id, parentId]);
  }

  async insertBlocker(tx: TransactionContext, taskId: string, blockerId: string): Promise<void> {
    const text = `INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open)
        SELECT $1, $2, t.id, ${isOpen('t')} FROM tasks t WHERE t.company_id = $1 AND t.id = $3`;
    await this.database.execute(tx, { text }, [tx.companyId, taskId, blockerId]);
  }

  /** `entries` are JSON. */
  async insertHistory(tx: TransactionContext, entries: Buffer): Promise<void> {
    const text = `INSERT INTO task_activity (company_id, id, task_id, actor_id, actor_colleague, event, changes, at)
      SELECT $1, n.id, n."taskId", n."actorId", n.colleague, n.event, n.changes, n.at
      FROM json_to_recordset($2::json) n (id uuid, "taskId" uuid, "actorId" uuid, colleague json, event text, changes json,
        at timestamptz)`;
    await this.database.execute(tx, { text }, [tx.companyId, entries]);
  }

  async findPresent(tx: TransactionContext, projectId: string, ids: readonly string[]): Promise<string[]> {
    const text = 'SELECT id FROM tasks WHERE company_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])';
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, projectId, ids])).map(({ id }) => id);
  }

  /** Those of the tids that a task has or had. */
  async findTids(tx: TransactionContext, tids: readonly string[]): Promise<string[]> {
    const text = `SELECT tid FROM tasks WHERE company_id = $1 AND tid = ANY ($2::text[])
      UNION ALL SELECT tt.tid FROM trashed_tasks tt WHERE tt.company_id = $1 AND tt.tid = ANY ($2::text[])
      UNION ALL SELECT f.tid FROM trashed_tasks tt, unnest(tt.former_tids) f (tid)
        WHERE tt.company_id = $1 AND tt.former_tids <> '{}' AND f.tid = ANY ($2::text[])
      UNION ALL SELECT ft.tid FROM task_former_tids ft WHERE ft.company_id = $1 AND ft.tid = ANY ($2::text[])`;
    return (await this.database.rows<{ tid: string }>(tx, { text }, [tx.companyId, tids])).map(({ tid }) => tid);
  }
}
