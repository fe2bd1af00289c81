import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { takesTasks } from '#schema/sprints.js';

/** What tasks add to a sprint: hours that remain, and tasks that are done. */
export interface Load {
  remainingHours: number;
  doneTasks: number;
}

/** What one change of tasks added to a sprint, or took from it. */
export type RecordedChange = Load & { at: string };

/** A sprint that has ended keeps its record: later changes of its tasks are not written. */
const INSERT_CHANGES: Statement = {
  name: 'insert-sprint-changes',
  text: `INSERT INTO sprint_changes (company_id, at, id, sprint_id, remaining_hours, done_tasks)
    SELECT $1, $2, c.* FROM unnest($3::uuid[], $4::uuid[], $5::numeric[], $6::integer[]) c (id, sprint_id, hours, done)
      JOIN sprints s ON s.company_id = $1 AND s.id = c.sprint_id
    WHERE ${takesTasks('s')}`,
};

/** What each change of tasks added to sprints, or took from them. */
@Injectable()
export class SprintChangesRepository {
  constructor(private readonly database: Database) {}

  /** The values are those of `INSERT_CHANGES`. */
  async insertChanges(tx: TransactionContext, values: unknown[]): Promise<void> {
    await this.database.execute(tx, INSERT_CHANGES, values);
  }

  findOfSprint(context: RequestContext, sprintId: string): Promise<RecordedChange[]> {
    return this.database.rows<RecordedChange>(
      context,
      {
        text: `SELECT at, remaining_hours AS "remainingHours", done_tasks AS "doneTasks" FROM sprint_changes
          WHERE company_id = $1 AND sprint_id = $2 ORDER BY at, id`,
      },
      [context.companyId, sprintId],
    );
  }
}
