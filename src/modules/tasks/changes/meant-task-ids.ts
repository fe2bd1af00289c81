import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidInputError, NotFoundError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { ManyTasks } from '../task-input.dto.js';

const MOST_TASKS = 200;

/** Which tasks a bulk request means. */
export type MeantTasks = Pick<ManyTasks, 'ids' | 'filter' | 'expected'>;

/** Finds the tasks of a bulk request in its transaction, and finds them again under its locks. */
@Injectable()
export class MeantTaskIds {
  constructor(
    private readonly filters: Filters,
    private readonly queries: TaskQueries,
  ) {}

  /**
   * Finds the tasks and locks them with `lock`. For tasks by `ids` it throws what `lock` throws. For tasks by
   * `filter`, somebody may change or delete a task before it is locked; this is a conflict, too.
   *
   * @throws ConflictError when another number of tasks matches than expected, InvalidInputError when more than 200 do
   */
  async lockTasks<Locked>(
    tx: TransactionContext,
    meant: MeantTasks,
    lock: (ids: string[]) => Promise<Locked>,
  ): Promise<{ ids: string[]; locked: Locked }> {
    if (meant.ids) return { ids: meant.ids, locked: await lock(meant.ids) };
    const filter = await this.filters.readFilter(tx, meant.filter ?? '');
    const ids = await this.find(tx, filter, meant.expected ?? 0);
    const locked = await whereFound(() => lock(ids));
    const now = await this.find(tx, filter, ids.length);
    const isSame = now.every((id, index) => id === ids[index]);
    if (!locked || !isSame) throw new ConflictError(`${matching(now.length)}, but no longer the same; try again`);
    return { ids, ...locked };
  }

  private async find(tx: TransactionContext, filter: Filter, expected: number): Promise<string[]> {
    const ids = await this.queries.findIds(tx, filter, MOST_TASKS + 1);
    if (ids.length > MOST_TASKS) {
      throw new InvalidInputError(`More than ${MOST_TASKS} tasks match: narrow the filter down`);
    }
    if (ids.length !== expected) {
      throw new ConflictError(`${matching(ids.length)}, not the ${expected} that were expected`);
    }
    return ids;
  }
}

/** Undefined when one of the tasks is gone. */
async function whereFound<Locked>(lock: () => Promise<Locked>): Promise<{ locked: Locked } | undefined> {
  try {
    return { locked: await lock() };
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function matching(count: number): string {
  return count === 1 ? '1 task matches' : `${count} tasks match`;
}
