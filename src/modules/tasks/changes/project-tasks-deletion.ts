import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { BeforeProjectRemoval } from '#modules/projects/project.hooks.js';
import { BlockedTasks } from '../blockers/blocked-tasks.js';
import { DeletedTasksRepository } from './deleted-tasks.repository.js';

/** Sorts after every rank. */
const AFTER_ALL = '~';

/** Deletes the tasks of projects that are deleted. */
@Injectable()
export class ProjectTasksDeletion {
  constructor(
    private readonly tasks: DeletedTasksRepository,
    private readonly outbox: Outbox,
    private readonly blocked: BlockedTasks,
  ) {}

  /** Deletes all tasks of a locked project that is about to be deleted. No event tells of each task. */
  @BeforeProjectRemoval()
  async removeAll(tx: TransactionContext, projectId: string): Promise<void> {
    const freed = await this.blocked.findFreedByDeletion(tx, projectId);
    await this.outbox.commit(tx, () => Promise.resolve(changed(undefined, ...freed)));
    let last: { rank: string | null } | undefined = { rank: AFTER_ALL };
    while (last?.rank) {
      last = await this.tasks.deleteLastOfProject(tx, projectId, last.rank);
    }
  }
}
