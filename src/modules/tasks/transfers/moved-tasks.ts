import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { ProjectCounters } from '#modules/projects/project-counters.service.js';
import type { LockedTask } from '../changes/task-locks.service.js';
import type { Custom } from '../values/shown-values.js';
import { TaskValues } from '../values/task-values.service.js';
import { type TaskPlace, TaskTransfersRepository } from './task-transfers.repository.js';

/** What tasks become in another project, by id. */
export type Places = ReadonlyMap<string, TaskPlace>;

/** Writes locked tasks into their places in another project. */
@Injectable()
export class MovedTasks {
  constructor(
    private readonly rows: TaskTransfersRepository,
    private readonly counters: ProjectCounters,
    private readonly values: TaskValues,
  ) {}

  async writeTasks(tx: TransactionContext, now: string, tasks: readonly LockedTask[], places: Places): Promise<void> {
    await this.rows.exchangeTids(tx, tasks, places, now);
    await this.rows.moveTasks(tx, now, places);
    for (const [projectId, { length }] of Map.groupBy(tasks, (task) => task.projectId)) {
      await this.counters.countDeleted(tx, projectId, length);
    }
  }

  /** What the tasks show of their values there: those of its fields. */
  showValues(tx: TransactionContext, tasks: readonly LockedTask[], places: Places): Promise<Map<string, Custom>> {
    const moved = tasks.map(({ id, projectId }) => ({ id, projectId: places.get(id)?.projectId ?? projectId }));
    const valued = tasks.filter(({ values }) => Object.keys(values).length > 0);
    return this.values.showValues(tx, moved, new Map(valued.map(({ id, values }) => [id, values])));
  }
}
