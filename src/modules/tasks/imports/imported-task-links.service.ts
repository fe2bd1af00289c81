import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { listChange } from '#core/events/changes.js';
import { type Change, changed, type Changes } from '#core/events/domain-event.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { TaskBlockersRepository } from '../blockers/task-blockers.repository.js';
import { type LockedTask, responseOf, TaskLocks } from '../changes/task-locks.service.js';
import { taskUpdated } from '../task.events.js';
import { ImportedTasksRepository } from './imported-tasks.repository.js';

/** What a task is linked with. */
export interface TaskLinks {
  readonly taskId: string;
  readonly parentId: string | undefined;
  readonly blockerIds: readonly string[];
}

/** Parents and blockers of tasks that come in from elsewhere. */
@Injectable()
export class ImportedTaskLinks {
  constructor(
    private readonly tasks: ImportedTasksRepository,
    private readonly blockers: TaskBlockersRepository,
    private readonly locks: TaskLocks,
    private readonly companies: CompaniesService,
  ) {}

  /** The ids of the tasks that block each of the tasks. */
  findBlockerIds(tx: TransactionContext, taskIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.tasks.findBlockerIds(tx, taskIds);
  }

  /**
   * Gives locked tasks the parents and blockers that they had elsewhere. It is part of their coming: their `updatedAt` and
   * their history stay. Blockers that would close a cycle are left out; the result is what was added.
   */
  async linkTasks(tx: TransactionContext, links: readonly TaskLinks[]): Promise<Change<TaskLinks[]>> {
    if (links.some(({ blockerIds }) => blockerIds.length > 0)) await this.companies.lockCompany(tx);
    const before = await this.locks.lockTasks(
      tx,
      links.map(({ taskId }) => taskId),
    );
    const blockedBefore = await this.tasks.findBlockerIds(
      tx,
      links.map(({ taskId }) => taskId),
    );
    const added: TaskLinks[] = [];
    for (const link of links) added.push(await this.add(tx, link, blockedBefore.get(link.taskId) ?? []));
    const after = await this.locks.lockTasks(
      tx,
      links.map(({ taskId }) => taskId),
    );
    const tasks = new Map(after.map((task) => [task.id, task]));
    const events = added.flatMap((link) => {
      const task = tasks.get(link.taskId);
      const changes = changesOf(
        link,
        before.find(({ id }) => id === link.taskId),
        blockedBefore.get(link.taskId) ?? [],
      );
      return task && Object.keys(changes).length > 0 ? taskUpdated(responseOf(task), changes) : [];
    });
    return changed(added, ...events);
  }

  private async add(tx: TransactionContext, link: TaskLinks, blockedBefore: readonly string[]): Promise<TaskLinks> {
    const { taskId, parentId, blockerIds } = link;
    if (parentId !== undefined) {
      await this.tasks.setParent(tx, taskId, parentId);
    }
    const added: string[] = [];
    for (const blockerId of blockerIds) {
      if (blockedBefore.includes(blockerId) || (await this.blockers.waitsFor(tx, blockerId, taskId))) continue;
      await this.tasks.insertBlocker(tx, taskId, blockerId);
      added.push(blockerId);
    }
    return { taskId, parentId, blockerIds: added };
  }
}

function changesOf(
  { parentId, blockerIds }: TaskLinks,
  before: LockedTask | undefined,
  blockedBefore: readonly string[],
): Changes {
  const changes: Changes = {};
  if (parentId !== undefined && before?.parentId !== parentId) {
    changes['parentId'] = { from: before?.parentId ?? null, to: parentId };
  }
  if (blockerIds.length > 0) {
    changes['blockerIds'] = listChange([...blockedBefore], [...blockedBefore, ...blockerIds].sort());
  }
  return changes;
}
