import { Injectable } from '@nestjs/common';
import { InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { isOwn } from '#core/access/agent.js';
import { hasPermission } from '#core/access/permissions.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { CreateTimeEntry, TimeEntryResponse } from './time-entry.dto.js';
import { TimeEntry } from './time-entry.entity.js';
import { TimeEntriesRepository } from './time-entries.repository.js';

/** Time spent on tasks. An entry has no event of its own: it is a change of the task's `loggedHours`. */
@Injectable()
export class TimeEntriesService {
  constructor(
    @InjectCompanyScoped(TimeEntry) private readonly entries: CompanyScopedRepository<TimeEntry>,
    private readonly responses: TimeEntriesRepository,
    private readonly outbox: Outbox,
    private readonly tasks: TaskQueries,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
  ) {}

  /** The oldest first. @throws NotFoundError of the task */
  async findAll(context: RequestContext, taskId: string, query: PageQuery): Promise<List<TimeEntryResponse>> {
    await this.tasks.ensureReachable(context, taskId);
    return this.responses.findOfTask(context, taskId, query);
  }

  /** @throws NotFoundError, ConflictError of the task */
  create(context: RequestContext, taskId: string, input: CreateTimeEntry): Promise<TimeEntryResponse> {
    return this.outbox.commit(context, async (tx) => {
      const [task] = (await this.locks.lockTasks(tx, [taskId])) as [LockedTask];
      this.locks.ensureWritable([task]);
      const { hours, note = null, spentOn = new Date().toISOString() } = input;
      const events = await this.changes.logHours(tx, task, hours);
      const author = { userId: context.userId, colleagueId: context.agent?.id ?? null };
      const { id } = await this.entries.insert(tx, { taskId, ...author, hours, note, spentOn });
      return { result: await this.responses.getOne(tx, id), events };
    });
  }

  /** @throws InsufficientRoleError unless it is the caller's own, or they may delete anyone's */
  async remove(context: RequestContext, id: string): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      const { entry, task } = await this.lock(tx, id);
      if (!isOwn(context, entry) && !hasPermission(context.role, 'time-entries:administer'))
        throw new InsufficientRoleError();
      this.locks.ensureWritable([task]);
      await this.entries.delete(tx, id);
      return { result: undefined, events: await this.changes.logHours(tx, task, -entry.hours) };
    });
  }

  /** The task first, as every other change of it does, so that no two requests can wait for each other. */
  private async lock(tx: TransactionContext, id: string): Promise<{ entry: TimeEntry; task: LockedTask }> {
    const found = await this.entries.findOne(tx, { id });
    const task = found && (await this.locks.lockReachable(tx, found.taskId));
    // Read again: another request may have deleted it before this one got the lock.
    const entry = task && (await this.entries.findOne(tx, { id }));
    if (!entry) throw new NotFoundError('Time entry');
    return { entry, task };
  }
}
