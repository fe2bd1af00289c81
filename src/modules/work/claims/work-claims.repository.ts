import { Injectable } from '@nestjs/common';
import { holderOf } from '#core/access/agent.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database } from '#core/database/database.js';
import { Conditions } from '#core/database/lists/conditions.js';
import type { WorkLimits } from '#schema/colleagues.js';
import { laneLike } from '#schema/lanes.js';
import { Work } from '../work.entity.js';
import { isOverdue } from '#schema/work.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { DELEGATED, IS_NEXT_READY, IS_READY, REASONS, TASK_ORDER } from './ready-tasks.repository.js';
import type { LockedWork } from '../calls/works.repository.js';

export const LEASE_SECONDS = 1_800;

const IN_PROGRESS = 'In Progress';

/** An agent whose claims wait for each other until the transaction ends. */
export interface ClaimingAgent {
  readonly limits: WorkLimits;
  readonly working: number;
  readonly today: number;
  /** Whether a task of the company comes first, because its work was returned. */
  readonly hasReturned: boolean;
  /** The lane that taken tasks move to; null when the company has none. */
  readonly lane: string | null;
}

/** What an agent has begun; overdue works count as ended. */
interface AgentUse extends Pick<ClaimingAgent, 'working' | 'today' | 'hasReturned' | 'lane'> {
  readonly overdue: Pick<Work, 'id' | 'taskId'>[] | null;
}

/** A call for the next work. */
export interface NextRequest {
  readonly context: RequestContext;
  readonly leaseSeconds?: number;
}

/** A live work, and the time of the database. */
type LiveWork = Work & { now: string };

/** A task that is about to be taken, with the number of its work. */
interface NumberedTask {
  readonly taskId: string;
  readonly lastNumber: number;
  readonly baseNumber: number;
}

/** The statements that take tasks for agents. */
@Injectable()
export class WorkClaimsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** The conditions of a statement that looks for the next one. */
  conditionsFor(context: RequestContext): Conditions {
    return new Conditions(this.access.parametersOf(context))
      .add('t.company_id = $1')
      .equals('t.delegate_id', 'uuid', context.agent?.id)
      .add(this.access.conditionOnProject(context))
      .add(IS_NEXT_READY);
  }

  async lockSettings(tx: TransactionContext): Promise<object> {
    const text = `SELECT c.settings FROM virtual_colleagues c WHERE c.company_id = $1 AND c.id = $2 FOR NO KEY UPDATE`;
    return (await this.database.row<{ settings: object }>(tx, { text }, [tx.companyId, tx.agent?.id]))?.settings ?? {};
  }

  /** What the agent of the context has begun. */
  findUse(tx: TransactionContext): Promise<AgentUse | undefined> {
    return this.database.row<AgentUse>(
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
  }

  /** The first of the tasks that nobody else writes to at the moment, locked. */
  async lockFirst(tx: TransactionContext, conditions: Conditions, most: number): Promise<string[]> {
    const text = `SELECT t.id FROM ${DELEGATED} WHERE ${conditions.where}
        ORDER BY ${TASK_ORDER} LIMIT ${conditions.parameter(most)} FOR NO KEY UPDATE OF t SKIP LOCKED`;
    return (await this.database.rows<{ id: string }>(tx, { text }, conditions.values)).map(({ id }) => id);
  }

  insertWorks(
    tx: TransactionContext,
    known: readonly NumberedTask[],
    asked: ReadonlyMap<string, NextRequest>,
    limits: WorkLimits,
  ): Promise<Work[]> {
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
    return this.database.rows<Work>(tx, { text }, [
      tx.companyId,
      known.map(({ taskId }) => taskId),
      requests.map(() => uuidv7()),
      requests.map(({ context }) => holderOf(context)),
      requests.map(({ leaseSeconds = LEASE_SECONDS }) => leaseSeconds),
      tx.agent?.id,
      tx.userId,
      limits.maxMinutes,
      known.map(({ lastNumber }) => lastNumber),
      known.map(({ lastNumber, baseNumber }) => lastNumber - baseNumber),
    ]);
  }

  /** Counts the works of those of the tasks that are still ready. */
  numberWorks(tx: TransactionContext, taskIds: readonly string[]): Promise<NumberedTask[]> {
    const text = `INSERT INTO task_works AS k (company_id, task_id, last_number, base_number, failures, is_stuck, is_held, is_returned)
      SELECT t.company_id, t.id, 1, 0, 0, false, false, false FROM ${DELEGATED}
      WHERE t.company_id = $1 AND t.id = ANY ($2::uuid[]) AND ${IS_READY}
      ON CONFLICT (company_id, task_id) DO UPDATE SET last_number = k.last_number + 1, is_returned = false, put_off_until = NULL
      RETURNING task_id AS "taskId", last_number AS "lastNumber", base_number AS "baseNumber"`;
    return this.database.rows<NumberedTask>(tx, { text }, [tx.companyId, taskIds]);
  }

  lockLive(tx: TransactionContext, taskId: string): Promise<LiveWork | undefined> {
    const text = `SELECT ${columnsOf(Work, 'w')}, clock_timestamp()::timestamptz(3) AS now FROM works w
      WHERE w.company_id = $1 AND w.task_id = $2 AND w.ended_at IS NULL FOR NO KEY UPDATE`;
    return this.database.row<LiveWork>(tx, { text }, [tx.companyId, taskId]);
  }

  async renewLease(tx: TransactionContext, { now, ...work }: LiveWork, leaseSeconds: number): Promise<Work> {
    const text = `UPDATE works w SET lease_seconds = $3::integer, last_seen_at = $4::timestamptz, updated_at = $4::timestamptz,
        lease_until = $4::timestamptz + $3::integer * interval '1 s',
        ends_at = least($4::timestamptz + $3::integer * interval '1 s', w.stop_at)
      WHERE w.company_id = $1 AND w.id = $2 RETURNING ${columnsOf(Work, 'w')}`;
    const row = await this.database.row<Work>(tx, { text }, [tx.companyId, work.id, leaseSeconds, now]);
    return row ?? work;
  }

  /** Why the task cannot be taken, and the agent that it is delegated to. */
  findReasons(tx: TransactionContext, taskId: string): Promise<{ colleagueId: string; why: string[] } | undefined> {
    const text = `SELECT c.id AS "colleagueId", ${REASONS} AS why FROM ${DELEGATED} WHERE t.company_id = $1 AND t.id = $2`;
    return this.database.row<{ colleagueId: string; why: string[] }>(tx, { text }, [tx.companyId, taskId]);
  }

  async deleteClaim(tx: TransactionContext, work: LockedWork): Promise<void> {
    const values = [tx.companyId, work.id];
    await this.database.execute(tx, { text: 'DELETE FROM works WHERE company_id = $1 AND id = $2' }, values);
    const before = `SELECT state FROM works WHERE company_id = $1 AND task_id = $2 ORDER BY lease_number DESC LIMIT 1`;
    const last = await this.database.row<{ state: string }>(tx, { text: before }, [tx.companyId, work.taskId]);
    const counter = `UPDATE task_works SET last_number = last_number - 1, is_returned = $4
      WHERE company_id = $1 AND task_id = $2 AND last_number = $3`;
    const isReturned = last?.state === 'returned';
    await this.database.execute(tx, { text: counter }, [tx.companyId, work.taskId, work.leaseNumber, isReturned]);
  }
}
