import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidInputError } from '../../../common/errors/app-error.js';
import type { TransactionContext } from '../../../core/company-scope/request-context.js';
import { type Filter, Filters } from '../../filters/filters.service.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { BulkDeleteTasks } from '../task-input.dto.js';

const MOST_TASKS = 200;

/** Which tasks a bulk request means (filters 2.2). */
export type MeantTasks = Pick<BulkDeleteTasks, 'ids' | 'filter' | 'expected'>;

/** Finds the tasks of a bulk request in its transaction, and finds them again under its locks. */
@Injectable()
export class MeantTaskIds {
  constructor(
    private readonly filters: Filters,
    private readonly queries: TaskQueries,
  ) {}

  /**
   * The work with the ids, which locks the tasks first and calls `ensureSame` then.
   *
   * @throws ConflictError when another number of tasks matches than expected, InvalidInputError when more than 200 do
   */
  async resolve(
    tx: TransactionContext,
    meant: MeantTasks,
  ): Promise<{ ids: string[]; ensureSame: () => Promise<void> }> {
    if (meant.ids) return { ids: meant.ids, ensureSame: () => Promise.resolve() };
    const filter = await this.filters.read(tx, meant.filter ?? '');
    const ids = await this.find(tx, filter, meant.expected ?? 0);
    const ensureSame = async () => {
      const now = await this.find(tx, filter, ids.length);
      if (now.some((id, index) => id !== ids[index])) throw new ConflictError('The tasks that match are changing');
    };
    return { ids, ensureSame };
  }

  private async find(tx: TransactionContext, filter: Filter, expected: number): Promise<string[]> {
    const ids = await this.queries.findIds(tx, filter, MOST_TASKS + 1);
    if (ids.length > MOST_TASKS) {
      throw new InvalidInputError(`More than ${MOST_TASKS} tasks match: narrow the filter down`);
    }
    if (ids.length !== expected) {
      const found = ids.length === 1 ? '1 task matches' : `${ids.length} tasks match`;
      throw new ConflictError(`${found}, not the ${expected} that were expected`);
    }
    return ids;
  }
}
