import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { columnOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { isDone, isOpen, remainingHours } from '#schema/tasks.js';

export interface Totals {
  tasks: number;
  done: number;
  estimatedHours: number;
  loggedHours: number;
  /** The open tasks' estimated less logged hours; a task counts 0 at least. */
  remainingHours: number;
}

/** What tasks add up to. */
@Injectable()
export class TaskTotalsRepository {
  constructor(private readonly database: Database) {}

  async findTotals(context: RequestContext, reference: 'sprintId' | 'epicId', id: string): Promise<Totals> {
    const totals = await this.database.row<Totals>(
      context,
      {
        text: `SELECT count(*) AS tasks, count(*) FILTER (WHERE ${isDone('t')}) AS done,
            coalesce(sum(t.estimated_hours), 0) AS "estimatedHours", coalesce(sum(t.logged_hours), 0) AS "loggedHours",
            coalesce(sum(${remainingHours('t')}) FILTER (WHERE ${isOpen('t')}), 0) AS "remainingHours"
          FROM tasks t WHERE t.company_id = $1 AND ${columnOf(reference, 't')} = $2`,
      },
      [context.companyId, id],
    );
    return totals as Totals;
  }
}
