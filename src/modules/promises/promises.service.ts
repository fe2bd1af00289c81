import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError, InsufficientRoleError, NotFoundError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { MOST_DAYS_AHEAD } from '#common/text/promised-date.js';
import { hasPermission } from '#core/access/permissions.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import type { PromiseResponse } from '#modules/tasks/task-promise.dto.js';
import { dayIn } from '#modules/users/away.dto.js';
import { UsersService } from '#modules/users/users.service.js';
import { DONE, IN_REVIEW } from '#schema/lanes.js';
import type { TaskAndPerson } from '#schema/voice.js';
import type { PromiseSource } from '#schema/promises.js';
import { PromiseEnds } from './promise-ends.js';
import type { MakePromise, PromisesQuery } from './promises.dto.js';
import { PromisesRepository } from './promises.repository.js';

/** What is promised. */
interface Given {
  readonly until: string;
  readonly words: string | null;
  readonly source: PromiseSource;
}

/** What people promise of tasks. It changes nothing of the task itself. */
@Injectable()
export class PromisesService {
  constructor(
    private readonly promises: PromisesRepository,
    private readonly ends: PromiseEnds,
    private readonly outbox: Outbox,
    private readonly tasks: TaskQueries,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly users: UsersService,
  ) {}

  /** Those of a task, the newest first. @throws NotFoundError of the task */
  async findOfTask(context: RequestContext, taskId: string, query: PageQuery): Promise<List<PromiseResponse>> {
    await this.tasks.ensureReachable(context, taskId);
    return this.promises.findOfTask(context, taskId, query);
  }

  /** Those within reach of the caller, the earliest day first. */
  findPromises(context: RequestContext, query: PromisesQuery): Promise<List<PromiseResponse>> {
    return this.promises.findReachable(context, query);
  }

  /** The pairs of a task and a person with an open promise, of those that are given: in one statement. */
  findOpen(context: RequestContext, pairs: readonly TaskAndPerson[]): Promise<TaskAndPerson[]> {
    return this.promises.findOpenOfPairs(context, pairs);
  }

  /** Those of broken promises that somebody has followed up. */
  findFollowed(tx: TransactionContext, ids: readonly string[]): Promise<string[]> {
    return this.promises.findFollowed(tx, ids);
  }

  /** Notes that broken promises are followed up: each is once in the company. */
  followUp(tx: TransactionContext, ids: readonly string[]): Promise<void> {
    return this.promises.followPromises(tx, ids, new Date().toISOString());
  }

  /** @throws NotFoundError of the task, ValidationError of the day, ConflictError when it is done or its project archived */
  async makePromise(context: RequestContext, taskId: string, { until, words }: MakePromise): Promise<PromiseResponse> {
    await this.ensureInReach(context, until);
    return this.outbox.commit(context, async (tx) => {
      const [task] = (await this.locks.lockTasks(tx, [taskId])) as [LockedTask];
      this.locks.ensureWritable([task]);
      if (task.status === DONE) throw new ConflictError('The task is done');
      const source = context.session ? 'console' : 'api';
      return this.makeOf(tx, task, { until, words: words ?? null, source });
    });
  }

  /** Of a locked open task of a project that is not archived. The open promise of the same person is moved. */
  async makeOf(tx: TransactionContext, task: LockedTask, given: Given): Promise<Change<PromiseResponse>> {
    const open = await this.promises.findOpenOfTasks(tx, [task.id]);
    const before = open.filter(({ personId }) => personId === tx.userId).map(({ id }) => id);
    const moved = await this.ends.endPromises(tx, before, 'moved');
    const createdAt = new Date().toISOString();
    const id = uuidv7();
    const madeInReview = task.status === IN_REVIEW;
    await this.promises.insertPromise(tx, {
      id,
      taskId: task.id,
      personId: tx.userId,
      ...given,
      madeInReview,
      createdAt,
    });
    await this.changes.noteExtras(tx, task.id);
    await this.ends.noteMade(tx, task.id, given.until, createdAt);
    const promise = (await this.promises.findById(tx, task.id, id)) as PromiseResponse;
    return changed(promise, ...moved, { name: 'promise.made', projectId: task.projectId, data: promise });
  }

  /**
   * @throws NotFoundError of the task or the promise, InsufficientRoleError unless it is the caller's own or they may withdraw
   * anyone's, ConflictError when it has ended or the project is archived
   */
  withdrawPromise(context: RequestContext, taskId: string, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const [task] = (await this.locks.lockTasks(tx, [taskId])) as [LockedTask];
      const promise = await this.promises.findById(tx, taskId, id);
      if (!promise) throw new NotFoundError('Promise');
      if (promise.person.id !== tx.userId && !hasPermission(tx.role, 'promises:administer')) {
        throw new InsufficientRoleError();
      }
      this.locks.ensureWritable([task]);
      const events = await this.ends.endPromises(tx, [id], 'withdrawn');
      if (events.length === 0) throw new ConflictError('The promise has ended');
      return changed(undefined, ...events);
    });
  }

  private async ensureInReach(context: RequestContext, until: string): Promise<void> {
    const today = dayIn(await this.users.findTimeZone(context, context.userId), new Date());
    const days = DateTime.fromISO(until, { zone: 'utc' }).diff(DateTime.fromISO(today, { zone: 'utc' }), 'days').days;
    if (days < 0) throw new ValidationError({ until: 'Must not be in the past' });
    if (days > MOST_DAYS_AHEAD) throw new ValidationError({ until: `At most ${MOST_DAYS_AHEAD} days ahead` });
  }
}
