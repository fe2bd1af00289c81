import { HttpStatus, Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { listChange } from '#core/events/changes.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { TaskChanges } from '../changes/task-changes.service.js';
import { LockedTask, responseOf, TaskLocks } from '../changes/task-locks.service.js';
import { TaskNotFoundError } from '../list/task-queries.service.js';
import type { TaskResponse } from '../task.dto.js';
import { projectsElsewhere } from './blocked-tasks.js';
import { TaskBlockersRepository, type BlockingTask } from './task-blockers.repository.js';

/** A blocker, and whether it is a new one. */
export interface AddedBlocker {
  blocker: TaskResponse;
  isNew: boolean;
}

/** A task that has more keeps them. */
const MOST_BLOCKERS = 200;

/** Which tasks wait for which. */
@Injectable()
export class TaskBlockers {
  constructor(
    private readonly blockers: TaskBlockersRepository,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly companies: CompaniesService,
  ) {}

  /** @throws ConflictError when the project is archived, the task has 200 blockers, or the two would wait for each other. */
  addBlocker(context: RequestContext, taskId: string, blockerId: string): Promise<AddedBlocker> {
    return this.outbox.commit<AddedBlocker>(context, async (tx) => {
      const [task, blocker] = await this.lock(tx, taskId, blockerId);
      this.locks.ensureWritable([task]);
      const before = await this.blockers.findBlockers(tx, taskId);
      const body = responseOf(blocker);
      if (isAmong(before, blockerId)) {
        return { ...unannounced({ blocker: body, isNew: false }), answer: { body, status: HttpStatus.OK } };
      }
      if (before.length >= MOST_BLOCKERS) throw new ConflictError(`A task has at most ${MOST_BLOCKERS} blockers`);
      await this.ensureNoCycle(tx, taskId, blockerId);
      await this.blockers.insertBlocker(tx, taskId, blocker);
      const events = await this.touch(tx, task, before, [...before, blocker]);
      return { ...changed({ blocker: body, isNew: true }, ...events), answer: { body } };
    });
  }

  /** @throws NotFoundError when it does not block the task. */
  async remove(context: RequestContext, taskId: string, blockerId: string): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      const [task] = await this.lock(tx, taskId, blockerId);
      const before = await this.blockers.findBlockers(tx, taskId);
      if (!isAmong(before, blockerId)) throw new TaskNotFoundError();
      // Another blocker may be closed meanwhile: the later of the two sees that nothing blocks the task any more.
      await this.companies.lockCompany(tx);
      await this.blockers.deleteBlocker(tx, taskId, blockerId);
      const after = before.filter(({ id }) => id !== blockerId);
      return changed(undefined, ...(await this.touch(tx, task, before, after)));
    });
  }

  /** Locks both, so that neither is deleted until the transaction ends. */
  private async lock(tx: TransactionContext, ...ids: [string, string]): Promise<[LockedTask, LockedTask]> {
    const tasks = await this.locks.lockTasks(tx, ids);
    return ids.map((id) => tasks.find((task) => task.id === id)) as [LockedTask, LockedTask];
  }

  private touch(
    tx: TransactionContext,
    task: LockedTask,
    before: readonly BlockingTask[],
    after: readonly BlockingTask[],
  ): Promise<DomainEvent[]> {
    const idsOf = (blockers: readonly BlockingTask[]) => blockers.map(({ id }) => id).sort();
    const [from, to] = [idsOf(before), idsOf(after)];
    const taskProjects = projectsElsewhere([...before, ...after], task);
    return this.changes.touchTask(tx, task, { blockerIds: listChange(from, to) }, taskProjects);
  }

  /** A company adds one blocker at a time: else two could close a cycle together. */
  private async ensureNoCycle(tx: TransactionContext, taskId: string, blockerId: string): Promise<void> {
    if (taskId === blockerId) throw new ConflictError('A task cannot wait for itself');
    await this.companies.lockCompany(tx);
    if (await this.blockers.waitsFor(tx, blockerId, taskId))
      throw new ConflictError('The tasks would wait for each other; remove a blocker between them first');
  }
}

function isAmong(blockers: readonly BlockingTask[], id: string): boolean {
  return blockers.some((blocker) => blocker.id === id);
}
