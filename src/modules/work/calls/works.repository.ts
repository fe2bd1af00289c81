import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import { holderOf, type Agent } from '#core/access/agent.js';
import { type RequestContext, type TransactionContext, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { columnName, columnsOf } from '#core/database/schema/columns.js';
import { Database, type Statement } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { isActiveProject } from '#schema/projects.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { openBlockersOf } from '#schema/tasks.js';
import { hasUnmerged } from '#schema/code.js';
import { type WorkLimits, workLimits } from '#schema/colleagues.js';
import { BLOCKED, DONE } from '#schema/lanes.js';
import { isStandingKey } from '#schema/api-keys.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { Work } from '../work.entity.js';
import type { WorkActivityResponse } from '../work.dto.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import { userReference } from '#schema/users.js';

/** A work that nobody else changes until the transaction ends. */
export type LockedWork = Work & {
  /** By the clock of the database. */
  readonly now: string;
  readonly colleagueName: string;
  readonly projectId: string;
  readonly limits: WorkLimits;
  /** Its task or its agent is no longer as it must be to go on. */
  readonly mustStop: boolean;
  readonly isKeyRevoked: boolean;
};

/** The work must be settled first, in a transaction of its own: see `WorkEnds.performChange`. */
export class UnsettledWorkError extends Error {
  constructor(readonly work: LockedWork) {
    super('The work has not been settled');
  }
}

/** Whether the work `w` of the task `t` in the project `p` by the colleague `c` cannot go on. */
export const MUST_STOP = `(NOT c.active OR NOT ${isActiveProject('p')} OR EXISTS (SELECT 1 FROM ${openBlockersOf('t')})
  OR (w.status_by_person AND t.status IN ('${DONE}', '${BLOCKED}')))`;

export const WORK_JOINS = `works w JOIN tasks t ON t.company_id = w.company_id AND t.id = w.task_id JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
  JOIN virtual_colleagues c ON c.company_id = w.company_id AND c.id = w.colleague_id`;

/** The companies with works that have not ended. */
export const LIVE_WORKS = 'SELECT company_id FROM works WHERE ended_at IS NULL';

const BATCH = 200;

export type FoundWork = Pick<Work, 'companyId' | 'id' | 'taskId' | 'colleagueId' | 'userId' | 'apiKeyId'> & {
  name: string;
};

const ofCompany = (sql: string) => sql.replaceAll('$1', 'w.company_id');

const UNSETTLED: Statement = {
  name: 'unsettled-works',
  text: `SELECT w.company_id AS "companyId", w.id, w.task_id AS "taskId", w.colleague_id AS "colleagueId",
      w.user_id AS "userId", w.api_key_id AS "apiKeyId", c.name
    FROM ${WORK_JOINS}
    WHERE w.ended_at IS NULL AND (w.ends_at <= now() OR (w.stop_cause IS NULL AND (w.limit_at <= now()
      OR ${ofCompany(MUST_STOP)})) OR NOT ${ofCompany(isStandingKey('w.api_key_id'))})
    ORDER BY w.ends_at LIMIT ${BATCH}`,
};

/** What an end counts for the task of the work. */
interface CountedEnd {
  readonly counts: number;
  readonly retry: boolean;
  readonly isHeld: boolean;
  readonly putOffUntil: string | null;
}

/** Locks and changes the rows of works. Whoever changes the task, too, locks that first. */
@Injectable()
export class WorksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly locks: TaskLocks,
  ) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    const typed = { type: 'jsonb', hand: 'typed' } as const;
    return [{ table: 'works', columns: { answers: typed, review: typed } }];
  }

  /** @throws NotFoundError when the caller does not reach it; UnsettledWorkError when it has ended by itself */
  async lockWork(tx: TransactionContext, id: string): Promise<LockedWork> {
    const work = await this.lockAnyWork(tx, id);
    if (!work) throw new NotFoundError('Work');
    if (work.endedAt === null && isUnsettled(work)) throw new UnsettledWorkError(work);
    return work;
  }

  /** As `lock`, for the agent that holds it. @throws ConflictError when another key of the agent does */
  async lockOwn(tx: TransactionContext, id: string): Promise<LockedWork> {
    const work = await this.lockWork(tx, id);
    if (work.colleagueId !== tx.agent?.id) throw new NotFoundError('Work');
    if (work.apiKeyId !== holderOf(tx)) throw new ConflictError('Another key of this agent holds the work');
    return work;
  }

  /** The task of a work, locked: before its work. @throws NotFoundError */
  async lockTaskOf(tx: TransactionContext, id: string): Promise<LockedTask> {
    const text = `SELECT w.task_id AS "taskId" FROM ${WORK_JOINS}
      WHERE w.company_id = $1 AND w.id = $3 AND ${this.access.conditionOnProject(tx)}`;
    const found = await this.database.row<{ taskId: string }>(tx, { text }, [...this.access.parametersOf(tx), id]);
    const task = found && (await this.locks.lockReachable(unfenced(tx), found.taskId));
    if (!task) throw new NotFoundError('Work');
    return task;
  }

  /** Locks a work, whatever has become of it. */
  async lockAnyWork(tx: TransactionContext, id: string): Promise<LockedWork | undefined> {
    const row = await this.database.row<Omit<LockedWork, 'limits'> & { settings: object }>(
      tx,
      {
        text: `SELECT ${columnsOf(Work, 'w')}, clock_timestamp()::timestamptz(3) AS now, c.name AS "colleagueName",
            c.settings, t.project_id AS "projectId", ${MUST_STOP} AS "mustStop", ${isRevoked('w')} AS "isKeyRevoked"
          FROM ${WORK_JOINS}
          WHERE w.company_id = $1 AND w.id = $3 AND ${this.access.conditionOnProject(tx)} FOR NO KEY UPDATE OF w`,
      },
      [...this.access.parametersOf(tx), id],
    );
    if (!row) return undefined;
    const { settings, ...work } = row;
    return { ...work, limits: workLimits(settings) };
  }

  /** Whether the task has a pull request that is not merged. */
  async hasUnmergedCode(tx: TransactionContext, taskId: string): Promise<boolean> {
    const text = `SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.id = $2 AND ${hasUnmerged('t')}`;
    return (await this.database.row(tx, { text }, [tx.companyId, taskId])) !== undefined;
  }

  async updateWork<Row extends Work>(tx: TransactionContext, work: Row, changes: Partial<Work>): Promise<Row> {
    const after = { ...work, ...changes };
    after.endsAt = after.endedAt === null ? endOf(after) : null;
    const names = [...Object.keys(changes), 'endsAt', 'updatedAt'] as (keyof Work)[];
    const values = { ...after, updatedAt: new Date().toISOString() };
    const assignments = names.map((name, index) => `${columnName(name)} = $${index + 3}`);
    const text = `UPDATE works SET ${assignments.join(', ')} WHERE company_id = $1 AND id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, work.id, ...names.map((name) => stored(values[name]))]);
    return after;
  }

  findUnsettled(): Promise<FoundWork[]> {
    return this.database.rows<FoundWork>(OWN_WORK_CONTEXT, UNSETTLED);
  }

  async insertActivity(
    tx: TransactionContext,
    workId: string,
    { id, at, type, text, data }: WorkActivityResponse,
  ): Promise<void> {
    const statement = {
      text: `INSERT INTO work_activities (company_id, id, work_id, at, type, text, data)
            VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    };
    await this.database.execute(tx, statement, [
      tx.companyId,
      id,
      workId,
      at,
      type,
      text,
      data && JSON.stringify(data),
    ]);
  }

  async findLiveOf(tx: TransactionContext, tasks: readonly LockedTask[]): Promise<Map<string, string>> {
    const text =
      'SELECT id, task_id AS "taskId" FROM works WHERE company_id = $1 AND task_id = ANY ($2::uuid[]) AND ended_at IS NULL';
    const values = [tx.companyId, tasks.map(({ id }) => id)];
    const rows = await this.database.rows<{ id: string; taskId: string }>(tx, { text }, values);
    return new Map(rows.map(({ id, taskId }) => [taskId, id]));
  }

  /** Attempts count from 0, also with the same agent. */
  async countAnew(tx: TransactionContext, taskIds: readonly string[], delegateId: string | null): Promise<void> {
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

  /** Attempts count from 0, and the task comes first. */
  async putFirst(tx: TransactionContext, taskId: string): Promise<void> {
    const text = `UPDATE task_works SET base_number = last_number, failures = 0, is_stuck = false, is_held = false,
        is_returned = true, put_off_until = NULL WHERE company_id = $1 AND task_id = $2`;
    await this.database.execute(tx, { text }, [tx.companyId, taskId]);
  }

  async findCaller(tx: TransactionContext): Promise<NamedReference> {
    const text = `SELECT ${userReference('u')} AS caller FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    const row = await this.database.row<{ caller: NamedReference }>(tx, { text }, [tx.companyId, tx.userId]);
    return row?.caller ?? { id: tx.userId, name: '' };
  }

  /** Whether the task is stuck now. */
  async countFailures(
    tx: TransactionContext,
    { taskId, limits }: LockedWork,
    { counts, retry, isHeld, putOffUntil }: CountedEnd,
  ): Promise<boolean> {
    const text = `UPDATE task_works SET failures = failures + $3, is_held = is_held OR $6, put_off_until = $7,
            is_stuck = is_stuck OR NOT $5 OR ($3 > 0 AND failures + $3 >= $4)
          WHERE company_id = $1 AND task_id = $2 RETURNING is_stuck AS "isStuck"`;
    const values = [tx.companyId, taskId, counts, limits.maxAttempts, retry, isHeld, putOffUntil];
    return (await this.database.row<{ isStuck: boolean }>(tx, { text }, values))?.isStuck === true;
  }

  /** Who delegated the task. */
  async findDelegator(tx: TransactionContext, taskId: string): Promise<string | null> {
    const text = 'SELECT delegated_by_id AS "userId" FROM task_works WHERE company_id = $1 AND task_id = $2';
    return (await this.database.row<{ userId: string | null }>(tx, { text }, [tx.companyId, taskId]))?.userId ?? null;
  }
}

/** Whether the key of the work was revoked. */
function isRevoked(work: string): string {
  return `NOT ${isStandingKey(`${work}.api_key_id`)}`;
}

/** Whether something ends it that no call asked for. */
export function isUnsettled({ endsAt, now, mustStop, state, isKeyRevoked }: LockedWork): boolean {
  return (endsAt !== null && endsAt <= now) || isKeyRevoked || (mustStop && state !== 'working');
}

/** The same caller, when the service itself writes for the agent: no fence asks then, and it reaches every project. */
export function unfenced<Context extends RequestContext>(context: Context): Context {
  if (!context.agent) return context;
  const agent: Agent = { ...context.agent, isFenced: false };
  return { ...context, agent };
}

const ASKED_FOR = 14 * 24 * 3_600_000;

/** When it ends by itself. */
function endOf({ leaseUntil, stopAt, state, question }: Work): string | null {
  const moments = [leaseUntil, stopAt];
  if (state === 'asking' && question) moments.push(new Date(Date.parse(question.at) + ASKED_FOR).toISOString());
  const [first = null] = moments.filter((moment) => moment !== null).sort();
  return first;
}

function stored(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
