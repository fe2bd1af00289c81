import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { takesTasks } from '#schema/sprints.js';
import { DONE } from '#schema/lanes.js';
import type { TaskResponse } from '../task.dto.js';

/** What tasks add to a sprint: hours that remain, and tasks that are done. */
interface Load {
  remainingHours: number;
  doneTasks: number;
}

/** What one change of tasks added to a sprint, or took from it. */
export type RecordedChange = Load & { at: string };

type PlannedTask = Pick<TaskResponse, 'sprintId' | 'status' | 'estimatedHours' | 'loggedHours'>;

/** A sprint that has ended keeps its record: later changes of its tasks are not written. */
const INSERT_CHANGES: Statement = {
  name: 'insert-sprint-changes',
  text: `INSERT INTO sprint_changes (company_id, at, id, sprint_id, remaining_hours, done_tasks)
    SELECT $1, $2, c.* FROM unnest($3::uuid[], $4::uuid[], $5::numeric[], $6::integer[]) c (id, sprint_id, hours, done)
      JOIN sprints s ON s.company_id = $1 AND s.id = c.sprint_id
    WHERE ${takesTasks('s')}`,
};

/** The record behind burndowns: each change of tasks writes to it, and it outlives the tasks. */
@Injectable()
export class SprintRecord {
  constructor(private readonly database: Database) {}

  /**
   * Records tasks as they were before a change and after it. A new task has no state before, a deleted one has none
   * after.
   */
  async write(
    tx: TransactionContext,
    at: string,
    before: readonly PlannedTask[],
    after: readonly PlannedTask[],
  ): Promise<void> {
    const loads = new Map<string, Load>();
    for (const task of before) add(loads, task, -1);
    for (const task of after) add(loads, task, 1);
    const changed = [...loads].filter(([, load]) => hundredths(load.remainingHours) !== 0 || load.doneTasks !== 0);
    if (changed.length === 0) return;
    await this.database.execute(tx, INSERT_CHANGES, [
      tx.companyId,
      at,
      changed.map(() => uuidv7()),
      changed.map(([sprintId]) => sprintId),
      changed.map(([, load]) => hundredths(load.remainingHours) / 100),
      changed.map(([, load]) => load.doneTasks),
    ]);
  }

  /** The oldest first. */
  find(context: RequestContext, sprintId: string): Promise<RecordedChange[]> {
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

/** An open task has its estimated less its logged hours left. */
function add(loads: Map<string, Load>, task: PlannedTask, sign: 1 | -1): void {
  if (task.sprintId === null) return;
  const { remainingHours, doneTasks } = loads.get(task.sprintId) ?? { remainingHours: 0, doneTasks: 0 };
  const remaining = task.status === DONE ? 0 : Math.max(0, (task.estimatedHours ?? 0) - (task.loggedHours ?? 0));
  loads.set(task.sprintId, {
    remainingHours: remainingHours + sign * remaining,
    doneTasks: doneTasks + (task.status === DONE ? sign : 0),
  });
}

function hundredths(hours: number): number {
  return Math.round(hours * 100);
}
