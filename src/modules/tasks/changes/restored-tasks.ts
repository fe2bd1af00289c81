import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { DONE } from '#schema/lanes.js';
import { BlockedTasks } from '../blockers/blocked-tasks.js';
import { TaskHistory } from '../history/task-history.service.js';
import { SprintRecord } from '../planning/sprint-record.service.js';
import { taskUpdated } from '../task.events.js';
import { type LockedTask, responseOf } from './task-locks.service.js';

/** What is written and told of tasks that are back. */
@Injectable()
export class RestoredTasks {
  constructor(
    private readonly blocked: BlockedTasks,
    private readonly sprints: SprintRecord,
    private readonly history: TaskHistory,
  ) {}

  /** `deletedAt` by task. Writes to sprints and histories, and gives the events. */
  async tellRestored(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    { deletedAt, now }: { readonly deletedAt: ReadonlyMap<string, string>; readonly now: string },
  ): Promise<DomainEvent[]> {
    const changesOf = (id: string) => ({ deletedAt: { from: deletedAt.get(id) ?? null, to: null } });
    await this.sprints.writeChanges(tx, now, [], tasks);
    const entries = tasks.map(({ id }) => ({ taskId: id, event: 'task.restored' as const, changes: changesOf(id) }));
    await this.history.writeEntries(tx, now, entries);
    const open = tasks.filter(({ status }) => status !== DONE);
    const effects = await this.blocked.findEffects(tx, open, 'blocked');
    return tasks.flatMap((task) => taskUpdated(responseOf(task), changesOf(task.id), { effect: effects.get(task.id) }));
  }
}
