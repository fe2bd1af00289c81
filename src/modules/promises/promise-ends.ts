import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '#common/validation/uuid.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning } from '#core/events/changes.js';
import { changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskHistory } from '#modules/tasks/history/task-history.service.js';
import { AfterTaskChange, type ChangedTask } from '#modules/tasks/task.hooks.js';
import { AfterDeactivation, AfterErasure, BeforeErasure, type ErasedUser } from '#modules/users/user.hooks.js';
import { DONE, IN_REVIEW } from '#schema/lanes.js';
import type { PromiseState } from '#schema/promises.js';
import { type DuePromise, PromisesRepository } from './promises.repository.js';

/** Ends promises, each once, and tells of it. */
@Injectable()
export class PromiseEnds {
  constructor(
    private readonly promises: PromisesRepository,
    private readonly history: TaskHistory,
    private readonly outbox: Outbox,
  ) {}

  /** Writes the new promise into the history of the task. */
  noteMade(tx: TransactionContext, taskId: string, until: string, now: string): Promise<void> {
    return this.history.writeEntries(tx, now, [{ taskId, event: 'task.promised', changes: beginning({ until }) }]);
  }

  /** Ends those of the promises that are open. Gives an event for each of them. */
  async endPromises(
    tx: TransactionContext,
    ids: readonly string[],
    state: Exclude<PromiseState, 'open'>,
  ): Promise<DomainEvent[]> {
    const now = new Date().toISOString();
    const ended = await this.promises.endOpen(tx, ids, state, now);
    for (const { taskId, person } of ended) {
      // What the service finds out by itself has no other user than the one whose word it was.
      const context = tx.userId === NIL_UUID ? { ...tx, userId: person.id } : tx;
      const changes = { promise: { from: 'open', to: state } };
      await this.history.writeEntries(context, now, [{ taskId, event: 'task.promise_ended', changes }]);
    }
    return ended.map(({ projectId, ...data }) => ({ name: 'promise.ended' as const, projectId, data }));
  }

  /** Done keeps what is promised of a task; taking the task from a person withdraws what that person has promised. */
  @AfterTaskChange()
  async afterChange(tx: TransactionContext, tasks: readonly ChangedTask[]): Promise<DomainEvent[]> {
    const concerned = tasks.filter(({ changes }) => changes['assigneeId'] ?? changes['status']);
    const becoming = (status: string) =>
      concerned.filter(({ changes }) => changes['status']?.to === status).map(({ task }) => task.id);
    const reviewed = becoming(IN_REVIEW);
    if (reviewed.length > 0) await this.promises.noteReview(tx, reviewed);
    const done = new Set(becoming(DONE));
    const taken = new Map(concerned.map(({ task, changes }) => [task.id, changes['assigneeId']?.from]));
    if (done.size === 0 && ![...taken.values()].some((person) => typeof person === 'string')) return [];
    const open = await this.promises.findOpenOfTasks(tx, [...taken.keys()]);
    const idsOf = (some: typeof open) => some.map(({ id }) => id);
    const kept = open.filter(({ taskId }) => done.has(taskId));
    const lost = open.filter(({ taskId, personId }) => !done.has(taskId) && taken.get(taskId) === personId);
    return [
      ...(await this.endPromises(tx, idsOf(kept), 'kept')),
      ...(await this.endPromises(tx, idsOf(lost), 'withdrawn')),
    ];
  }

  /** What an inactive person has promised is withdrawn. */
  @AfterDeactivation()
  async afterDeactivation(tx: TransactionContext, userId: string): Promise<DomainEvent[]> {
    return this.endPromises(tx, await this.promises.findOpenOfPerson(tx, userId), 'withdrawn');
  }

  @BeforeErasure()
  async beforeErasure(tx: TransactionContext, { id }: ErasedUser): Promise<void> {
    const ids = await this.promises.findOpenOfPerson(tx, id);
    await this.outbox.commit(tx, async () => changed(undefined, ...(await this.endPromises(tx, ids, 'withdrawn'))));
  }

  @AfterErasure()
  afterErasure(context: RequestContext, { id }: ErasedUser): Promise<void> {
    return this.promises.forgetWords(context, id);
  }

  /** Ends promises of one company whose day is over, by what their tasks have come to. */
  async settlePromises(context: RequestContext, promises: readonly DuePromise[], now: string): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      const judged = await this.promises.judgeDue(tx, promises, now);
      const events: DomainEvent[] = [];
      for (const [state, alike] of Map.groupBy(judged, (promise) => promise.state)) {
        const ids = alike.map(({ id }) => id);
        events.push(...(await this.endPromises(tx, ids, state)));
      }
      return changed(undefined, ...events);
    });
  }
}
