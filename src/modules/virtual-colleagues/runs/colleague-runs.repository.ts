import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import {
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import type { LastRunStatus } from '../virtual-colleague.entity.js';
import { ALARMING_FAILURES } from './colleague-alerts.js';
import type { ColleagueRun, RunKind, RunTrigger } from './colleague-run.entity.js';

/** Seconds after which a process that does not renew its lease counts as dead (at most 60). */
export const LEASE_SECONDS = 30;

/** A transaction on behalf of a company, and of no user of it. */
export type CompanyTransaction = InTransaction<DatabaseContext> & Pick<RequestContext, 'companyId'>;

/** A run that has begun and holds the lease on its colleague. */
export interface StartedRun {
  readonly id: string;
  readonly colleagueId: string;
  readonly startedAt: string;
}

/** What kind of run it is, and who begins it: people, unless `trigger` says otherwise. */
export interface Begun {
  readonly kind: RunKind;
  readonly trigger?: RunTrigger;
}

/** How a run is recorded. */
export type RunResult = Pick<
  ColleagueRun,
  'tasksScanned' | 'actionsGenerated' | 'sent' | 'failed' | 'error' | 'byRule' | 'held'
> & {
  readonly status: LastRunStatus;
  /** Findings of an AI check that were not believed. */
  readonly dropped?: number;
};

/** A run that has ended. */
export interface EndedRun extends StartedRun, RunResult {
  readonly durationMs: number;
}

/** A run that is invented. It sent all that it had to say. */
interface PastRunRow {
  readonly at: string;
  readonly tasksScanned: number;
  readonly byRule: Readonly<Record<string, number>>;
  /** The JSON of `PAST_ACTION`; more properties do no harm. */
  readonly actions: readonly object[];
}

/** The lease of a run has expired. */
interface Stale {
  companyId: string;
  colleagueId: string;
}

/** A colleague after a run, and how many in a row have failed. */
interface RunColleague {
  id: string;
  name: string;
  failedRuns: number;
}

/** The companies with runs whose process died. */
export const DUE_BROKEN_OFF = 'SELECT company_id FROM virtual_colleague_leases WHERE lease_until < now()';

const FIND_STALE: Statement = {
  text: `SELECT company_id AS "companyId", colleague_id AS "colleagueId" FROM virtual_colleague_leases
    WHERE lease_until < now()`,
};

/** Finds nothing when another process has locked the colleague or its lease, because it may end or renew the run. */
const LOCK_STALE: Statement = {
  text: `SELECT r.id, r.colleague_id AS "colleagueId", r.started_at AS "startedAt",
      least(extract(epoch FROM now() - r.started_at) * 1000, 2147483647)::integer AS "durationMs"
    FROM virtual_colleagues c
    JOIN virtual_colleague_leases l ON l.company_id = $1 AND l.colleague_id = c.id
    JOIN virtual_colleague_runs r ON r.company_id = $1 AND r.id = l.run_id
    WHERE c.company_id = $1 AND c.id = $2 AND l.lease_until < now() FOR NO KEY UPDATE OF c, l SKIP LOCKED`,
};

const INSERT: Statement = {
  text: `WITH lease AS (
      INSERT INTO virtual_colleague_leases (company_id, colleague_id, run_id, lease_until)
      VALUES ($1, $3, $2, now() + interval '${LEASE_SECONDS} s')
    ) INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, started_at, status,
      tasks_scanned, actions_generated, sent, failed)
    VALUES ($1, $2, $3, $4, $6, $5, 'running', 0, 0, 0, 0)`,
};

const END: Statement = {
  text: `WITH lease AS (
      DELETE FROM virtual_colleague_leases WHERE company_id = $1 AND colleague_id = $3 AND run_id = $2 RETURNING run_id
    ), ended AS (
      UPDATE virtual_colleague_runs SET status = $4, tasks_scanned = $5, actions_generated = $6, sent = $7,
        failed = $8, error = $9, duration_ms = $10, finished_at = $11, by_rule = $12, held = $13,
        dropped = $14, answer = $15
      WHERE company_id = $1 AND id = (SELECT run_id FROM lease) RETURNING started_at
    ) UPDATE virtual_colleagues SET last_run_at = ended.started_at, last_run_status = $4, failed_runs = CASE
        WHEN $4 = 'failed' THEN failed_runs + 1
        WHEN $4 = 'partial' AND failed_runs >= ${ALARMING_FAILURES} THEN failed_runs ELSE 0 END FROM ended
      WHERE company_id = $1 AND id = $3 RETURNING id, name, failed_runs AS "failedRuns"`,
};

const PAST_ACTION = `id uuid, position integer, type text, rule text, "taskId" uuid, "projectId" uuid, "userId" uuid,
  message text, why jsonb`;

/** The rows of runs and of their leases. */
@Injectable()
export class ColleagueRunsRepository {
  constructor(private readonly database: Database) {}

  findStale(): Promise<Stale[]> {
    return this.database.rows<Stale>(OWN_WORK_CONTEXT, FIND_STALE);
  }

  /** Locks the run of a colleague whose process died, so that nobody else ends it. */
  lockStale(
    tx: TransactionContext,
    colleagueId: string,
  ): Promise<(StartedRun & Pick<EndedRun, 'durationMs'>) | undefined> {
    return this.database.row(tx, LOCK_STALE, [tx.companyId, colleagueId]);
  }

  async isRunning(tx: TransactionContext, colleagueId: string): Promise<boolean> {
    const text = 'SELECT 1 FROM virtual_colleague_leases WHERE company_id = $1 AND colleague_id = $2';
    return (await this.database.row(tx, { text }, [tx.companyId, colleagueId])) !== undefined;
  }

  async insertRun(
    tx: TransactionContext,
    colleagueId: string,
    { kind, trigger = 'manual' }: Begun,
  ): Promise<StartedRun> {
    const run: StartedRun = { id: uuidv7(), colleagueId, startedAt: new Date().toISOString() };
    await this.database.execute(tx, INSERT, [tx.companyId, run.id, colleagueId, kind, run.startedAt, trigger]);
    return run;
  }

  async renewLease(companyId: string, { id, colleagueId }: StartedRun): Promise<void> {
    const text = `UPDATE virtual_colleague_leases SET lease_until = now() + interval '${LEASE_SECONDS} s'
      WHERE company_id = $1 AND colleague_id = $2 AND run_id = $3`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, colleagueId, id]);
  }

  /** `stored` is the part of the answer that is kept. Returns undefined when the run had lost its lease. */
  endRun(tx: TransactionContext, run: EndedRun, stored?: object): Promise<RunColleague | undefined> {
    const { id, colleagueId, status, tasksScanned, actionsGenerated, sent, failed, error, durationMs } = run;
    return this.database.row<RunColleague>(tx, END, [
      ...[tx.companyId, id, colleagueId, status, tasksScanned, actionsGenerated, sent, failed, error],
      ...[durationMs, new Date().toISOString(), JSON.stringify(run.byRule), JSON.stringify(run.held)],
      ...[run.dropped ?? 0, stored === undefined ? null : JSON.stringify(stored)],
    ]);
  }

  async forgetActivity(context: CompanyTransaction, { id }: StartedRun): Promise<void> {
    const text = 'DELETE FROM virtual_colleague_activity WHERE company_id = $1 AND run_id = $2';
    await this.database.execute(context, { text }, [context.companyId, id]);
  }

  async insertPastRun(
    tx: TransactionContext,
    colleagueId: string,
    { at, tasksScanned, byRule, actions }: PastRunRow,
  ): Promise<void> {
    const text = `WITH run AS (
        INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, status, tasks_scanned,
          actions_generated, sent, failed, by_rule, duration_ms, started_at, finished_at)
        VALUES ($1, $2, $3, 'scan', 'schedule', 'success', $5, $6, $6, 0, $7, 80, $4, $4) RETURNING id
      ), colleague AS (
        UPDATE virtual_colleagues SET last_run_at = $4, last_run_status = 'success' WHERE company_id = $1 AND id = $3
      ) INSERT INTO virtual_colleague_activity (company_id, id, colleague_id, run_id, position, type, rule, subject_id,
          task_id, user_id, project_ids, message, status, why, created_at)
        SELECT $1, f.id, $3, run.id, f.position, f.type, f.rule, f."taskId", f."taskId", f."userId", ARRAY[f."projectId"],
          f.message, 'sent', f.why, $4 FROM run, json_to_recordset($8::json) AS f (${PAST_ACTION})`;
    const counts = [tasksScanned, actions.length, JSON.stringify(byRule)];
    const values = [tx.companyId, uuidv7(), colleagueId, at, ...counts, JSON.stringify(actions)];
    await this.database.execute(tx, { text }, values);
  }
}
