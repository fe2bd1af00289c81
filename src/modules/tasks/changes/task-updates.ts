import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../../common/errors/app-error.js';
import { quietly, type RequestContext, type TransactionContext } from '../../../core/company-scope/request-context.js';
import type { DomainEvent } from '../../../core/events/domain-event.js';
import { Outbox } from '../../../core/events/outbox.js';
import { mentionsIn } from '../../mentions/mentions.service.js';
import { TaskMentions } from '../watchers/task-mentions.js';
import { TaskChanges, type TaskSettings } from './task-changes.service.js';
import { type LockedTask, TaskLocks } from './task-locks.service.js';
import { MeantTaskIds, type MeantTasks } from './meant-task-ids.js';
import type { BulkUpdateTasks, UpdateTask } from '../task-input.dto.js';
import type { BulkUpdateResponse, TaskResponse } from '../task.dto.js';

/** Most bytes that one request writes to tasks (extensions 1.6). */
const MOST_WRITTEN = 4 * 1024 * 1024;

/** Changes tasks (decisions 7). */
@Injectable()
export class TaskUpdates {
  constructor(
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly meant: MeantTaskIds,
    private readonly mentions: TaskMentions,
  ) {}

  async update(context: RequestContext, id: string, input: UpdateTask): Promise<TaskResponse> {
    const { tasks } = await this.updateAll(context, { ids: [id] }, input);
    return tasks[0] as TaskResponse;
  }

  /** Changes all of the tasks or none. @throws ValidationError, also when it would write too much */
  async bulkUpdate(context: RequestContext, { set, quiet, ...meant }: BulkUpdateTasks): Promise<BulkUpdateResponse> {
    ensureSmall(meant.ids?.length ?? meant.expected ?? 1, set);
    try {
      return await this.updateAll(quietly(context, quiet), meant, set);
    } catch (error) {
      throw error instanceof ValidationError && !('filter' in error.details) ? error.within('set') : error;
    }
  }

  private updateAll(context: RequestContext, meant: MeantTasks, input: UpdateTask): Promise<BulkUpdateResponse> {
    return this.outbox.commit(context, async (tx) => {
      await this.locks.lockProjectFor(tx, input);
      const { ids, ensureSame } = await this.meant.resolve(tx, meant);
      const locked = await this.locks.lock(tx, ids);
      await ensureSame();
      const read = await this.read(tx, locked, input);
      const { result, events: made } = await this.changes.apply(tx, locked, read);
      const events = await this.withMentions(tx, locked, read.mentions, made);
      const byId = new Map(result.map((task) => [task.id, task]));
      const tasks = ids.map((id) => byId.get(id) as TaskResponse);
      return { result: { updated: events.filter(({ name }) => name === 'task.updated').length, tasks }, events };
    });
  }

  /** With the description as it is kept, and whom it names, as those of the first task's project see it. */
  private async read(
    tx: TransactionContext,
    [task]: readonly LockedTask[],
    { description, ...others }: UpdateTask,
  ): Promise<TaskSettings> {
    if (description === undefined || !task) return others;
    if (description === null) return { ...others, description, mentions: null };
    const { text, mentions } = await this.mentions.read(tx, task.projectId, description, 'description');
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
      const mentioned = task ? await this.mentions.note(tx, task, mentions, namedIn(task.description)) : [];
      described.push(mentioned.length > 0 ? { ...event, inbox: { ...event.inbox, mentioned } } : event);
    }
    return described;
  }
}

/** Whom a description names; those who do not reach the project are no matter. */
function namedIn(description: string | null | undefined): string[] {
  return mentionsIn(description ?? '').map(({ id }) => id);
}

function ensureSmall(count: number, set: UpdateTask): void {
  const most = Math.floor(MOST_WRITTEN / count);
  if (Buffer.byteLength(JSON.stringify(set)) <= most) return;
  throw new ValidationError({ set: `Must be at most ${most} bytes of JSON for ${count} tasks: 4 MiB in all` });
}
