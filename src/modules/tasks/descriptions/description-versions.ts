import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { type PresentVersion, TaskDescriptionsRepository } from './task-descriptions.repository.js';

/** Milliseconds in which the changes of one person are one version. */
const TOGETHER = 5 * 60 * 1000;

/** A locked task, as it is before the change. */
interface DescribedTask {
  readonly id: string;
  readonly description: string | null;
}

/** Keeps the descriptions that tasks had, in the transaction of the change. */
@Injectable()
export class DescriptionVersions {
  constructor(private readonly versions: TaskDescriptionsRepository) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [{ table: 'task_descriptions', columns: { text: { type: 'text', hand: 'typed' } } }];
  }

  /** `tasks` are those whose description changes to `description`. Call it before the change is in their history. */
  async keepVersions(
    tx: TransactionContext,
    at: string,
    tasks: readonly DescribedTask[],
    description: string | null,
  ): Promise<void> {
    const taskIds = tasks.map(({ id }) => id);
    const present = new Map((await this.versions.findPresent(tx, taskIds)).map((version) => [version.taskId, version]));
    const first = tasks.flatMap((task) =>
      present.has(task.id) || task.description === null ? [] : [{ id: task.id, description: task.description }],
    );
    if (first.length > 0) await this.versions.insertFirst(tx, first);
    const growing = tasks.filter((task) => grows(tx, at, present.get(task.id), task.description, description));
    const others = tasks.filter((task) => !growing.includes(task)).map(({ id }) => id);
    const text = { at, description };
    if (growing.length > 0) {
      const ids = growing.flatMap(({ id }) => present.get(id)?.id ?? []);
      await this.versions.replaceText(tx, ids, text);
    }
    if (others.length > 0) {
      await this.versions.insertVersions(tx, { ids: others.map(() => uuidv7()), taskIds: others }, text);
    }
  }
}

/** Whether the change is one version with the one before it. */
function grows(
  tx: TransactionContext,
  at: string,
  present: PresentVersion | undefined,
  before: string | null,
  after: string | null,
): boolean {
  if (!present?.mayGrow || tx.apiKeyId !== undefined || tx.grant || present.actorId !== tx.userId) return false;
  const isLongAgo = Date.parse(at) - new Date(present.begunAt).getTime() > TOGETHER;
  return !isLongAgo && (after ?? '').length >= (before ?? '').length;
}
