import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import type { LockedTask } from '#modules/tasks/changes/task-locks.service.js';
import { BLOCKED, DONE } from '#schema/lanes.js';
import { BeforeTaskChange, OnTaskDelegation, type TaskEffects } from '#modules/tasks/task.hooks.js';
import { endingOf, mayRestore, WorkEnds } from './work-ends.js';
import { isUnsettled, unfenced, WorkRows } from './work-rows.js';

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
    private readonly database: Database,
    private readonly rows: WorkRows,
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
    const live = await this.liveWorksOf(tx, tasks);
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
    if (delegateId !== undefined) await this.startAnew(tx, ids, delegateId);
    return { statuses, events };
  }

  /** Remembers who delegates a new task. */
  @OnTaskDelegation()
  async afterCreation(tx: TransactionContext, taskId: string, delegateId: string): Promise<void> {
    await this.startAnew(tx, [taskId], delegateId);
  }

  private async liveWorksOf(tx: TransactionContext, tasks: readonly LockedTask[]): Promise<Map<string, string>> {
    const text =
      'SELECT id, task_id AS "taskId" FROM works WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) AND ended_at IS NULL';
    const values = [tx.companyId, tasks.map(({ id }) => id)];
    const rows = await this.database.rows<{ id: string; taskId: string }>(tx, { text }, values);
    return new Map(rows.map(({ id, taskId }) => [taskId, id]));
  }

  /** A person's status stays; one that closes or blocks the task stops the work. */
  private async moved(
    tx: TransactionContext,
    task: LockedTask,
    workId: string,
    status: string,
  ): Promise<DomainEvent[]> {
    const context = unfenced(tx);
    const found = await this.rows.find(context, workId);
    if (!found || found.endedAt !== null) return [];
    const work = await this.rows.update(context, found, { statusByPerson: true });
    if (status !== DONE && status !== BLOCKED) return [];
    if (work.state !== 'working') {
      return this.ends.end(context, work, task, {
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
    const work = await this.rows.find(unfenced(tx), workId);
    if (!work || work.endedAt !== null) return { events: [] };
    const hasEnded = isUnsettled(work);
    if (delegateId === task.delegateId && !hasEnded) return { events: [] };
    const anew = { state: 'stopped', reason: 'The task was delegated anew', cause: 'task' } as const;
    const events = await this.ends.end(tx, work, task, hasEnded ? endingOf(work) : anew);
    return mayRestore(work, task) ? { events, status: work.statusBefore } : { events };
  }

  /** Attempts count from 0, also with the same agent. */
  private async startAnew(
    tx: TransactionContext,
    taskIds: readonly string[],
    delegateId: string | null,
  ): Promise<void> {
    const text = `INSERT INTO task_works AS k (company_id, task_id, last_number, base_number, failures, is_stuck, is_held,
        is_returned, delegated_by_id)
      SELECT $1, task.id, 0, 0, 0, false, false, false, CASE WHEN $4::uuid IS NULL THEN NULL
        WHEN $5::uuid IS NULL THEN $3::uuid
        ELSE (SELECT c.owner_id FROM virtual_colleagues c WHERE c.company_id = $1 AND c.id = $5) END
      FROM unnest($2::uuid[]) AS task (id)
      ON CONFLICT (company_id, task_id) DO UPDATE SET base_number = k.last_number, failures = 0, is_stuck = false,
        is_held = false, is_returned = false, put_off_until = NULL, delegated_by_id = excluded.delegated_by_id`;
    await this.database.execute(tx, { text }, [tx.companyId, taskIds, tx.userId, delegateId, tx.agent?.id ?? null]);
  }
}
