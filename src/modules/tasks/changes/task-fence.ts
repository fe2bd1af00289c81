import { Injectable } from '@nestjs/common';
import { holderOf } from '#core/access/agent.js';
import { ConflictError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { FencingWorksRepository } from './fencing-works.repository.js';

/** Keeps agents from writing to tasks that another work holds, or that they hold no longer. */
@Injectable()
export class TaskFence {
  constructor(private readonly works: FencingWorksRepository) {}

  /** Whether the caller is asked which work it writes for. */
  isAsked(tx: TransactionContext): boolean {
    return tx.agent?.isFenced === true;
  }

  /**
   * Call it with locked tasks that are about to be written to: claims lock them, too. `asParents`: a subtask of them is
   * about to be.
   *
   * @throws ConflictError unless the request names the work that holds each of them
   */
  async ensureOpen(tx: TransactionContext, taskIds: readonly string[], { asParents = false } = {}): Promise<void> {
    if (!this.isAsked(tx)) return;
    const { agent } = tx;
    const found = await this.works.findFencing(tx, taskIds, asParents);
    const named = found.find(({ writtenId }) => writtenId === null);
    if (agent?.workId !== undefined && named?.apiKeyId !== holderOf(tx)) {
      throw new ConflictError('X-Work names a work that has ended, or that this key does not hold');
    }
    const opened = named && named.state !== 'submitted' ? named.id : undefined;
    for (const [writtenId, holding] of Map.groupBy(found, (work) => work.writtenId)) {
      if (writtenId === null || holding.some(({ id }) => id === opened)) continue;
      throw new ConflictError(
        'Somebody works on the task: only with X-Work, the id of that work, its agent writes to it',
      );
    }
  }

  /** As `ensureOpen`, for the task that a subtask is about to get as its parent; locks it. */
  async ensureOpenParent(tx: TransactionContext, parentId: string): Promise<void> {
    if (!this.isAsked(tx)) return;
    await this.works.lockTask(tx, parentId);
    await this.ensureOpen(tx, [parentId], { asParents: true });
  }
}
