import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ConflictError } from '../../../common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '../../../core/company-scope/request-context.js';
import { columnsOf } from '../../../core/database/schema/columns.js';
import { Database } from '../../../core/database/database.js';
import { type Change, type DomainEvent, unannounced } from '../../../core/events/domain-event.js';
import { type Filter, Filters } from '../../filters/filters.service.js';
import { TaskChanges } from '../../tasks/changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '../../tasks/changes/task-locks.service.js';
import { tasks } from '../../tasks/tasks.sql.js';
import { TaskQueries } from '../../tasks/list/task-queries.service.js';
import { colleagues, type WorkLimits, workLimits } from '../../virtual-colleagues/virtual-colleagues.sql.js';
import { laneLike } from '../../workflow-lanes/workflow-lanes.sql.js';
import { WorkEnds } from '../calls/work-ends.js';
import { unfenced } from '../calls/work-rows.js';
import { toWorkResponse, type WorkResponse } from '../work.dto.js';
import { Work } from '../work.entity.js';
import { isOverdue } from '../work.sql.js';
import { ReadyCounts } from './ready-counts.js';
import { ATTEMPTS_USED, DELEGATED, IS_READY, REASONS, TASK_ORDER, TURNS } from './ready-tasks.js';

const LEASE_SECONDS = 1_800;
const IN_PROGRESS = 'In Progress';

export type Limit = 'concurrent' | 'perDay';

/** An agent whose claims wait for each other until the transaction ends. */
interface ClaimingAgent {
  readonly limits: WorkLimits;
  readonly working: number;
  readonly today: number;
  /** Whether a task of the company comes first, because its work was returned. */
  readonly hasReturned: boolean;
}

export interface Claim {
  readonly work: WorkResponse | null;
  readonly limit: Limit | null;
}

/** Takes tasks for agents: chosen and taken in one transaction (agents 3.1). */
@Injectable()
export class WorkClaims {
  constructor(
    private readonly database: Database,
    private readonly ready: ReadyCounts,
    private readonly filters: Filters,
    private readonly tasks: TaskQueries,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
    private readonly ends: WorkEnds,
  ) {}

  /** The next task that is ready for the agent, taken. */
  async takeNext(
    tx: TransactionContext,
    filter: Filter | undefined,
    leaseSeconds = LEASE_SECONDS,
  ): Promise<Change<Claim>> {
    const before = await this.lockAgent(tx);
    const { agent, events } = await this.settled(tx, before);
    const limit = limitOf(agent);
    if (limit !== null) return { result: { work: null, limit }, events };
    const taskId = await this.choose(tx, agent, filter);
    if (taskId === undefined) return { result: { work: null, limit: null }, events };
    const taken = await this.take(tx, taskId, agent, leaseSeconds);
    const after = { ...agent, working: agent.working + 1, today: agent.today + 1 };
    return {
      result: { work: taken.result && toWorkResponse(taken.result), limit: limitOf(after) },
      events: [...events, ...taken.events],
    };
  }

  /** @throws ConflictError that says why the task cannot be taken; NotFoundError */
  async takeOne(
    tx: TransactionContext,
    taskId: string,
    leaseSeconds = LEASE_SECONDS,
  ): Promise<Change<{ work: WorkResponse; isHeld: boolean }>> {
    const { agent, events } = await this.settled(tx, await this.lockAgent(tx));
    await this.tasks.ensureReachable(tx, taskId);
    await this.locks.lock(unfenced(tx), [taskId]);
    const held = await this.findLive(tx, taskId);
    if (held && held.colleagueId === tx.agent?.id && held.apiKeyId === tx.apiKeyId && held.state === 'working') {
      return { result: { work: toWorkResponse(await this.renew(tx, held, leaseSeconds)), isHeld: true }, events };
    }
    await this.ensureReady(tx, taskId);
    const limit = limitOf(agent);
    if (limit === 'concurrent')
      throw new ConflictError(`Past a limit: ${agent.limits.concurrent} at once (concurrent)`);
    if (limit === 'perDay') throw new ConflictError(`Past a limit: ${agent.limits.perDay} a day (perDay)`);
    const taken = await this.take(tx, taskId, agent, leaseSeconds);
    if (!taken.result) throw new ConflictError('The task has just been taken');
    return { result: { work: toWorkResponse(taken.result), isHeld: false }, events: [...events, ...taken.events] };
  }

  /** How many tasks are ready for the agent. */
  countReady(context: RequestContext): Promise<number> {
    return this.ready.count(context);
  }

  /** Claims of one agent come one after the other: so limits are exact. */
  private async lockAgent(tx: TransactionContext): Promise<WorkLimits> {
    const text = `SELECT c.settings FROM ${colleagues('c')} WHERE c.company_id = $1 AND c.id = $2 FOR NO KEY UPDATE`;
    const row = await this.database.row<{ settings: object }>(tx, { text }, [tx.companyId, tx.agent?.id]);
    return workLimits(row?.settings ?? {});
  }

  /** Leases that ran out count as ended, whether or not anything swept them. */
  private async settled(
    tx: TransactionContext,
    limits: WorkLimits,
  ): Promise<{ agent: ClaimingAgent; events: readonly DomainEvent[] }> {
    const row = await this.database.row<{
      working: number;
      today: number;
      hasReturned: boolean;
      overdue: Pick<Work, 'id' | 'taskId'>[] | null;
    }>(
      tx,
      {
        text: `SELECT
            (SELECT count(*) FROM works w WHERE w.company_id = $1 AND w.colleague_id = $2 AND w.ended_at IS NULL
              AND w.state = 'working' AND NOT coalesce(${isOverdue('w')}, false)) AS working,
            (SELECT count(*) FROM works w WHERE w.company_id = $1 AND w.colleague_id = $2
              AND w.created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS today,
            EXISTS (SELECT 1 FROM task_works k WHERE k.company_id = $1 AND k.is_returned) AS "hasReturned",
            (SELECT json_agg(json_build_object('id', w.id, 'taskId', w.task_id) ORDER BY w.task_id) FROM works w
              WHERE w.company_id = $1 AND w.colleague_id = $2 AND ${isOverdue('w')}) AS overdue`,
      },
      [tx.companyId, tx.agent?.id],
    );
    const events: DomainEvent[] = [];
    for (const work of row?.overdue ?? []) events.push(...(await this.ends.settleIn(tx, work)).events);
    const { working = 0, today = 0, hasReturned = false } = row ?? {};
    return { agent: { limits, working, today, hasReturned }, events };
  }

  /** Locks the first task in order that nobody else writes to at the moment. */
  private async choose(
    tx: TransactionContext,
    { hasReturned }: ClaimingAgent,
    filter: Filter | undefined,
  ): Promise<string | undefined> {
    for (const turn of hasReturned ? TURNS : TURNS.slice(1)) {
      const conditions = this.ready.conditions(tx).add(turn);
      if (filter) conditions.add(await this.filters.compile(tx, filter, conditions));
      const text = `SELECT t.id FROM ${DELEGATED} WHERE ${conditions.where}
        ORDER BY ${TASK_ORDER} LIMIT 1 FOR NO KEY UPDATE OF t SKIP LOCKED`;
      const row = await this.database.row<{ id: string }>(tx, { text }, conditions.values);
      if (row) return row.id;
    }
    return undefined;
  }

  /** The work, unless the task is no longer ready now that it is locked. */
  private async take(
    tx: TransactionContext,
    taskId: string,
    { limits }: ClaimingAgent,
    leaseSeconds: number,
  ): Promise<Change<Work | null>> {
    const text = `WITH known AS (
        INSERT INTO task_works AS k (company_id, task_id, last_number, base_number, failures, is_stuck, is_held, is_returned)
        SELECT t.company_id, t.id, 1, 0, 0, false, false, false FROM ${DELEGATED}
        WHERE t.company_id = $1 AND t.id = $2 AND ${IS_READY}
        ON CONFLICT (company_id, task_id) DO UPDATE SET last_number = k.last_number + 1, is_returned = false, put_off_until = NULL
        RETURNING last_number, base_number)
      INSERT INTO works AS w (company_id, id, created_at, updated_at, task_id, colleague_id, api_key_id, user_id, state, attempt,
        lease_number, lease_seconds, lease_until, ends_at, limit_at, working_since, worked_ms, last_seen_at, progress, plan,
        links, asked, answers, usage, activity_count, status_before, status_by_person)
      SELECT $1, $3, now.at, now.at, $2, $4, $5, $6, 'working', known.last_number - known.base_number, known.last_number, $7::integer,
        now.at + $7::integer * interval '1 s', now.at + $7::integer * interval '1 s', now.at + $8::integer * interval '1 min', now.at, 0, now.at, 0, '[]',
        '[]', 0, '[]', '{"inputTokens": 0, "outputTokens": 0, "costUsd": 0}', 0, t.status, false
      FROM known, (SELECT clock_timestamp()::timestamptz(3) AS at) now, ${tasks('t')}
      WHERE t.company_id = $1 AND t.id = $2
      RETURNING ${columnsOf(Work, 'w')}, ${laneLike(`'${IN_PROGRESS}'`)} AS lane`;
    const values = [
      tx.companyId,
      taskId,
      uuidv7(),
      tx.agent?.id,
      tx.apiKeyId,
      tx.userId,
      leaseSeconds,
      limits.maxMinutes,
    ];
    const row = await this.database.row<Work & { lane: string | null }>(tx, { text }, values);
    if (!row) return unannounced(null);
    const { lane, ...work } = row;
    if (lane === null) return unannounced(work);
    const service = unfenced(tx);
    const [task] = (await this.locks.lock(service, [taskId])) as [LockedTask];
    const { events } = await this.changes.apply(service, [task], { status: lane });
    return { result: work, events };
  }

  private findLive(tx: TransactionContext, taskId: string): Promise<Work | undefined> {
    const text = `SELECT ${columnsOf(Work, 'w')} FROM works w
      WHERE w.company_id = $1 AND w.task_id = $2 AND w.ended_at IS NULL FOR NO KEY UPDATE`;
    return this.database.row<Work>(tx, { text }, [tx.companyId, taskId]);
  }

  private async renew(tx: TransactionContext, work: Work, leaseSeconds: number): Promise<Work> {
    const text = `UPDATE works w SET lease_seconds = $3::integer, last_seen_at = clock_timestamp(), updated_at = clock_timestamp(),
        lease_until = clock_timestamp() + $3::integer * interval '1 s',
        ends_at = least(clock_timestamp() + $3::integer * interval '1 s', w.stop_at)
      WHERE w.company_id = $1 AND w.id = $2 RETURNING ${columnsOf(Work, 'w')}`;
    const row = await this.database.row<Work>(tx, { text }, [tx.companyId, work.id, leaseSeconds]);
    return row ?? work;
  }

  private async ensureReady(tx: TransactionContext, taskId: string): Promise<void> {
    const text = `SELECT c.id AS "colleagueId", ${REASONS} AS why FROM ${DELEGATED} WHERE t.company_id = $1 AND t.id = $2`;
    const row = await this.database.row<{ colleagueId: string; why: string[] }>(tx, { text }, [tx.companyId, taskId]);
    if (row?.colleagueId !== tx.agent?.id) throw new ConflictError('Not delegated to you');
    const why = (row?.why ?? []).map((reason) => (reason.endsWith(ATTEMPTS_USED) ? `stuck: ${reason}` : reason));
    if (why.length > 0) throw new ConflictError(`The task cannot be taken: ${why.join('; ')}`);
  }
}

function limitOf({ limits, working, today }: ClaimingAgent): Limit | null {
  if (working >= limits.concurrent) return 'concurrent';
  return today >= limits.perDay ? 'perDay' : null;
}
