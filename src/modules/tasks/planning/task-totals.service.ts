import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { Database } from '../../../core/database/database.js';

export interface Totals {
  tasks: number;
  done: number;
  estimatedHours: number;
  loggedHours: number;
  /** Of the open ones: estimated less logged, per task never below 0. */
  remainingHours: number;
}

/** What the tasks of a sprint or an epic add up to. */
@Injectable()
export class TaskTotals {
  constructor(private readonly database: Database) {}

  async find(context: RequestContext, reference: 'sprintId' | 'epicId', id: string): Promise<Totals> {
    const totals = await this.database.row<Totals>(
      context,
      {
        text: `SELECT count(*) AS tasks, count(*) FILTER (WHERE status = 'Done') AS done,
            coalesce(sum(estimated_hours), 0) AS "estimatedHours", coalesce(sum(logged_hours), 0) AS "loggedHours",
            coalesce(sum(greatest(coalesce(estimated_hours, 0) - coalesce(logged_hours, 0), 0))
              FILTER (WHERE status <> 'Done'), 0) AS "remainingHours"
          FROM tasks WHERE company_id = $1 AND ${reference === 'sprintId' ? 'sprint_id' : 'epic_id'} = $2`,
      },
      [context.companyId, id],
    );
    return totals as Totals;
  }
}
