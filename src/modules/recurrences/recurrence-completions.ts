import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { BeforeProjectRemoval } from '#modules/projects/project.hooks.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import type { TaskResponse } from '#modules/tasks/task.dto.js';
import {
  AfterTaskChange,
  AfterTaskRestoration,
  BeforeTaskDeletion,
  type ChangedTask,
} from '#modules/tasks/task.hooks.js';
import { DONE } from '#schema/lanes.js';
import { nextMoment } from './recurrence-moments.js';
import { RecurrencesRepository, type RecurringTask } from './recurrences.repository.js';

/** Follows the last task of each recurrence: what comes after a completion begins with its end. */
@Injectable()
export class RecurrenceCompletions {
  constructor(private readonly rows: RecurrencesRepository) {}

  @AfterTaskChange()
  async afterChange(tx: TransactionContext, changed: readonly ChangedTask[]): Promise<DomainEvent[]> {
    const turned = changed.filter(({ changes: { status } }) => (status?.from === DONE) !== (status?.to === DONE));
    const [done, opened] = [true, false].map((isDone) =>
      turned.filter(({ task }) => (task.status === DONE) === isDone).map(({ task }) => task),
    );
    await this.noteEnds(tx, done ?? [], new Date().toISOString());
    await this.noteEnds(tx, opened ?? [], null);
    return [];
  }

  @BeforeTaskDeletion()
  beforeDeletion(tx: TransactionContext, tasks: readonly LockedTask[]): Promise<void> {
    const open = tasks.filter(({ status }) => status !== DONE);
    return this.noteEnds(tx, open, new Date().toISOString());
  }

  /** Tasks of other projects that went to the deleted one end with it. */
  @BeforeProjectRemoval()
  async beforeProjectRemoval(tx: TransactionContext, projectId: string): Promise<void> {
    await this.noteEnds(tx, await this.rows.findLastOfRemoved(tx, projectId), new Date().toISOString());
  }

  @AfterTaskRestoration()
  afterRestoration(tx: TransactionContext, tasks: readonly TaskResponse[]): Promise<void> {
    const open = tasks.filter(({ status }) => status !== DONE);
    return this.noteEnds(tx, open, null);
  }

  /** The last tasks of recurrences have ended, or are open again. */
  private async noteEnds(
    tx: TransactionContext,
    tasks: readonly RecurringTask[],
    lastEndedAt: string | null,
  ): Promise<void> {
    const made = tasks.flatMap(({ id, recurrenceId }) => (recurrenceId === null ? [] : [{ id, recurrenceId }]));
    // In the order of their ids, so that two requests cannot wait for each other.
    for (const task of made.toSorted((one, other) => (one.recurrenceId < other.recurrenceId ? -1 : 1))) {
      const recurrence = await this.rows.lockOfLast(tx, task.recurrenceId, task.id);
      if (!recurrence) continue;
      const isMoved = recurrence.mode === 'after_completion';
      const nextAt = isMoved ? nextMoment({ ...recurrence, lastEndedAt }, Date.now()) : recurrence.nextAt;
      const moment = { nextAt, dueAt: nextAt, failingSince: null };
      await this.rows.saveProgress(tx, recurrence.id, { lastEndedAt, ...(isMoved && moment) });
    }
  }
}
