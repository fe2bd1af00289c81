import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { REWRITE_TEXTS } from '#schema/task-texts.js';
import { isOpen, NOTE_EXTRAS } from '#schema/tasks.js';

/** A tid that a task had elsewhere. */
export interface FormerTid {
  readonly taskId: string;
  readonly tid: string;
}

const NO_PROJECT = '00000000-0000-0000-0000-000000000000';

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

  /** `projectId` is null for those of all projects. */
  async findPresent(tx: TransactionContext, ids: readonly string[], projectId: string | null): Promise<string[]> {
    const text = `SELECT id FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[])
      AND ($3::uuid IS NULL OR project_id = $3)`;
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids, projectId])).map(({ id }) => id);
  }

  /** The ids of the tasks that have or had the tids, by them. */
  async findTidOwners(tx: TransactionContext, tids: readonly string[]): Promise<Map<string, string>> {
    const text = `SELECT tid, id FROM tasks WHERE company_id = $1 AND tid = ANY ($2::text[])
      UNION ALL SELECT tt.tid, tt.id FROM trashed_tasks tt WHERE tt.company_id = $1 AND tt.tid = ANY ($2::text[])
      UNION ALL SELECT f.tid, tt.id FROM trashed_tasks tt, unnest(tt.former_tids) f (tid)
        WHERE tt.company_id = $1 AND tt.former_tids <> '{}' AND f.tid = ANY ($2::text[])
      UNION ALL SELECT ft.tid, ft.task_id FROM task_former_tids ft WHERE ft.company_id = $1 AND ft.tid = ANY ($2::text[])`;
    const rows = await this.database.rows<{ tid: string; id: string }>(tx, { text }, [tx.companyId, tids]);
    return new Map(rows.map(({ tid, id }) => [tid, id]));
  }

  /** In their order, and of no project yet. */
  async insertFormerTids(tx: TransactionContext, tids: readonly FormerTid[]): Promise<void> {
    const text = `INSERT INTO task_former_tids (company_id, tid, task_id, project_id, left_at)
      SELECT $1, n.tid, n.id, '${NO_PROJECT}', now() + n.place * interval '1 millisecond'
      FROM unnest($2::text[], $3::uuid[]) WITH ORDINALITY n (tid, id, place)`;
    const taskIds = tids.map(({ taskId }) => taskId);
    await this.database.execute(tx, { text }, [tx.companyId, tids.map(({ tid }) => tid), taskIds]);
    await this.database.execute(tx, { text: NOTE_EXTRAS }, [tx.companyId, taskIds]);
    await this.database.execute(tx, { text: REWRITE_TEXTS }, [tx.companyId, taskIds]);
  }

  /** Those of no project become those of the projects of their keys. */
  async placeFormerTids(tx: TransactionContext): Promise<void> {
    const text = `UPDATE task_former_tids ft SET project_id = p.id FROM projects p WHERE ft.company_id = $1
      AND ft.project_id = '${NO_PROJECT}' AND p.company_id = $1 AND p.key = split_part(ft.tid, '-', 1)`;
    await this.database.execute(tx, { text }, [tx.companyId]);
  }
}
