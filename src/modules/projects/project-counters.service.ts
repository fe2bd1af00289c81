import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { PROJECT_ARCHIVED, ProjectAccess } from './project-access.service.js';
import { isActiveProject } from '#schema/projects.js';

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
   * Counts a new task of a project that the caller may write to, and numbers it; others wait for it until the transaction ends,
   * and so does archiving.
   *
   * @throws NotFoundError, ConflictError as `ProjectAccess.getWritable`
   */
  async next(tx: TransactionContext, projectId: string): Promise<TaskNumber> {
    const [next] = await this.nextOfEach(tx, [projectId]);
    if (next) return next;
    await this.access.get(tx, projectId);
    // It is there, and so was archived when it was asked, even if it no longer is.
    throw new ConflictError(PROJECT_ARCHIVED);
  }

  /**
   * As `next`, for new tasks of these projects, each as often as it is named. The result is in their order, and undefined
   * for projects that the caller cannot write to.
   */
  async nextOfEach(tx: TransactionContext, projectIds: readonly string[]): Promise<(TaskNumber | undefined)[]> {
    const counts = new Map<string, number>();
    for (const id of projectIds) counts.set(id, (counts.get(id) ?? 0) + 1);
    const values = [...this.access.parameters(tx), [...counts.keys()], [...counts.values()]];
    const statement = this.nextStatement(tx);
    const rows = await this.database.rows<TaskNumber & { projectId: string }>(tx, statement, values);
    const next = new Map(rows.map((row) => [row.projectId, row]));
    return projectIds.map((id) => {
      const row = next.get(id);
      return row && { number: row.number++, projectKey: row.projectKey };
    });
  }

  /**
   * Counts imported tasks of a project that is locked by `lock`, and numbers them: with the numbers that they ask for, which
   * must be free, else with the next ones, past `least`.
   */
  async take(
    tx: TransactionContext,
    projectId: string,
    wanted: readonly (number | undefined)[],
    least: number,
  ): Promise<number[]> {
    const last = Math.max(await this.lock(tx, projectId), least, ...wanted.map((number) => number ?? 0));
    let next = last;
    const numbers = wanted.map((number) => number ?? (next += 1));
    const text = `UPDATE project_counters SET last_task_number = $3, task_count = task_count + $4
      WHERE company_id = $1 AND project_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, projectId, next, numbers.length]);
    return numbers;
  }

  /** How many tasks the project has, whatever their status. */
  async countTasks(context: RequestContext, projectId: string): Promise<number> {
    const text = 'SELECT task_count AS tasks FROM project_counters WHERE company_id = $1 AND project_id = $2';
    const row = await this.database.row<{ tasks: number }>(context, { text }, [context.companyId, projectId]);
    return row?.tasks ?? 0;
  }

  /** Takes deleted tasks off the count. */
  async countDeleted(tx: TransactionContext, projectId: string, count: number): Promise<void> {
    const text = `UPDATE project_counters SET task_count = task_count - $3 WHERE company_id = $1 AND project_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, projectId, count]);
  }

  /**
   * The number of the newest task. The project is neither deleted nor archived, and its order, its hierarchy and its sprints and epics stay
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
      name: this.access.nameOf(context, 'next-task-numbers'),
      // In the order of their ids, so that two requests cannot wait for each other.
      text: `WITH locked AS (
          SELECT c.project_id AS id, p.key, n.tasks
          FROM unnest($3::uuid[], $4::integer[]) n (id, tasks)
            JOIN project_counters c ON c.project_id = n.id JOIN projects p ON p.company_id = c.company_id AND p.id = c.project_id
          WHERE c.company_id = $1 AND ${isActiveProject('p')} AND ${this.access.condition(context)}
          ORDER BY c.project_id FOR UPDATE OF c FOR SHARE OF p)
        UPDATE project_counters c
        SET last_task_number = last_task_number + locked.tasks, task_count = task_count + locked.tasks
        FROM locked WHERE c.company_id = $1 AND c.project_id = locked.id
        RETURNING c.project_id AS "projectId", c.last_task_number - locked.tasks + 1 AS number, locked.key AS "projectKey"`,
    };
  }
}
