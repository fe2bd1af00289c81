import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { ProjectAccess } from './project-access.service.js';
import { formerNumbers } from '#schema/former-tids.js';
import { isActiveProject } from '#schema/projects.js';

/** What a new task gets from its project. */
export interface TaskNumber {
  /** Counted per project, never used again. */
  number: number;
  projectKey: string;
}

/** The first number for new tasks of a project. */
interface NextNumber extends TaskNumber {
  readonly projectId: string;
  /** Numbers up to this one may be those of tasks that have left an earlier project of the key. */
  readonly formerNumber: number;
}

/** The row of each project with its last number and its count of tasks. */
@Injectable()
export class ProjectCountersRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The first number for the new tasks of each project that the caller may write to. */
  countNewTasks(tx: TransactionContext, counts: ReadonlyMap<string, number>): Promise<NextNumber[]> {
    const values = [...this.access.parametersOf(tx), [...counts.keys()], [...counts.values()]];
    return this.database.rows<NextNumber>(tx, this.nextStatement(tx), values);
  }

  /** The numbers that tasks which have left an earlier project of the key still go by. */
  async findFormerNumbers(tx: TransactionContext, projectId: string): Promise<Set<number>> {
    const key = `(SELECT p.key FROM projects p JOIN project_counters c ON c.company_id = p.company_id AND c.project_id = p.id
      WHERE p.company_id = $1 AND p.id = $2 AND c.former_number > 0)`;
    const rows = await this.database.rows<{ number: number }>(tx, { text: formerNumbers(key) }, [
      tx.companyId,
      projectId,
    ]);
    return new Set(rows.map(({ number }) => number));
  }

  /** No new task of a project of their keys gets the numbers of these tids. */
  async reserveNumbers(tx: TransactionContext, tids: readonly string[]): Promise<void> {
    const text = `UPDATE project_counters c SET former_number = greatest(c.former_number, n.number)
      FROM (SELECT split_part(g.tid, '-', 1) AS key, max(split_part(g.tid, '-', 2)::integer) AS number
        FROM unnest($2::text[]) g (tid) GROUP BY 1) n JOIN projects p ON p.company_id = $1 AND p.key = n.key
      WHERE c.company_id = $1 AND c.project_id = p.id`;
    await this.database.execute(tx, { text }, [tx.companyId, tids]);
  }

  async raiseNumber(tx: TransactionContext, projectId: string, lastNumber: number): Promise<void> {
    const text = 'UPDATE project_counters SET last_task_number = $3 WHERE company_id = $1 AND project_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, projectId, lastNumber]);
  }

  async countImported(tx: TransactionContext, projectId: string, lastNumber: number, count: number): Promise<void> {
    const text = `UPDATE project_counters SET last_task_number = $3, task_count = task_count + $4
      WHERE company_id = $1 AND project_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, projectId, lastNumber, count]);
  }

  async findTaskCount(context: RequestContext, projectId: string): Promise<number> {
    const text = 'SELECT task_count AS tasks FROM project_counters WHERE company_id = $1 AND project_id = $2';
    const row = await this.database.row<{ tasks: number }>(context, { text }, [context.companyId, projectId]);
    return row?.tasks ?? 0;
  }

  async countDeleted(tx: TransactionContext, projectId: string, count: number): Promise<void> {
    const text = `UPDATE project_counters SET task_count = task_count - $3 WHERE company_id = $1 AND project_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, projectId, count]);
  }

  async lockCounter(tx: TransactionContext, projectId: string): Promise<number> {
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
          WHERE c.company_id = $1 AND ${isActiveProject('p')} AND ${this.access.conditionOnProject(context)}
          ORDER BY c.project_id FOR UPDATE OF c FOR SHARE OF p)
        UPDATE project_counters c
        SET last_task_number = last_task_number + locked.tasks, task_count = task_count + locked.tasks
        FROM locked WHERE c.company_id = $1 AND c.project_id = locked.id
        RETURNING c.project_id AS "projectId", c.last_task_number - locked.tasks + 1 AS number, locked.key AS "projectKey",
          c.former_number AS "formerNumber"`,
    };
  }
}
