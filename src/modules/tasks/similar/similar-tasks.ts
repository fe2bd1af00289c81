import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { SimilarTasksRepository } from './similar-tasks.repository.js';
import type { SimilarTaskResponse, SimilarTasksQuery } from './similar-tasks.dto.js';

/** Comparisons under way at once. */
const SLOTS = 4;
const USUAL_LIMIT = 5;
/** From where on two titles mean the same. */
const SAME = 0.8;

/** Tasks whose titles are alike. */
@Injectable()
export class SimilarTasks {
  private readonly comparisons: ConcurrencyLimit;

  constructor(
    private readonly tasks: SimilarTasksRepository,
    concurrency: ConcurrencyLimits,
  ) {
    this.comparisons = concurrency.create('comparisons', { slots: SLOTS });
  }

  findSimilar(
    context: RequestContext,
    { title, projectId, limit = USUAL_LIMIT }: SimilarTasksQuery,
  ): Promise<SimilarTaskResponse[]> {
    return this.comparisons.inTurn(context, (longestWait) =>
      this.tasks.findSimilar({ ...context, longestWait }, { title, projectId, limit }),
    );
  }

  /** The project is locked: none can join meanwhile. @throws ConflictError that names open tasks with such a title */
  async ensureNone(tx: TransactionContext, projectId: string, title: string): Promise<void> {
    const tids = await this.tasks.findOpenTids(tx, projectId, title, SAME);
    if (tids.length > 0) throw new ConflictError(`There are open tasks with a similar title: ${tids.join(', ')}`);
  }
}
