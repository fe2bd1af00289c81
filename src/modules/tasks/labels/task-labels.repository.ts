import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { isOpen } from '#schema/tasks.js';

const SELECT_COMPLETE: Statement = {
  name: 'complete-labels',
  text: `SELECT l.id FROM unnest($2::uuid[]) l (id)
    WHERE EXISTS (SELECT 1 FROM task_labels tl WHERE tl.company_id = $1 AND tl.label_id = l.id)
      AND (SELECT true FROM task_labels tl WHERE tl.company_id = $1 AND tl.label_id = l.id AND tl.is_open LIMIT 1) IS NULL`,
};

/** Which labels tasks carry. */
@Injectable()
export class TaskLabelsRepository {
  constructor(private readonly database: Database) {}

  async findLabelIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.database.rows<{ taskId: string; labelIds: string[] }>(
      tx,
      {
        text: `SELECT task_id AS "taskId", array_agg(label_id ORDER BY label_id) AS "labelIds" FROM task_labels
          WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) GROUP BY task_id`,
      },
      [tx.companyId, taskIds],
    );
    return new Map(rows.map(({ taskId, labelIds }) => [taskId, labelIds]));
  }

  async replaceLabels(tx: TransactionContext, taskIds: readonly string[], labelIds: readonly string[]): Promise<void> {
    const values = [tx.companyId, taskIds, labelIds];
    await this.database.execute(
      tx,
      {
        text: `DELETE FROM task_labels
          WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) AND label_id <> ALL ($3::uuid[])`,
      },
      values,
    );
    await this.database.execute(
      tx,
      {
        text: `INSERT INTO task_labels (company_id, task_id, label_id, is_open)
          SELECT $1, t.id, l.id, ${isOpen('t')} FROM tasks t, unnest($3::uuid[]) l (id)
          WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[]) ON CONFLICT DO NOTHING`,
      },
      values,
    );
  }

  async insertPairs(
    tx: TransactionContext,
    pairs: readonly { readonly taskId: string; readonly labelId: string }[],
  ): Promise<void> {
    await this.database.execute(
      tx,
      {
        text: `INSERT INTO task_labels (company_id, task_id, label_id, is_open)
          SELECT $1, t.id, n.label_id, ${isOpen('t')} FROM unnest($2::uuid[], $3::uuid[]) n (task_id, label_id)
            JOIN tasks t ON t.company_id = $1 AND t.id = n.task_id ON CONFLICT DO NOTHING`,
      },
      [tx.companyId, pairs.map(({ taskId }) => taskId), pairs.map(({ labelId }) => labelId)],
    );
  }

  async findComplete(tx: TransactionContext, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.rows<{ id: string }>(tx, SELECT_COMPLETE, [tx.companyId, ids]);
    return new Set(rows.map(({ id }) => id));
  }
}
