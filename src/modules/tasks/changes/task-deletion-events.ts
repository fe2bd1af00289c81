import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { DONE } from '#schema/lanes.js';
import { BlockedTasks, type BlockingEffect } from '../blockers/blocked-tasks.js';
import { type LockedTask, responseOf } from './task-locks.service.js';
import { DeletedTasksRepository } from './deleted-tasks.repository.js';

/** What is told of tasks that are about to be deleted. */
@Injectable()
export class TaskDeletionEvents {
  constructor(
    private readonly tasks: DeletedTasksRepository,
    private readonly blocked: BlockedTasks,
  ) {}

  /** Of all that one request deletes. */
  async findEvents(tx: TransactionContext, tasks: readonly LockedTask[]): Promise<DomainEvent[]> {
    const open = tasks.filter(({ status }) => status !== DONE);
    const areBlockers = open.length > 0 && (await this.blocked.lockBlocked(tx, open, undefined));
    const effects = await this.blocked.findEffects(tx, areBlockers ? open : [], 'unblocked');
    const ids = tasks.map(({ id }) => id);
    const marks = await this.tasks.findMarks(tx, ids);
    return tasks.flatMap((task) => {
      const effect = withoutTasks(effects.get(task.id), ids);
      return [
        {
          name: 'task.deleted',
          projectId: task.projectId,
          data: { ...responseOf(task), ...effect?.data },
          taskProjects: effect?.taskProjects,
          inbox: marks.has(task.id) ? { marks: marks.get(task.id) } : undefined,
        },
        ...(effects.get(task.id)?.notices ?? []),
      ] satisfies DomainEvent[];
    });
  }
}

/** Nothing is said of tasks that are deleted along with their blocker. */
function withoutTasks(effect: BlockingEffect | undefined, ids: readonly string[]): BlockingEffect | undefined {
  const unblocked = effect?.data.unblocked?.filter((id) => !ids.includes(id)) ?? [];
  return effect && unblocked.length > 0 ? { ...effect, data: { ...effect.data, unblocked } } : undefined;
}
