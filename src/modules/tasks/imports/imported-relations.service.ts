import { Injectable } from '@nestjs/common';
import { addTo } from '#common/collections/add-to.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type DomainEvent } from '#core/events/domain-event.js';
import type { LinkType } from '#schema/task-links.js';
import { projectsElsewhere } from '../blockers/blocked-tasks.js';
import { type LockedTask, responseOf, TaskLocks } from '../changes/task-locks.service.js';
import { linkOf, TaskLinksRepository } from '../links/task-links.repository.js';
import { type LinkInChanges, shownInChanges } from '../links/task-links.service.js';
import { taskUpdated } from '../task.events.js';

/** What two tasks had to do with each other elsewhere; the first is the duplicate when it is of that type. */
export interface ImportedRelation {
  readonly id: string;
  readonly type: LinkType;
  readonly ends: readonly [string, string];
  readonly createdAt: string;
}

/** Links of tasks that come in from elsewhere. */
@Injectable()
export class ImportedRelations {
  constructor(
    private readonly links: TaskLinksRepository,
    private readonly locks: TaskLocks,
  ) {}

  /**
   * Links tasks, which are locked. It is part of their coming: their `updatedAt` and their history stay. The ids of those that are
   * new: others are here already.
   */
  async addRelations(tx: TransactionContext, relations: readonly ImportedRelation[]): Promise<Change<Set<string>>> {
    const links = relations.map(({ id, type, ends, createdAt }) => linkOf(id, type, ends, createdAt));
    const added = await this.links.insertLinks(tx, links);
    const shown = new Map<string, LinkInChanges[]>();
    for (const link of links) {
      if (!added.has(link.id)) continue;
      for (const id of [link.firstId, link.secondId]) addTo(shown, id, shownInChanges(link, id));
    }
    const tasks = new Map((await this.locks.lockTasks(tx, [...shown.keys()])).map((task) => [task.id, task]));
    const events = [...tasks.values()].flatMap((task) => linked(task, shown.get(task.id) ?? [], tasks));
    return changed(added, ...events);
  }

  /** Takes them back. */
  async remove(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    await this.links.deleteLinks(tx, ids);
  }
}

function linked(
  task: LockedTask,
  added: readonly LinkInChanges[],
  tasks: ReadonlyMap<string, LockedTask>,
): DomainEvent[] {
  const others = added.flatMap(({ taskId }) => tasks.get(taskId) ?? []);
  const effect = { data: {}, taskProjects: projectsElsewhere(others, task), notices: [] };
  return taskUpdated(responseOf(task), { links: { added } }, { effect });
}
