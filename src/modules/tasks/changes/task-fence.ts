import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { isLive } from '#schema/work.js';

interface FencingWork {
  readonly id: string;
  readonly apiKeyId: string;
  readonly state: string;
  /** The task that is written to; null for the work that `X-Work` names. */
  readonly writtenId: string | null;
}

/** Keeps agents from writing to tasks that another work holds, or that they hold no longer. */
@Injectable()
export class TaskFence {
  constructor(private readonly database: Database) {}

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
    const { agent, apiKeyId, companyId } = tx;
    const held = asParents ? 't.id' : 't.id, t.parent_id';
    const found = await this.database.rows<FencingWork>(
      tx,
      {
        text: `SELECT w.id, w.api_key_id AS "apiKeyId", w.state, t.id AS "writtenId"
          FROM tasks t JOIN works w ON w.company_id = $1 AND w.task_id IN (${held}) AND ${isLive('w')}
          WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[])
          UNION ALL SELECT w.id, w.api_key_id, w.state, NULL FROM works w
          WHERE w.company_id = $1 AND w.id = $3 AND ${isLive('w')}`,
      },
      [companyId, taskIds, agent?.workId],
    );
    const named = found.find(({ writtenId }) => writtenId === null);
    if (agent?.workId !== undefined && named?.apiKeyId !== apiKeyId) {
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
    const text = 'SELECT FROM tasks WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE';
    await this.database.execute(tx, { text }, [tx.companyId, parentId]);
    await this.ensureOpen(tx, [parentId], { asParents: true });
  }
}
