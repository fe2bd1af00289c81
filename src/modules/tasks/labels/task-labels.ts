import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database, Statement } from '#core/database/database.js';
import { type Change, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { isOpen } from '#schema/tasks.js';

const SELECT_COMPLETE: Statement = {
  name: 'complete-labels',
  text: `SELECT l.id FROM unnest($2::uuid[]) l (id)
    WHERE EXISTS (SELECT 1 FROM task_labels tl WHERE tl.company_id = $1 AND tl.label_id = l.id)
      AND (SELECT true FROM task_labels tl WHERE tl.company_id = $1 AND tl.label_id = l.id AND tl.is_open LIMIT 1) IS NULL`,
};

/** Which labels tasks carry, and when every task with a label is done. */
@Injectable()
export class TaskLabels {
  constructor(
    private readonly database: Database,
    private readonly labels: LabelsService,
  ) {}

  /** The sorted ids of labels, by task. A task without labels has no entry. */
  async findIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    if (taskIds.length === 0) return new Map();
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

  /** Gives all of the tasks these labels, and no others. */
  async replace(tx: TransactionContext, taskIds: readonly string[], labelIds: readonly string[]): Promise<void> {
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

  /** Adds labels to tasks that have none yet. */
  async add(
    tx: TransactionContext,
    pairs: readonly { readonly taskId: string; readonly labelId: string }[],
  ): Promise<void> {
    if (pairs.length === 0) return;
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

  /**
   * Makes a change, and returns the events of labels that it completes. It locks the labels by id, after the tasks: when two
   * changes complete a label together, the second one sees the first.
   *
   * @throws NotFoundError when one of the `named` labels is gone; a `carried` one may be
   */
  async completing<Result>(
    tx: TransactionContext,
    { carried = [], named = [] }: { carried?: readonly string[]; named?: readonly string[] },
    change: () => Promise<Result>,
  ): Promise<Change<Result>> {
    const ids = [...new Set([...carried, ...named])];
    if (ids.length === 0) return unannounced(await change());
    const labels = await this.labels.lock(tx, ids);
    const found = new Set(labels.map(({ id }) => id));
    if (named.some((id) => !found.has(id))) throw new NotFoundError('Label');
    const before = await this.findComplete(tx, ids);
    const result = await change();
    const after = await this.findComplete(tx, ids);
    const completed = labels.filter(({ id }) => after.has(id) && !before.has(id));
    const events = completed.map((label): DomainEvent => ({ name: 'label.completed', projectId: null, data: label }));
    return { result, events };
  }

  private async findComplete(tx: TransactionContext, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.rows<{ id: string }>(tx, SELECT_COMPLETE, [tx.companyId, ids]);
    return new Set(rows.map(({ id }) => id));
  }
}
