import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { type Change, changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { newTraceId } from '#core/transport/trace-id.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import type { Work } from '../work.entity.js';
import { WorkMetrics } from '../work-metrics.js';
import type { StopCause } from '../work-parts.js';
import { type EndedState, LEASE_RAN_OUT, NOBODY_ANSWERED } from '../work-states.js';
import { isUnsettled, type LockedWork, unfenced, UnsettledWorkError, WorksRepository } from './works.repository.js';

/** Milliseconds in which an agent may stop by itself. */
const STOP_WITHIN = 60_000;
/** Milliseconds in which a released task comes last. */
const PUT_OFF_FOR = 60_000;

/** How a work ends. */
export interface Ending {
  readonly state: EndedState;
  readonly reason: string | null;
  readonly cause?: StopCause | null;
  /** False: the task is stuck whatever the number of attempts. */
  readonly retry?: boolean;
}

/** Ends works, and brings their tasks back. */
@Injectable()
export class WorkEnds {
  constructor(
    private readonly outbox: Outbox,
    private readonly rows: WorksRepository,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly adapterHost: HttpAdapterHost,
    private readonly metrics: WorkMetrics,
  ) {}

  /** As `Outbox.commit`. A work that has ended by itself is settled first, and `change` tried again. */
  async performChange<Result>(
    context: RequestContext,
    change: (tx: TransactionContext) => Promise<Change<Result>>,
  ): Promise<Result> {
    try {
      return await this.outbox.commit(context, change);
    } catch (error) {
      if (!(error instanceof UnsettledWorkError)) throw error;
      const { work } = error;
      await this.settleWork(context.companyId, { ...work, name: work.colleagueName });
      return this.outbox.commit(context, change);
    }
  }

  /** Ends a work that has to end, or has it stop, in a transaction of its own. */
  async settleWork(
    companyId: string,
    work: Pick<Work, 'id' | 'taskId' | 'colleagueId' | 'userId' | 'apiKeyId'> & { name: string },
  ): Promise<void> {
    await this.outbox.commit(this.contextOf(companyId, work), (tx) => this.settleIn(tx, work));
  }

  /** As `settle`, in the transaction of another change. */
  async settleIn(tx: TransactionContext, { id, taskId }: Pick<Work, 'id' | 'taskId'>): Promise<Change<void>> {
    const context = unfenced(tx);
    const task = await this.locks.lockReachable(context, taskId);
    const work = task && (await this.rows.lockAnyWork(context, id));
    if (!work || work.endedAt !== null) return unannounced(undefined);
    if (isUnsettled(work))
      return changed(undefined, ...(await this.endAndRestore(context, work, task, endingOf(work))));
    const isOverLimit = work.limitAt !== null && work.limitAt <= work.now;
    if (work.mustStop) await this.requestStop(tx, work, 'task', null);
    else if (isOverLimit) await this.requestStop(tx, work, 'limits', 'It worked for as long as it may');
    return unannounced(undefined);
  }

  /** The agent learns it by heartbeat; the work ends a minute later. A stop by hand outweighs the others. */
  async requestStop(
    tx: TransactionContext,
    work: LockedWork,
    cause: StopCause,
    reason: string | null,
  ): Promise<LockedWork> {
    if (work.stopCause !== null && cause !== 'hand') return work;
    const stopAt = work.stopAt ?? new Date(Date.parse(work.now) + STOP_WITHIN).toISOString();
    return this.rows.updateWork(tx, work, { stopCause: cause, stopReason: reason, stopAt });
  }

  /** Ends a work, and gives its task the status that it had; the task is locked. Returns the events. */
  async endAndRestore(
    tx: TransactionContext,
    work: LockedWork,
    task: LockedTask,
    ending: Ending,
  ): Promise<DomainEvent[]> {
    const events = await this.endWork(tx, work, task, ending);
    if (!mayRestore(work, task)) return events;
    const { events: restored } = await this.changes.applySettings(unfenced(tx), [task], { status: work.statusBefore });
    return [...events, ...restored];
  }

  /** Ends a work and leaves its task as it is. Returns what people are told. */
  async endWork(tx: TransactionContext, work: LockedWork, task: LockedTask, ending: Ending): Promise<DomainEvent[]> {
    const { state, reason, cause, retry = true } = ending;
    tx.transaction.afterCommit.push(() => this.metrics.countEnded(state));
    await this.rows.updateWork(tx, work, {
      state,
      endedReason: reason,
      endedAt: work.now,
      leaseUntil: null,
      limitAt: null,
      workingSince: null,
      question: null,
    });
    const counts = state === 'expired' || state === 'failed' || (state === 'stopped' && cause === 'limits') ? 1 : 0;
    const isHeld = state === 'stopped' && cause !== 'task';
    const putOffUntil = state === 'released' ? new Date(Date.parse(work.now) + PUT_OFF_FOR).toISOString() : null;
    const isStuck = await this.rows.countFailures(tx, work, { counts, retry, isHeld, putOffUntil });
    if (!isStuck) return [];
    return this.tellPerson(tx, task, `It is stuck: ${work.colleagueName} cannot go on${reason ? `. ${reason}` : ''}`);
  }

  /** Tells the assignee, or who delegated the task. */
  async tellPerson(tx: TransactionContext, task: LockedTask, text: string): Promise<DomainEvent[]> {
    const userId = task.assigneeId ?? (await this.rows.findDelegator(tx, task.id)) ?? task.createdById;
    if (!userId) return [];
    const { id, title: name, projectId } = task;
    return [inboxNotice({ reason: 'agent', userIds: [userId], thing: { type: 'task', id, name }, projectId, text })];
  }

  /** The service acts for the agent that holds the work. */
  contextOf(
    companyId: string,
    { colleagueId, userId, apiKeyId, name }: Pick<Work, 'colleagueId' | 'userId' | 'apiKeyId'> & { name: string },
  ): RequestContext {
    const traceId = newTraceId();
    const { log } = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const agent = {
      id: colleagueId,
      name,
      role: 'agent',
      isEnabled: true,
      userRole: 'OWNER',
      isFenced: false,
    } as const;
    return {
      companyId,
      share: companyId,
      userId,
      apiKeyId,
      role: 'OWNER',
      agent,
      traceId,
      log: log.child({ traceId }),
    };
  }
}

/** A person's change of the status stays; in an archived project nothing changes. */
export function mayRestore({ statusByPerson, statusBefore }: Work, task: LockedTask): boolean {
  return !statusByPerson && task.status !== statusBefore && task.projectStatus === 'active';
}

/** What ends a work that nobody ended. */
export function endingOf(work: LockedWork): Ending {
  const { state, stopAt, stopCause, stopReason, endsAt, now, mustStop } = work;
  const isOver = endsAt !== null && endsAt <= now;
  if (stopAt !== null && isOver && endsAt === stopAt) return { state: 'stopped', reason: stopReason, cause: stopCause };
  if (isOver && state === 'asking') return { state: 'released', reason: NOBODY_ANSWERED };
  if (isOver) return { state: 'expired', reason: LEASE_RAN_OUT };
  if (mustStop) return { state: 'stopped', reason: 'Its task or its agent changed', cause: 'task' };
  return { state: 'expired', reason: 'Its key was revoked' };
}
