import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { columnOf } from '#core/database/schema/columns.js';
import { ProjectAccess, type ReachableProject } from '#modules/projects/project-access.service.js';
import { shareStatusLock } from '#schema/projects.js';
import { LABEL_COUNT, selectFields } from '#schema/tasks.js';
import type { UpdateTask } from '../task-input.dto.js';
import type { TaskResponse } from '../task.dto.js';

/** A locked task without what stands in rows of its own. */
export type LockedRow = Omit<TaskResponse, 'custom'> & {
  readonly projectStatus: ReachableProject['status'];
  readonly labelCount: number;
  readonly hasExtras: boolean;
};

/** Tasks under the lock of a change. */
@Injectable()
export class LockedTasksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The project of a task, a sprint or an epic: of the first of them that there is. */
  async findNamedProjectId(
    tx: TransactionContext,
    { parentId, sprintId, epicId }: Pick<UpdateTask, 'parentId' | 'sprintId' | 'epicId'>,
  ): Promise<string | undefined> {
    const text = `SELECT project_id AS "projectId" FROM tasks WHERE company_id = $1 AND id = $2
            UNION ALL SELECT s.project_id FROM sprints s WHERE s.company_id = $1 AND s.id = $3
            UNION ALL SELECT e.project_id FROM epics e WHERE e.company_id = $1 AND e.id = $4 LIMIT 1`;
    const values = [tx.companyId, parentId, sprintId, epicId];
    return (await this.database.row<{ projectId: string }>(tx, { text }, values))?.projectId;
  }

  /**
   * Locks those of the tasks that the caller reaches, by id. Their projects are not archived until the transaction ends: the
   * first statement sees to that.
   */
  async lockTasks(tx: TransactionContext, ids: string | readonly string[]): Promise<LockedRow[]> {
    const condition = typeof ids === 'string' ? 't.id = $3' : 't.id = ANY ($3::uuid[])';
    const parameters = [...this.access.parametersOf(tx), ids];
    const ofTasks = `SELECT DISTINCT t.project_id FROM tasks t WHERE t.company_id = $1 AND $2::uuid IS NOT NULL AND ${condition}`;
    const locked = this.database.execute(tx, { text: shareStatusLock(ofTasks) }, parameters);
    const read = this.database.rows<LockedRow>(
      tx,
      {
        text: `SELECT ${selectFields()}, p.status AS "projectStatus", t.has_extras AS "hasExtras", ${LABEL_COUNT} AS "labelCount"
          FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
          WHERE t.company_id = $1 AND ${condition} AND ${this.access.conditionOnProject(tx)}
          ORDER BY t.id FOR NO KEY UPDATE OF t`,
      },
      parameters,
    );
    const [rows] = await Promise.all([read, locked]);
    return rows;
  }

  /** Locks the tasks and their direct children, by id; gives the ids of all. */
  async lockFamily(tx: TransactionContext, ids: readonly string[]): Promise<string[]> {
    const text = `SELECT id FROM tasks WHERE company_id = $1 AND (id = ANY ($2::uuid[]) OR parent_id = ANY ($2::uuid[]))
      ORDER BY id FOR NO KEY UPDATE`;
    const rows = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, ids]);
    return rows.map((row) => row.id);
  }

  /** Locks the tasks of a sprint or an epic, by id. */
  lockAllIn(
    tx: TransactionContext,
    reference: 'sprintId' | 'epicId',
    id: string,
  ): Promise<Pick<TaskResponse, 'id' | 'status'>[]> {
    const text = `SELECT t.id, t.status FROM tasks t WHERE t.company_id = $1 AND ${columnOf(reference, 't')} = $2
      ORDER BY t.id FOR NO KEY UPDATE`;
    return this.database.rows(tx, { text }, [tx.companyId, id]);
  }

  async deleteTasks(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    const text = 'DELETE FROM tasks WHERE company_id = $1 AND id = ANY ($2::uuid[])';
    await this.database.execute(tx, { text }, [tx.companyId, ids]);
  }
}
