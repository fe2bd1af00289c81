import { Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Lists } from '#core/database/lists/lists.js';
import { isoMoment } from '#core/database/schema/columns.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { userReference } from '#schema/users.js';
import type { TrashedTaskResponse, TrashQuery } from './trash.dto.js';
import type { TrashedTask } from './trashed-task.entity.js';

const SELECT = `SELECT tt.id, tt.tid, tt.title, tt.project_id AS "projectId", ${isoMoment('tt.deleted_at')} AS "deletedAt",
    ${userReference('du')} AS "deletedBy", ${isoMoment('tt.until')} AS until
  FROM trashed_tasks tt JOIN users du ON du.company_id = tt.company_id AND du.id = tt.deleted_by_id`;

/** SQL of the tids that a task had before, one after the other. */
const FORMER_TIDS = "array_to_string(tt.former_tids, ' ')";

export type LockedTrash = Pick<TrashedTask, 'id' | 'tid' | 'projectId' | 'deletedAt'>;

/** Tasks of one statement. */
const BATCH = 1_000;

/** The deleted tasks that may still come back. */
@Injectable()
export class TrashRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly access: ProjectAccess,
  ) {}

  /** Those of projects within reach, the last deleted first. */
  findTasks(context: RequestContext, query: TrashQuery): Promise<List<TrashedTaskResponse>> {
    const conditions = new Conditions(this.access.parametersOf(context))
      .add('tt.company_id = $1 AND $2::uuid IS NOT NULL')
      .in('tt.project_id', 'uuid', query.projectId)
      .contains(['tt.tid', 'tt.title', FORMER_TIDS], query.search)
      .add(this.access.conditionOnMany(context, 'tt.project_id'));
    return this.lists.find<TrashedTaskResponse>(context, query, {
      select: `${SELECT} WHERE ${conditions.where}`,
      values: conditions.values,
      orderBy: 'tt.deleted_at DESC, tt.id DESC',
    });
  }

  /** Also of one that is back: a repeated request names it. */
  async findIdByTid(context: RequestContext, tid: string): Promise<string | undefined> {
    const text = `SELECT id FROM (
        SELECT id, 1 AS place FROM trashed_tasks WHERE company_id = $1 AND tid = upper($2)
        UNION ALL SELECT id, 2 FROM trashed_tasks WHERE company_id = $1 AND former_tids <> '{}' AND upper($2) = ANY (former_tids)
        UNION ALL SELECT id, 3 FROM tasks WHERE company_id = $1 AND tid = upper($2)
        UNION ALL SELECT task_id, 4 FROM task_former_tids WHERE company_id = $1 AND tid = upper($2)) found
      ORDER BY place LIMIT 1`;
    return (await this.database.row<{ id: string }>(context, { text }, [context.companyId, tid]))?.id;
  }

  /** The projects of those of the tasks that are there. */
  async findProjectIds(tx: TransactionContext, ids: readonly string[]): Promise<string[]> {
    const text = `SELECT DISTINCT project_id AS id FROM trashed_tasks WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY project_id`;
    return (await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids])).map(({ id }) => id);
  }

  /** Which of the tasks are there, of a project within reach; each is kept until the transaction ends. */
  lockTasks(tx: TransactionContext, ids: readonly string[]): Promise<LockedTrash[]> {
    const text = `SELECT tt.id, tt.tid, tt.project_id AS "projectId", ${isoMoment('tt.deleted_at')} AS "deletedAt" FROM trashed_tasks tt
      WHERE tt.company_id = $1 AND tt.id = ANY ($3::uuid[]) AND ${this.access.conditionOn(tx, 'tt.project_id')} ORDER BY tt.id FOR UPDATE`;
    return this.database.rows(tx, { text }, [...this.access.parametersOf(tx), ids]);
  }

  async insertTasks(
    tx: TransactionContext,
    tasks: readonly Omit<TrashedTask, 'companyId' | 'formerTids'>[],
  ): Promise<void> {
    const text = `INSERT INTO trashed_tasks (company_id, id, tid, former_tids, title, project_id, deleted_at, deleted_by_id, until)
      SELECT $1, n.id, n.tid, ARRAY(SELECT ft.tid FROM task_former_tids ft WHERE ft.company_id = $1 AND ft.task_id = n.id),
        n.title, n."projectId", n."deletedAt", n."deletedById", n.until
      FROM json_to_recordset($2::json) n (id uuid, tid text, title text, "projectId" uuid, "deletedAt" timestamptz,
        "deletedById" uuid, until timestamptz)`;
    await this.database.execute(tx, { text }, [tx.companyId, JSON.stringify(tasks)]);
  }

  /** Their rows go with them. */
  async removeTasks(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    const text = 'DELETE FROM trashed_tasks WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    await this.database.execute(tx, { text }, [tx.companyId, ids]);
  }

  /** How many went; each statement takes some, so that none takes too long. */
  async removeOfProject(tx: TransactionContext, projectId: string): Promise<number> {
    const text = `DELETE FROM trashed_tasks WHERE company_id = $1 AND id IN (
      SELECT id FROM trashed_tasks WHERE company_id = $1 AND project_id = $2 LIMIT ${BATCH})`;
    let all = 0;
    for (let removed = BATCH; removed === BATCH; all += removed) {
      removed = await this.database.execute(tx, { text }, [tx.companyId, projectId]);
    }
    return all;
  }

  /** Of all companies. */
  async removeOver(now: string): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM trashed_tasks WHERE until <= $1' }, [now]);
  }
}
