import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { type LinkDirection, MOST_LINKS } from '#schema/task-links.js';
import { projectsElsewhere } from '../blockers/blocked-tasks.js';
import { TaskChanges } from '../changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '../changes/task-locks.service.js';
import { TaskQueries } from '../list/task-queries.service.js';
import type { TaskLink } from './task-link.entity.js';
import type { AddTaskLink, TaskLinkResponse } from './task-links.dto.js';
import { linkOf, TaskLinksRepository } from './task-links.repository.js';

type Link = Omit<TaskLink, 'companyId' | 'createdAt'>;

/** Which tasks have to do with each other. */
@Injectable()
export class TaskLinks {
  constructor(
    private readonly links: TaskLinksRepository,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly queries: TaskQueries,
  ) {}

  /** Those whose other task the caller reaches, the oldest first. @throws NotFoundError of the task */
  async findLinks(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TaskLinkResponse>> {
    await this.queries.ensureReachable(context, taskId);
    return this.links.findOfTask(context, taskId, query);
  }

  /**
   * @throws ValidationError of a task with itself, NotFoundError of either task, ConflictError when a project is archived, one of
   * the two has 200 links, or they have one of this type
   */
  addLink(context: RequestContext, taskId: string, { taskId: otherId, type }: AddTaskLink): Promise<TaskLinkResponse> {
    if (taskId === otherId) throw new ValidationError({ taskId: 'Must be another task' });
    return this.outbox.commit(context, async (tx) => {
      const [task, other] = await this.lock(tx, taskId, otherId);
      this.locks.ensureWritable([task, other]);
      for (const { id } of [task, other]) {
        if ((await this.links.countOfTask(tx, id)) >= MOST_LINKS)
          throw new ConflictError(`A task has at most ${MOST_LINKS} links`);
      }
      const link = linkOf(uuidv7(), type, [taskId, otherId], new Date().toISOString());
      if ((await this.links.insertLinks(tx, [link])).size === 0) {
        throw new ConflictError(`${task.tid} and ${other.tid} have such a link already`);
      }
      const { tid, title, status } = other;
      const body = {
        id: link.id,
        type,
        direction: directionOf(link, taskId),
        task: { id: otherId, tid, title, status },
      };
      return changed(body, ...(await this.touchBoth(tx, [task, other], { link, how: 'added' })));
    });
  }

  /** From either end. @throws NotFoundError of either task or the link, ConflictError when a project is archived */
  remove(context: RequestContext, taskId: string, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      await this.queries.ensureReachable(tx, taskId);
      const link = await this.links.findById(tx, taskId, id);
      if (!link) throw new NotFoundError('Link');
      const both = await this.lock(tx, taskId, link.firstId === taskId ? link.secondId : link.firstId);
      this.locks.ensureWritable(both);
      if ((await this.links.deleteLinks(tx, [id])) === 0) throw new NotFoundError('Link');
      return changed(undefined, ...(await this.touchBoth(tx, both, { link, how: 'removed' })));
    });
  }

  /** Locks both, so that neither is deleted until the transaction ends. */
  private async lock(tx: TransactionContext, ...ids: [string, string]): Promise<[LockedTask, LockedTask]> {
    const tasks = await this.locks.lockTasks(tx, ids);
    return ids.map((id) => tasks.find((task) => task.id === id)) as [LockedTask, LockedTask];
  }

  private async touchBoth(
    tx: TransactionContext,
    [task, other]: readonly [LockedTask, LockedTask],
    { link, how }: { readonly link: Link; readonly how: 'added' | 'removed' },
  ): Promise<DomainEvent[]> {
    const touch = (one: LockedTask, { id, projectId }: LockedTask) => {
      const changes = { links: { [how]: [shownInChanges(link, one.id)] } };
      return this.changes.touchTask(tx, one, changes, projectsElsewhere([{ id, projectId }], one));
    };
    return [...(await touch(task, other)), ...(await touch(other, task))];
  }
}

/** A link as a change of one of its tasks names it. */
export interface LinkInChanges extends Pick<Link, 'id' | 'type'> {
  readonly direction: LinkDirection | null;
  readonly taskId: string;
}

export function shownInChanges(link: Link, taskId: string): LinkInChanges {
  const { id, type, firstId, secondId } = link;
  return { id, type, direction: directionOf(link, taskId), taskId: firstId === taskId ? secondId : firstId };
}

function directionOf({ duplicateId }: Pick<Link, 'duplicateId'>, taskId: string): LinkDirection | null {
  return duplicateId === null ? null : duplicateId === taskId ? 'out' : 'in';
}
