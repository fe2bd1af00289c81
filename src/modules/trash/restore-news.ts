import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { BlockedTasks } from '#modules/tasks/blockers/blocked-tasks.js';
import { type LockedTask, responseOf } from '#modules/tasks/changes/task-locks.service.js';
import { TaskHistory } from '#modules/tasks/history/task-history.service.js';
import { SprintRecord } from '#modules/tasks/planning/sprint-record.service.js';
import { taskUpdated } from '#modules/tasks/task.events.js';
import { DONE } from '#schema/lanes.js';
import type { LockedTrash } from './trash.repository.js';

/** What is written and told of tasks that are back. */
@Injectable()
export class RestoreNews {
  constructor(
    private readonly blocked: BlockedTasks,
    private readonly sprints: SprintRecord,
    private readonly history: TaskHistory,
  ) {}

  /** Writes it to sprints and histories. Gives the events. */
  async writeNews(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    { trashed, now }: { readonly trashed: readonly LockedTrash[]; readonly now: string },
  ): Promise<DomainEvent[]> {
    const deletedAt = new Map(trashed.map((task) => [task.id, task.deletedAt]));
    const changesOf = (id: string) => ({ deletedAt: { from: deletedAt.get(id) ?? null, to: null } });
    await this.sprints.write(tx, now, [], tasks);
    const entries = tasks.map(({ id }) => ({ taskId: id, event: 'task.restored' as const, changes: changesOf(id) }));
    await this.history.write(tx, now, entries);
    const open = tasks.filter(({ status }) => status !== DONE);
    const effects = await this.blocked.findEffects(tx, open, 'blocked');
    return tasks.flatMap((task) => taskUpdated(responseOf(task), changesOf(task.id), { effect: effects.get(task.id) }));
  }
}
