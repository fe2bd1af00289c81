import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import { BLOCKED, DONE } from '#schema/lanes.js';
import { BeforeTaskChange, BeforeTaskDeletion, OnTaskDelegation, type TaskEffects } from '#modules/tasks/task.hooks.js';
import { endingOf, mayRestore, WorkEnds } from './work-ends.js';
import { isUnsettled, unfenced, WorksRepository } from './works.repository.js';

/** What is about to be set. */
interface Setting {
  readonly delegateId?: string | null;
  readonly status?: string;
}

const NOTHING: TaskEffects = { statuses: new Map(), events: [] };

/** What changes of tasks do to the work on them. */
@Injectable()
export class Delegations {
  constructor(
    private readonly rows: WorksRepository,
    private readonly ends: WorkEnds,
  ) {}

  /** Called with locked tasks that are about to change. Gives tasks whose work ends the status that they had. */
  @BeforeTaskChange()
  async beforeChange(tx: TransactionContext, tasks: readonly LockedTask[], setting: Setting): Promise<TaskEffects> {
    const { delegateId, status } = setting;
    const isByPerson = status !== undefined && !tx.agent;
    if (delegateId === undefined && !isByPerson) return NOTHING;
    const statuses = new Map<string, string>();
    const events: DomainEvent[] = [];
    const live = await this.rows.findLiveOf(tx, tasks);
    for (const task of tasks) {
      const workId = live.get(task.id);
      if (workId === undefined) continue;
      if (isByPerson && status !== task.status) events.push(...(await this.moved(tx, task, workId, status)));
      if (delegateId === undefined) continue;
      const ended = await this.taken(tx, task, workId, delegateId);
      events.push(...ended.events);
      if (ended.status !== undefined && status === undefined) statuses.set(task.id, ended.status);
    }
    const ids = tasks.map(({ id }) => id);
    if (delegateId !== undefined) await this.rows.countAnew(tx, ids, delegateId);
    return { statuses, events };
  }

  /** Remembers who delegates a new task. */
  @OnTaskDelegation()
  async afterCreation(tx: TransactionContext, taskId: string, delegateId: string): Promise<void> {
    await this.rows.countAnew(tx, [taskId], delegateId);
  }

  /** The work on a task that is deleted ends with it; nothing is left of it when that is for good. */
  @BeforeTaskDeletion()
  async beforeDeletion(tx: TransactionContext, tasks: readonly LockedTask[], isForGood: boolean): Promise<void> {
    if (isForGood) return;
    const live = await this.rows.findLiveOf(tx, tasks);
    for (const task of tasks) {
      const workId = live.get(task.id);
      const work = workId === undefined ? undefined : await this.rows.lockAnyWork(unfenced(tx), workId);
      if (!work || work.endedAt !== null) continue;
      const deleted = { state: 'stopped', reason: 'The task was deleted', cause: 'task' } as const;
      await this.ends.endWork(unfenced(tx), work, task, isUnsettled(work) ? endingOf(work) : deleted);
    }
  }

  /** A person's status stays; one that closes or blocks the task stops the work. */
  private async moved(
    tx: TransactionContext,
    task: LockedTask,
    workId: string,
    status: string,
  ): Promise<DomainEvent[]> {
    const context = unfenced(tx);
    const found = await this.rows.lockAnyWork(context, workId);
    if (!found || found.endedAt !== null) return [];
    const work = await this.rows.updateWork(context, found, { statusByPerson: true });
    if (status !== DONE && status !== BLOCKED) return [];
    if (work.state !== 'working') {
      return this.ends.endWork(context, work, task, {
        state: 'stopped',
        reason: `A person moved the task to ${status}`,
        cause: 'task',
      });
    }
    await this.ends.requestStop(context, work, 'task', `A person moved the task to ${status}`);
    return [];
  }

  /**
   * Its task was delegated to another one, or to none. With the same one it goes on, unless it has ended by itself: that
   * must not count against the attempts that begin now.
   */
  private async taken(
    tx: TransactionContext,
    task: LockedTask,
    workId: string,
    delegateId: string | null,
  ): Promise<{ events: DomainEvent[]; status?: string }> {
    const work = await this.rows.lockAnyWork(unfenced(tx), workId);
    if (!work || work.endedAt !== null) return { events: [] };
    const hasEnded = isUnsettled(work);
    if (delegateId === task.delegateId && !hasEnded) return { events: [] };
    const anew = { state: 'stopped', reason: 'The task was delegated anew', cause: 'task' } as const;
    const events = await this.ends.endWork(tx, work, task, hasEnded ? endingOf(work) : anew);
    return mayRestore(work, task) ? { events, status: work.statusBefore } : { events };
  }
}
