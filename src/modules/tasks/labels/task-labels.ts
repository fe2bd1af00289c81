import { Injectable } from '@nestjs/common';
import { NotFoundError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { TaskLabelsRepository } from './task-labels.repository.js';

/** Which labels tasks carry, and when every task with a label is done. */
@Injectable()
export class TaskLabels {
  constructor(
    private readonly rows: TaskLabelsRepository,
    private readonly labels: LabelsService,
  ) {}

  /** The sorted ids of labels, by task. A task without labels has no entry. */
  async findIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    return taskIds.length === 0 ? new Map() : this.rows.findLabelIds(tx, taskIds);
  }

  /** Gives all of the tasks these labels, and no others. */
  replace(tx: TransactionContext, taskIds: readonly string[], labelIds: readonly string[]): Promise<void> {
    return this.rows.replaceLabels(tx, taskIds, labelIds);
  }

  /** Adds labels to tasks that have none yet. */
  async addLabels(
    tx: TransactionContext,
    pairs: readonly { readonly taskId: string; readonly labelId: string }[],
  ): Promise<void> {
    if (pairs.length > 0) await this.rows.insertPairs(tx, pairs);
  }

  /**
   * Makes a change, and returns the events of labels that it completes. It locks the labels by id, after the tasks: when two
   * changes complete a label together, the second one sees the first.
   *
   * @throws NotFoundError when one of the `named` labels is gone; a `carried` one may be
   */
  async completingLabels<Result>(
    tx: TransactionContext,
    { carried = [], named = [] }: { carried?: readonly string[]; named?: readonly string[] },
    change: () => Promise<Result>,
  ): Promise<Change<Result>> {
    const ids = [...new Set([...carried, ...named])];
    if (ids.length === 0) return unannounced(await change());
    const labels = await this.labels.lockLabels(tx, ids);
    const found = new Set(labels.map(({ id }) => id));
    if (named.some((id) => !found.has(id))) throw new NotFoundError('Label');
    const before = await this.rows.findComplete(tx, ids);
    const result = await change();
    const after = await this.rows.findComplete(tx, ids);
    const completed = labels.filter(({ id }) => after.has(id) && !before.has(id));
    const events = completed.map((label): DomainEvent => ({ name: 'label.completed', projectId: null, data: label }));
    return { result, events };
  }
}
