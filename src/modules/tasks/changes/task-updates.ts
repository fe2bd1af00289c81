import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { inBulk, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import type { Change, DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { mentionsIn } from '#modules/mentions/mentions.service.js';
import { TaskMentions } from '../watchers/task-mentions.js';
import { ensureStartInTime } from './task-differences.js';
import { TaskChanges } from './task-changes.service.js';
import { type LockedTask, TaskLocks } from './task-locks.service.js';
import { MeantTaskIds, type MeantTasks } from './meant-task-ids.js';
import type { BulkUpdateTasks, UpdateTask } from '../task-input.dto.js';
import { answered, type TaskResponse } from '../task.dto.js';
import type { TaskSettings } from './task-settings.js';

/** How many of the tasks have changed, and all of them. */
interface Updated {
  readonly updated: number;
  readonly ids: string[];
}

/** Changes tasks. */
@Injectable()
export class TaskUpdates {
  constructor(
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly meant: MeantTaskIds,
    private readonly mentions: TaskMentions,
  ) {}

  update(context: RequestContext, id: string, input: UpdateTask): Promise<TaskResponse> {
    ensureStartInTime(input);
    return this.outbox.commit(context, async (tx) => {
      const { result, events } = await this.change(tx, { ids: [id] }, input);
      return { result: answered(result[0] as TaskResponse), events };
    });
  }

  /** Changes all of the tasks or none. @throws ValidationError */
  async bulkUpdate(context: RequestContext, { set, quiet, ...meant }: BulkUpdateTasks): Promise<Updated> {
    try {
      ensureStartInTime(set);
      return await this.outbox.commit(inBulk(context, quiet), async (tx) => {
        const { result, events } = await this.change(tx, meant, set);
        const updated = events.filter(({ name }) => name === 'task.updated').length;
        return { result: { updated, ids: result.map(({ id }) => id) }, events };
      });
    } catch (error) {
      throw error instanceof ValidationError && !('filter' in error.details) ? error.within('set') : error;
    }
  }

  /** The tasks as they are then, in the order in which they are meant. */
  private async change(tx: TransactionContext, meant: MeantTasks, input: UpdateTask): Promise<Change<TaskResponse[]>> {
    await this.locks.lockProjectFor(tx, input);
    const { ids, locked } = await this.meant.lockTasks(tx, meant, (found) => this.locks.lockTasks(tx, found));
    const read = await this.read(tx, locked, input);
    const { result, events: made } = await this.changes.applySettings(tx, locked, read);
    const events = await this.withMentions(tx, locked, read.mentions, made);
    const byId = new Map(result.map((task) => [task.id, task]));
    return { result: ids.map((id) => byId.get(id) as TaskResponse), events };
  }

  /** With the description as it is kept, and whom it names, as those of the first task's project see it. */
  private async read(
    tx: TransactionContext,
    [task]: readonly LockedTask[],
    { description, ...others }: UpdateTask,
  ): Promise<TaskSettings> {
    if (description === undefined || !task) return others;
    if (description === null) return { ...others, description, mentions: null };
    const { text, mentions } = await this.mentions.readText(tx, task.projectId, description, 'description');
    return { ...others, description: text, mentions };
  }

  /** The events of changed descriptions say whom these newly name. */
  private async withMentions(
    tx: TransactionContext,
    before: readonly LockedTask[],
    mentions: readonly string[] | null | undefined,
    events: readonly DomainEvent[],
  ): Promise<DomainEvent[]> {
    if (!mentions) return [...events];
    const described: DomainEvent[] = [];
    for (const event of events) {
      const task =
        event.name === 'task.updated' && event.data.changes['description']
          ? before.find(({ id }) => id === event.data.id)
          : undefined;
      const mentioned = task ? await this.mentions.noteMentions(tx, task, mentions, namedIn(task.description)) : [];
      described.push(mentioned.length > 0 ? { ...event, inbox: { ...event.inbox, mentioned } } : event);
    }
    return described;
  }
}

/** Whom a description names; those who do not reach the project are no matter. */
function namedIn(description: string | null | undefined): string[] {
  return mentionsIn(description ?? '').map(({ id }) => id);
}
