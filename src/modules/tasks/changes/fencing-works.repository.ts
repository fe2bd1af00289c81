import { Injectable } from '@nestjs/common';
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

/** The works that keep others from writing to their tasks. */
@Injectable()
export class FencingWorksRepository {
  constructor(private readonly database: Database) {}

  /** The works that hold the tasks or, of subtasks, their parents, and the one that `X-Work` names. */
  findFencing(tx: TransactionContext, taskIds: readonly string[], asParents: boolean): Promise<FencingWork[]> {
    const held = asParents ? 't.id' : 't.id, t.parent_id';
    const text = `SELECT w.id, w.api_key_id AS "apiKeyId", w.state, t.id AS "writtenId"
          FROM tasks t JOIN works w ON w.company_id = $1 AND w.task_id IN (${held}) AND ${isLive('w')}
          WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[])
          UNION ALL SELECT w.id, w.api_key_id, w.state, NULL FROM works w
          WHERE w.company_id = $1 AND w.id = $3 AND ${isLive('w')}`;
    return this.database.rows<FencingWork>(tx, { text }, [tx.companyId, taskIds, tx.agent?.workId]);
  }

  async lockTask(tx: TransactionContext, id: string): Promise<void> {
    const text = 'SELECT FROM tasks WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE';
    await this.database.execute(tx, { text }, [tx.companyId, id]);
  }
}
