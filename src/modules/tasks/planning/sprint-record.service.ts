import { roundHours } from '#common/numbers/rounding.js';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { DONE } from '#schema/lanes.js';
import type { TaskResponse } from '../task.dto.js';
import { SprintChangesRepository, type RecordedChange, type Load } from './sprint-changes.repository.js';

export type { RecordedChange } from './sprint-changes.repository.js';

type PlannedTask = Pick<TaskResponse, 'sprintId' | 'status' | 'estimatedHours' | 'loggedHours'>;

/** The record behind burndowns: each change of tasks writes to it, and it outlives the tasks. */
@Injectable()
export class SprintRecord {
  constructor(private readonly changes: SprintChangesRepository) {}

  /**
   * Records tasks as they were before a change and after it. A new task has no state before, a deleted one has none
   * after.
   */
  async writeChanges(
    tx: TransactionContext,
    at: string,
    before: readonly PlannedTask[],
    after: readonly PlannedTask[],
  ): Promise<void> {
    const loads = new Map<string, Load>();
    for (const task of before) add(loads, task, -1);
    for (const task of after) add(loads, task, 1);
    const changed = [...loads].filter(([, load]) => roundHours(load.remainingHours) !== 0 || load.doneTasks !== 0);
    if (changed.length === 0) return;
    await this.changes.insertChanges(tx, [
      tx.companyId,
      at,
      changed.map(() => uuidv7()),
      changed.map(([sprintId]) => sprintId),
      changed.map(([, load]) => roundHours(load.remainingHours)),
      changed.map(([, load]) => load.doneTasks),
    ]);
  }

  /** The oldest first. */
  findChanges(context: RequestContext, sprintId: string): Promise<RecordedChange[]> {
    return this.changes.findOfSprint(context, sprintId);
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
