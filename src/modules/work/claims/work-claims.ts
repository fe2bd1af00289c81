import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import type { Change, DomainEvent } from '#core/events/domain-event.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { type WorkLimits, workLimits } from '#schema/colleagues.js';
import { laneLike } from '#schema/lanes.js';
import { WorkEnds } from '../calls/work-ends.js';
import { unfenced } from '../calls/work-rows.js';
import { toWorkResponse, type WorkResponse } from '../work.dto.js';
import { Work } from '../work.entity.js';
import { isOverdue } from '#schema/work.js';
import { ReadyCounts } from './ready-counts.js';
import { ATTEMPTS_USED, DELEGATED, IS_READY, REASONS, TASK_ORDER, TURNS } from './ready-tasks.js';

const LEASE_SECONDS = 1_800;
const IN_PROGRESS = 'In Progress';
/** A call looks so often for tasks that are still ready once they are locked. */
const MOST_LOOKS = 3;

export type Limit = 'concurrent' | 'perDay';

/** An agent whose claims wait for each other until the transaction ends. */
interface ClaimingAgent {
  readonly limits: WorkLimits;
  readonly working: number;
  readonly today: number;
  /** Whether a task of the company comes first, because its work was returned. */
  readonly hasReturned: boolean;
  /** The lane that taken tasks move to; null when the company has none. */
  readonly lane: string | null;
}

/** A call for the next work. */
export interface NextRequest {
  readonly context: RequestContext;
  readonly leaseSeconds?: number;
}

export interface Claim {
  readonly work: WorkResponse | null;
  readonly limit: Limit | null;
}

/** Takes tasks for agents: chosen and taken in one transaction. */
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

  /**
   * The next tasks that are ready for the agent, taken: one for each of the requests, in their order, as long as there are
   * some. `filter` is one of all.
   */
  async takeNext(
    tx: TransactionContext,
    requests: readonly NextRequest[],
    filter: Filter | undefined,
  ): Promise<Change<Claim>[]> {
    const { agent, events } = await this.settled(tx, await this.lockAgent(tx));
    const taken = await this.takeReady(tx, requests.slice(0, roomOf(agent)), agent, filter);
    let [working, today] = [agent.working, agent.today];
    const claims = requests.map((request) => {
      const own = taken.get(request);
      if (own) [working, today] = [working + 1, today + 1];
      const limit = limitOf({ ...agent, working, today });
      return { result: { work: own ? toWorkResponse(own.result) : null, limit }, events: own?.events ?? [] };
    });
    return claims.map((claim, index) => (index === 0 ? { ...claim, events: [...events, ...claim.events] } : claim));
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
    const [taken] = await this.take(tx, new Map([[taskId, { context: tx, leaseSeconds }]]), agent);
    if (!taken) throw new ConflictError('The task has just been taken');
    return { result: { work: toWorkResponse(taken.result), isHeld: false }, events: [...events, ...taken.events] };
  }

  /** How many tasks are ready for the agent. */
  countReady(context: RequestContext): Promise<number> {
    return this.ready.count(context);
  }

  /** Claims of one agent come one after the other: so limits are exact. */
  private async lockAgent(tx: TransactionContext): Promise<WorkLimits> {
    const text = `SELECT c.settings FROM virtual_colleagues c WHERE c.company_id = $1 AND c.id = $2 FOR NO KEY UPDATE`;
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
      lane: string | null;
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
            ${laneLike(`'${IN_PROGRESS}'`)} AS lane,
            (SELECT json_agg(json_build_object('id', w.id, 'taskId', w.task_id) ORDER BY w.task_id) FROM works w
              WHERE w.company_id = $1 AND w.colleague_id = $2 AND ${isOverdue('w')}) AS overdue`,
      },
      [tx.companyId, tx.agent?.id],
    );
    const events: DomainEvent[] = [];
    for (const work of row?.overdue ?? []) events.push(...(await this.ends.settleIn(tx, work)).events);
    const { working = 0, today = 0, hasReturned = false, lane = null } = row ?? {};
    return { agent: { limits, working, today, hasReturned, lane }, events };
  }

  /** What each request gets. A task that is no longer ready once it is locked is looked for anew. */
  private async takeReady(
    tx: TransactionContext,
    requests: readonly NextRequest[],
    agent: ClaimingAgent,
    filter: Filter | undefined,
  ): Promise<Map<NextRequest, Change<Work>>> {
    const taken = new Map<NextRequest, Change<Work>>();
    for (let look = 0; look < MOST_LOOKS && taken.size < requests.length; look += 1) {
      const waiting = requests.filter((request) => !taken.has(request));
      const ids = await this.choose(tx, agent, filter, waiting.length);
      if (ids.length === 0) break;
      const asked = new Map(ids.map((id, index) => [id, waiting[index] as NextRequest]));
      for (const change of await this.take(tx, asked, agent)) {
        taken.set(asked.get(change.result.taskId) as NextRequest, change);
      }
    }
    return taken;
  }

  /** Locks the first tasks in order that nobody else writes to at the moment. */
  private async choose(
    tx: TransactionContext,
    { hasReturned }: ClaimingAgent,
    filter: Filter | undefined,
    most: number,
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const turn of hasReturned ? TURNS : TURNS.slice(1)) {
      const conditions = this.ready.conditions(tx).add(turn);
      if (filter) await this.filters.narrow(tx, filter, conditions);
      const text = `SELECT t.id FROM ${DELEGATED} WHERE ${conditions.where}
        ORDER BY ${TASK_ORDER} LIMIT ${conditions.parameter(most - ids.length)} FOR NO KEY UPDATE OF t SKIP LOCKED`;
      const rows = await this.database.rows<{ id: string }>(tx, { text }, conditions.values);
      ids.push(...rows.map(({ id }) => id));
      if (ids.length === most) break;
    }
    return ids;
  }

  /** The works of those of the tasks that are still ready now that they are locked; by task, who asks for it. */
  private async take(
    tx: TransactionContext,
    asked: ReadonlyMap<string, NextRequest>,
    { limits, lane }: ClaimingAgent,
  ): Promise<Change<Work>[]> {
    const known = await this.number(tx, [...asked.keys()]);
    if (known.length === 0) return [];
    const text = `INSERT INTO works AS w (company_id, id, created_at, updated_at, task_id, colleague_id, api_key_id, user_id, state, attempt,
        lease_number, lease_seconds, lease_until, ends_at, limit_at, working_since, worked_ms, last_seen_at, progress, plan,
        links, asked, answers, usage, activity_count, status_before, status_by_person)
      SELECT $1, asked.id, now.at, now.at, t.id, $6, asked.api_key_id, $7, 'working', asked.attempt,
        asked.lease_number, asked.lease_seconds, now.at + asked.lease_seconds * interval '1 s',
        now.at + asked.lease_seconds * interval '1 s', now.at + $8::integer * interval '1 min', now.at, 0, now.at, 0, '[]',
        '[]', 0, '[]', '{"inputTokens": 0, "outputTokens": 0, "costUsd": 0}', 0, t.status, false
      FROM (SELECT clock_timestamp()::timestamptz(3) AS at) now, tasks t,
        unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $9::integer[], $10::integer[])
          asked (task_id, id, api_key_id, lease_seconds, lease_number, attempt)
      WHERE t.company_id = $1 AND t.id = asked.task_id
      RETURNING ${columnsOf(Work, 'w')}`;
    const requests = known.map(({ taskId }) => asked.get(taskId) as NextRequest);
    const works = await this.database.rows<Work>(tx, { text }, [
      tx.companyId,
      known.map(({ taskId }) => taskId),
      requests.map(() => uuidv7()),
      requests.map(({ context }) => context.apiKeyId),
      requests.map(({ leaseSeconds = LEASE_SECONDS }) => leaseSeconds),
      tx.agent?.id,
      tx.userId,
      limits.maxMinutes,
      known.map(({ lastNumber }) => lastNumber),
      known.map(({ lastNumber, baseNumber }) => lastNumber - baseNumber),
    ]);
    const events = lane === null || works.length === 0 ? [] : await this.begin(tx, works, lane);
    return works.map((work) => ({
      result: work,
      events: events.filter(({ data }) => (data as { id?: string }).id === work.taskId),
    }));
  }

  /** Counts the works of those of the tasks that are still ready. */
  private number(tx: TransactionContext, taskIds: readonly string[]): Promise<NumberedTask[]> {
    const text = `INSERT INTO task_works AS k (company_id, task_id, last_number, base_number, failures, is_stuck, is_held, is_returned)
      SELECT t.company_id, t.id, 1, 0, 0, false, false, false FROM ${DELEGATED}
      WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[]) AND ${IS_READY}
      ON CONFLICT (company_id, task_id) DO UPDATE SET last_number = k.last_number + 1, is_returned = false, put_off_until = NULL
      RETURNING task_id AS "taskId", last_number AS "lastNumber", base_number AS "baseNumber"`;
    return this.database.rows<NumberedTask>(tx, { text }, [tx.companyId, taskIds]);
  }

  /** The tasks move to the lane, each by the key that took it. */
  private async begin(tx: TransactionContext, works: readonly Work[], lane: string): Promise<readonly DomainEvent[]> {
    const apiKeyIds = new Map(works.map(({ taskId, apiKeyId }) => [taskId, apiKeyId]));
    const service = unfenced({ ...tx, apiKeyIds });
    const locked = await this.locks.lock(service, [...apiKeyIds.keys()]);
    return (await this.changes.apply(service, locked, { status: lane })).events;
  }

  private findLive(tx: TransactionContext, taskId: string): Promise<LiveWork | undefined> {
    const text = `SELECT ${columnsOf(Work, 'w')}, clock_timestamp()::timestamptz(3) AS now FROM works w
      WHERE w.company_id = $1 AND w.task_id = $2 AND w.ended_at IS NULL FOR NO KEY UPDATE`;
    return this.database.row<LiveWork>(tx, { text }, [tx.companyId, taskId]);
  }

  private async renew(tx: TransactionContext, { now, ...work }: LiveWork, leaseSeconds: number): Promise<Work> {
    const text = `UPDATE works w SET lease_seconds = $3::integer, last_seen_at = $4::timestamptz, updated_at = $4::timestamptz,
        lease_until = $4::timestamptz + $3::integer * interval '1 s',
        ends_at = least($4::timestamptz + $3::integer * interval '1 s', w.stop_at)
      WHERE w.company_id = $1 AND w.id = $2 RETURNING ${columnsOf(Work, 'w')}`;
    const row = await this.database.row<Work>(tx, { text }, [tx.companyId, work.id, leaseSeconds, now]);
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

/** A live work, and the time of the database. */
type LiveWork = Work & { now: string };

/** A task that is about to be taken, with the number of its work. */
interface NumberedTask {
  readonly taskId: string;
  readonly lastNumber: number;
  readonly baseNumber: number;
}

/** How many more works it may begin now. */
function roomOf({ limits, working, today }: ClaimingAgent): number {
  return Math.max(0, Math.min(limits.concurrent - working, limits.perDay - today));
}

function limitOf({ limits, working, today }: ClaimingAgent): Limit | null {
  if (working >= limits.concurrent) return 'concurrent';
  return today >= limits.perDay ? 'perDay' : null;
}
