import { Injectable } from '@nestjs/common';
import { jsonBytes } from '#common/http/json-bytes.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { isGivenTo } from '#schema/colleagues.js';
import { reachesProject } from '#schema/projects.js';
import { isLive } from '#schema/work.js';
import type { TaskResponse } from '../task.dto.js';

/** What a task becomes in another project. */
export interface TaskPlace extends Pick<
  TaskResponse,
  'tid' | 'rank' | 'projectId' | 'parentId' | 'assigneeId' | 'delegateId'
> {
  readonly sprintId: null;
  readonly epicId: null;
}

/** A task with what it may lose. */
type Responsible = Pick<TaskResponse, 'assigneeId' | 'delegateId'>;

const MOVE: Statement = {
  text: `UPDATE tasks t SET project_id = $4, updated_at = $3, change_count = t.change_count + 1, tid = n.tid, rank = n.rank, parent_id = n."parentId",
      sprint_id = NULL, epic_id = NULL, assignee_id = n."assigneeId", delegate_id = n."delegateId", has_extras = true
    FROM json_to_recordset($2::json) n (id uuid, tid text, rank text, "parentId" uuid, "assigneeId" uuid, "delegateId" uuid)
    WHERE t.company_id = $1 AND t.id = n.id`,
};

/** Tasks on their way to another project, and the tids that they leave behind. */
@Injectable()
export class TaskTransfersRepository {
  constructor(private readonly database: Database) {}

  /** The ids of tasks below those of the ids that are not in the project: `most` at most. The hierarchy is locked. */
  async findBelow(tx: TransactionContext, ids: readonly string[], projectId: string, most: number): Promise<string[]> {
    const text = `WITH RECURSIVE below AS (
        SELECT t.id, t.rank FROM tasks t WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[]) AND t.project_id <> $3
        UNION SELECT c.id, c.rank FROM tasks c JOIN below ON c.company_id = $1 AND c.parent_id = below.id
      ) SELECT id FROM below WHERE id <> ALL ($2::uuid[]) ORDER BY rank, id LIMIT ${most}`;
    return this.idsOf(await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids, projectId]));
  }

  /** The ids of tasks right below those of the ids, which are none of them. */
  async findSubtasks(tx: TransactionContext, ids: readonly string[]): Promise<string[]> {
    const text = `SELECT c.id FROM tasks c WHERE c.company_id = $1 AND c.parent_id = ANY ($2::uuid[])
      AND c.id <> ALL ($2::uuid[]) ORDER BY c.id`;
    return this.idsOf(await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids]));
  }

  /** The tid of a task that an agent works on now. */
  async findWorkedOn(tx: TransactionContext, ids: readonly string[]): Promise<string | undefined> {
    const text = `SELECT t.tid FROM works w JOIN tasks t ON t.company_id = w.company_id AND t.id = w.task_id
      WHERE w.company_id = $1 AND w.task_id = ANY ($2::uuid[]) AND ${isLive('w')} ORDER BY t.tid LIMIT 1`;
    return (await this.database.row<{ tid: string }>(tx, { text }, [tx.companyId, ids]))?.tid;
  }

  /** Those of the people and colleagues of tasks that reach the project. */
  async findReaching(
    tx: TransactionContext,
    projectId: string,
    tasks: readonly Responsible[],
  ): Promise<ReadonlySet<string | null>> {
    const text = `SELECT u.id FROM users u WHERE u.company_id = $1 AND u.id = ANY ($3::uuid[]) AND ${reachesProject('u', '$2')}
      UNION ALL SELECT c.id FROM virtual_colleagues c JOIN projects p ON p.company_id = $1 AND p.id = $2
      WHERE c.company_id = $1 AND c.id = ANY ($4::uuid[]) AND ${isGivenTo('c.id', 'p')}`;
    const values = [tx.companyId, projectId, someOf(tasks, 'assigneeId'), someOf(tasks, 'delegateId')];
    return new Set(this.idsOf(await this.database.rows<{ id: string }>(tx, { text }, values)));
  }

  /** The tids that the tasks had in the project before, by task. */
  async findOwn(tx: TransactionContext, projectId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const text = `SELECT ft.task_id AS id, ft.tid FROM task_former_tids ft
      WHERE ft.company_id = $1 AND ft.task_id = ANY ($2::uuid[]) AND ft.project_id = $3`;
    const rows = await this.database.rows<{ id: string; tid: string }>(tx, { text }, [tx.companyId, ids, projectId]);
    return new Map(rows.map(({ id, tid }) => [id, tid]));
  }

  /** The last rank of the project; null while it has no task. */
  async findLastRank(tx: TransactionContext, projectId: string): Promise<string | null> {
    const text = 'SELECT max(rank) AS rank FROM tasks WHERE company_id = $1 AND project_id = $2';
    return (await this.database.row<{ rank: string | null }>(tx, { text }, [tx.companyId, projectId]))?.rank ?? null;
  }

  /** The tasks leave their tids, and get those of their places, which may be former ones of their own. */
  async exchangeTids(
    tx: TransactionContext,
    tasks: readonly Pick<TaskResponse, 'id' | 'tid' | 'projectId'>[],
    places: ReadonlyMap<string, TaskPlace>,
    now: string,
  ): Promise<void> {
    const regained = 'DELETE FROM task_former_tids WHERE company_id = $1 AND tid = ANY ($2::text[])';
    await this.database.execute(tx, { text: regained }, [tx.companyId, [...places.values()].map(({ tid }) => tid)]);
    const text = `INSERT INTO task_former_tids (company_id, tid, task_id, project_id, left_at)
      SELECT $1, n.tid, n.id, n.project_id, $5 FROM unnest($2::text[], $3::uuid[], $4::uuid[]) n (tid, id, project_id)`;
    await this.database.execute(tx, { text }, [
      tx.companyId,
      tasks.map(({ tid }) => tid),
      tasks.map(({ id }) => id),
      tasks.map(({ projectId }) => projectId),
      now,
    ]);
  }

  /** Puts tasks into their places, which are all of one project. */
  async moveTasks(tx: TransactionContext, now: string, places: ReadonlyMap<string, TaskPlace>): Promise<void> {
    const rows = [...places].map(([id, place]) => ({ id, ...place }));
    await this.database.execute(tx, MOVE, [tx.companyId, await jsonBytes(rows), now, rows[0]?.projectId]);
  }

  private idsOf(rows: readonly { readonly id: string }[]): string[] {
    return rows.map(({ id }) => id);
  }
}

function someOf(tasks: readonly Responsible[], field: keyof Responsible): string[] {
  return [...new Set(tasks.flatMap((task) => task[field] ?? []))];
}
