import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TaskTotalsRepository, type Totals } from './task-totals.repository.js';

/** What the tasks of a sprint or an epic add up to. */
@Injectable()
export class TaskTotals {
  constructor(private readonly rows: TaskTotalsRepository) {}

  findTotals(context: RequestContext, reference: 'sprintId' | 'epicId', id: string): Promise<Totals> {
    return this.rows.findTotals(context, reference, id);
  }
}
