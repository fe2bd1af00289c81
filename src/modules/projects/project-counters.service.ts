import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database, Statement } from '../../core/database/database.js';
import { PROJECT_ARCHIVED, ProjectAccess } from './project-access.service.js';
import { isActiveProject } from './projects.sql.js';

/** What a new task gets from its project. */
export interface TaskNumber {
  /** Counted per project, never used again. */
  number: number;
  projectKey: string;
}

/**
 * The numbers and the count of a project's tasks. A project's counter is also what changes of its order, its hierarchy and
 * its sprints and epics wait for.
 */
@Injectable()
export class ProjectCounters {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /**
   * Counts a new task of a project that the caller may write to, and numbers it; others wait for it until the transaction ends.
   *
   * @throws NotFoundError, ConflictError as `ProjectAccess.getWritable`
   */
  async next(tx: TransactionContext, projectId: string): Promise<TaskNumber> {
    const next = await this.database.row<TaskNumber>(tx, this.nextStatement(tx), [
      ...this.access.parameters(tx),
      projectId,
    ]);
    if (next) return next;
    await this.access.get(tx, projectId);
    // It is there, and so was archived when it was asked, even if it no longer is.
    throw new ConflictError(PROJECT_ARCHIVED);
  }

  /** Takes deleted tasks off the count. */
  async countDeleted(tx: TransactionContext, projectId: string, count: number): Promise<void> {
    const text = `UPDATE project_counters SET task_count = task_count - $3 WHERE company_id = $1 AND project_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, projectId, count]);
  }

  /**
   * The number of the newest task. The project is not deleted, and its order, its hierarchy and its sprints and epics stay
   * as they are until the transaction ends.
   */
  async lock(tx: TransactionContext, projectId: string): Promise<number> {
    const row = await this.database.row<{ lastTaskNumber: number }>(
      tx,
      {
        text: `SELECT last_task_number AS "lastTaskNumber" FROM project_counters
          WHERE company_id = $1 AND project_id = $2 FOR UPDATE`,
      },
      [tx.companyId, projectId],
    );
    return row?.lastTaskNumber ?? 0;
  }

  private nextStatement(context: RequestContext): Statement {
    return {
      name: `next-task-number-${context.role}`,
      text: `UPDATE project_counters c SET last_task_number = last_task_number + 1, task_count = task_count + 1
        FROM projects p
        WHERE c.company_id = $1 AND c.project_id = $3 AND p.company_id = c.company_id AND p.id = c.project_id
          AND ${isActiveProject('p')} AND ${this.access.condition(context)}
        RETURNING c.last_task_number AS number, p.key AS "projectKey"`,
    };
  }
}
