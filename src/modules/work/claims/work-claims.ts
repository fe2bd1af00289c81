import { Injectable } from '@nestjs/common';
import { holderOf } from '#core/access/agent.js';
import { ConflictError } from '#common/errors/app-error.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Change, DomainEvent } from '#core/events/domain-event.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { type WorkLimits, workLimits } from '#schema/colleagues.js';
import { WorkEnds } from '../calls/work-ends.js';
import { unfenced } from '../calls/works.repository.js';
import { toWorkResponse, type WorkResponse } from '../work.dto.js';
import { Work } from '../work.entity.js';
import { ReadyCounts } from './ready-counts.js';
import { ATTEMPTS_USED, TURNS } from './ready-tasks.repository.js';
import { WorkClaimsRepository, type ClaimingAgent, type NextRequest, LEASE_SECONDS } from './work-claims.repository.js';

/** A call looks so often for tasks that are still ready once they are locked. */
const MOST_LOOKS = 3;

export type Limit = 'concurrent' | 'perDay';

export interface Claim {
  readonly work: WorkResponse | null;
  readonly limit: Limit | null;
}

/** Takes tasks for agents: chosen and taken in one transaction. */
@Injectable()
export class WorkClaims {
  constructor(
    private readonly claims: WorkClaimsRepository,
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
    await this.locks.lockTasks(unfenced(tx), [taskId]);
    const held = await this.claims.lockLive(tx, taskId);
    if (held && held.colleagueId === tx.agent?.id && held.apiKeyId === holderOf(tx) && held.state === 'working') {
      return {
        result: { work: toWorkResponse(await this.claims.renewLease(tx, held, leaseSeconds)), isHeld: true },
        events,
      };
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
    return this.ready.countReady(context);
  }

  /** Claims of one agent come one after the other: so limits are exact. */
  private async lockAgent(tx: TransactionContext): Promise<WorkLimits> {
    return workLimits(await this.claims.lockSettings(tx));
  }

  /** Leases that ran out count as ended, whether or not anything swept them. */
  private async settled(
    tx: TransactionContext,
    limits: WorkLimits,
  ): Promise<{ agent: ClaimingAgent; events: readonly DomainEvent[] }> {
    const row = await this.claims.findUse(tx);
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
      const conditions = this.claims.conditionsFor(tx).add(turn);
      if (filter) await this.filters.narrowConditions(tx, filter, conditions);
      ids.push(...(await this.claims.lockFirst(tx, conditions, most - ids.length)));
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
    const known = await this.claims.numberWorks(tx, [...asked.keys()]);
    if (known.length === 0) return [];
    const works = await this.claims.insertWorks(tx, known, asked, limits);
    const events = lane === null || works.length === 0 ? [] : await this.begin(tx, works, lane);
    return works.map((work) => ({
      result: work,
      events: events.filter(({ data }) => (data as { id?: string }).id === work.taskId),
    }));
  }

  /** The tasks move to the lane, each by the key that took it. */
  private async begin(tx: TransactionContext, works: readonly Work[], lane: string): Promise<readonly DomainEvent[]> {
    const apiKeyIds = new Map(works.map(({ taskId, apiKeyId }) => [taskId, apiKeyId]));
    const service = unfenced(tx.grant ? tx : { ...tx, apiKeyIds });
    const locked = await this.locks.lockTasks(service, [...apiKeyIds.keys()]);
    return (await this.changes.applySettings(service, locked, { status: lane })).events;
  }

  private async ensureReady(tx: TransactionContext, taskId: string): Promise<void> {
    const row = await this.claims.findReasons(tx, taskId);
    if (row?.colleagueId !== tx.agent?.id) throw new ConflictError('Not delegated to you');
    const why = (row?.why ?? []).map((reason) => (reason.endsWith(ATTEMPTS_USED) ? `stuck: ${reason}` : reason));
    if (why.length > 0) throw new ConflictError(`The task cannot be taken: ${why.join('; ')}`);
  }
}

/** How many more works it may begin now. */
function roomOf({ limits, working, today }: ClaimingAgent): number {
  return Math.max(0, Math.min(limits.concurrent - working, limits.perDay - today));
}

function limitOf({ limits, working, today }: ClaimingAgent): Limit | null {
  if (working >= limits.concurrent) return 'concurrent';
  return today >= limits.perDay ? 'perDay' : null;
}
