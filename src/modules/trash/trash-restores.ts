import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { Hooks } from '#core/hooks/hooks.js';
import { RestoredTasks } from '#modules/tasks/changes/restored-tasks.js';
import { type LockedTask, responseOf, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskLabels } from '#modules/tasks/labels/task-labels.js';
import { TaskNotFoundError } from '#modules/tasks/list/task-queries.service.js';
import { AfterTaskChange, AfterTaskRestoration } from '#modules/tasks/task.hooks.js';
import { answered, type TaskResponse } from '#modules/tasks/task.dto.js';
import { type Returning, type ReturningTask, ReturningTasks } from './returning-tasks.js';
import { OMITTABLE, type RestoredTaskResponse, type RestoredTasksResponse } from './trash.dto.js';
import { TrashRepository } from './trash.repository.js';
import { TrashedRowsRepository } from './trashed-rows.repository.js';

/** Brings deleted tasks back. */
@Injectable()
export class TrashRestores {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly outbox: Outbox,
    private readonly trash: TrashRepository,
    private readonly rows: TrashedRowsRepository,
    private readonly returning: ReturningTasks,
    private readonly restored: RestoredTasks,
    private readonly labels: TaskLabels,
    private readonly locks: TaskLocks,
  ) {}

  /** @throws NotFoundError when it is not in the trash, ConflictError when the project is archived */
  restoreTask(context: RequestContext, id: string): Promise<RestoredTaskResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { result, events } = await this.restoreIn(tx, [id]);
      return changed(result.tasks[0] as RestoredTaskResponse, ...events);
    });
  }

  /** All or nothing, whatever their order. @throws what `restoreTask` throws */
  restoreAll(context: RequestContext, ids: readonly string[]): Promise<RestoredTasksResponse> {
    return this.outbox.commit(context, (tx) => this.restoreIn(tx, [...new Set(ids)]));
  }

  private async restoreIn(tx: TransactionContext, ids: readonly string[]): Promise<Change<RestoredTasksResponse>> {
    const lastNumbers = await this.returning.lockProjects(tx, await this.trash.findProjectIds(tx, ids));
    const trashed = await this.trash.lockTasks(tx, ids);
    if (trashed.length < ids.length) throw new TaskNotFoundError();
    const now = new Date().toISOString();
    const returning = await this.returning.findReturning(tx, trashed, { lastNumbers, now });
    const labels = await this.rows.findLabels(tx, ids);
    for (const { taskId, isThere } of labels) if (!isThere) returning.get(taskId)?.omitted.add('labelIds');
    const carried = labels.filter(({ isThere }) => isThere).map(({ id }) => id);
    const { result: tasks, events: completed } = await this.labels.completingLabels(tx, { carried }, async () => {
      await this.returning.putBack(tx, returning);
      await this.rows.passOn(tx, ids);
      await this.trash.removeTasks(tx, ids);
      return this.locks.lockTasks(tx, ids);
    });
    const deletedAt = new Map(trashed.map((task) => [task.id, task.deletedAt]));
    const events = await this.restored.tellRestored(tx, tasks, { deletedAt, now });
    const ended = await this.endPromises(tx, tasks, returning);
    const shown = new Map(tasks.map((task) => [task.id, responseOf(task)]));
    await this.hooks.call(AfterTaskRestoration, tx, [...shown.values()]);
    const answer = ids.map((id) => restored(shown.get(id) as TaskResponse, returning));
    return changed({ restored: ids.length, tasks: answer }, ...events, ...ended, ...completed);
  }

  /** What was promised of a task ends when it comes back without its assignee, as it does when one is taken away. */
  private async endPromises(
    tx: TransactionContext,
    tasks: readonly LockedTask[],
    returning: Returning,
  ): Promise<DomainEvent[]> {
    const without = tasks.flatMap((task) => {
      const { row, omitted } = returning.get(task.id) as ReturningTask;
      const changes = { assigneeId: { from: row.assignee_id, to: null } };
      return omitted.has('assigneeId') ? [{ task: responseOf(task), changes }] : [];
    });
    return without.length === 0 ? [] : (await this.hooks.call(AfterTaskChange, tx, without)).flat();
  }
}

function restored(task: TaskResponse, returning: Returning): RestoredTaskResponse {
  const omitted = OMITTABLE.filter((name) => returning.get(task.id)?.omitted.has(name));
  return { ...answered(task), omitted };
}
