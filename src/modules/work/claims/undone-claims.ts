import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { mayRestore } from '../calls/work-ends.js';
import { type LockedWork, unfenced, WorksRepository } from '../calls/works.repository.js';
import type { WorkResponse } from '../work.dto.js';
import { WorkClaimsRepository } from './work-claims.repository.js';

/** Undoes claims whose client is gone when it is answered: it cannot know what it holds. */
@Injectable()
export class UndoneClaims {
  constructor(
    private readonly claims: WorkClaimsRepository,
    private readonly outbox: Outbox,
    private readonly rows: WorksRepository,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
  ) {}

  /** To be called before the answer is sent. With an Idempotency-Key the client asks again, and gets the same work. */
  watchAnswer(
    context: RequestContext,
    response: ServerResponse,
    work: Pick<WorkResponse, 'id' | 'taskId'> | null,
  ): void {
    if (work === null || context.idempotentRequest) return;
    const undo = () => {
      this.undo(context, work).catch((error: unknown) => context.log.warn(error, 'A claim could not be undone'));
    };
    if (response.destroyed) undo();
    // A call within the service has no client that could be gone.
    else if (response.socket instanceof Socket) {
      response.once('close', () => (response.writableFinished ? undefined : undo()));
    }
  }

  private async undo(context: RequestContext, { id, taskId }: Pick<WorkResponse, 'id' | 'taskId'>): Promise<void> {
    await this.outbox.commit(context, async (tx) => {
      const service = unfenced(tx);
      const task = await this.locks.lockReachable(service, taskId);
      const work = task && (await this.rows.lockAnyWork(service, id));
      if (!work || !isUntouched(work)) return unannounced(undefined);
      return changed(undefined, ...(await this.takeBack(service, work, task)));
    });
  }

  /** As if the task had not been taken: its number is free, and what was returned comes first again. */
  private async takeBack(tx: TransactionContext, work: LockedWork, task: LockedTask): Promise<readonly DomainEvent[]> {
    await this.claims.deleteClaim(tx, work);
    if (!mayRestore(work, task)) return [];
    return (await this.changes.applySettings(tx, [task], { status: work.statusBefore })).events;
  }
}

/** Nobody has called for it since it was taken. */
function isUntouched({ state, endedAt, lastSeenAt, createdAt, activityCount }: LockedWork): boolean {
  return state === 'working' && endedAt === null && activityCount === 0 && lastSeenAt === createdAt;
}
