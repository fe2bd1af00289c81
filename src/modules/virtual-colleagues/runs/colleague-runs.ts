import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import {
  AppError,
  ConflictError,
  InvalidInputError,
  NotFoundError,
  ServiceUnavailableError,
} from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import {
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database, type Statement } from '#core/database/database.js';
import { changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { Metrics } from '#core/metrics/metrics.js';
import type { Release } from '#core/concurrency-limits/concurrency-limit.js';
import { Voice } from '#modules/voice/voice.service.js';
import { NOTHING_HELD } from '#schema/voice.js';
import type { ColleagueRun, RunKind, RunTrigger } from './colleague-run.entity.js';
import { ALARMING_FAILURES, ColleagueAlerts } from './colleague-alerts.js';
import { RunSlots } from './run-slots.js';
import type { LastRunStatus } from '../virtual-colleague.entity.js';
import { type ColleagueRow, VirtualColleaguesRepository } from '../virtual-colleagues.repository.js';

/** Seconds after which a process that does not renew its lease counts as dead (at most 60). */
export const LEASE_SECONDS = 30;
/** Milliseconds between two renewals. */
const RENEWAL = 10_000;

/** Milliseconds that a statement of a run may take. */
export const STATEMENT_TIMEOUT = 60_000;

/** Milliseconds that runs have to end by themselves once the service stops. */
const GRACE = 4_000;

const STOPPED = 'The service was stopped before it was the turn of the run, try again';
const BROKEN_OFF = 'The process that ran it ended before it was done';

/** 409, flat: another run of the colleague has not ended yet, on whatever instance. */
class ScanInProgressError extends ConflictError {
  override readonly flat = true;
  constructor() {
    super('Scan already in progress');
  }
}

/** A transaction on behalf of a company, and of no user of it. */
type CompanyTransaction = InTransaction<DatabaseContext> & Pick<RequestContext, 'companyId'>;

/** The lease of a run has expired. */
interface Stale {
  companyId: string;
  colleagueId: string;
}

/** The counts of a run that fails. */
const NOTHING_DONE = { tasksScanned: 0, actionsGenerated: 0, sent: 0, failed: 0, byRule: {}, held: NOTHING_HELD };

/** The companies with runs whose process died. */
export const DUE_BROKEN_OFF = 'SELECT company_id FROM virtual_colleague_leases WHERE lease_until < now()';

const FIND_STALE: Statement = {
  text: `SELECT company_id AS "companyId", colleague_id AS "colleagueId" FROM virtual_colleague_leases
    WHERE lease_until < now()`,
};

/** Finds nothing when someone else has locked the colleague or its lease: they may be ending or renewing the run. */
const LOCK_STALE: Statement = {
  text: `SELECT r.id, r.colleague_id AS "colleagueId", r.started_at AS "startedAt",
      least(extract(epoch FROM now() - r.started_at) * 1000, 2147483647)::integer AS "durationMs"
    FROM virtual_colleagues c
    JOIN virtual_colleague_leases l ON l.company_id = $1 AND l.colleague_id = c.id
    JOIN virtual_colleague_runs r ON r.company_id = $1 AND r.id = l.run_id
    WHERE c.company_id = $1 AND c.id = $2 AND l.lease_until < now() FOR NO KEY UPDATE OF c, l SKIP LOCKED`,
};

/** A run that has begun and holds the lease on its colleague. */
export interface StartedRun {
  readonly id: string;
  readonly colleagueId: string;
  readonly startedAt: string;
}

/** What kind of run it is, and who begins it: people, unless it says otherwise. */
interface Begun {
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

/** What came of a run as it ended. */
export interface Written extends Partial<RunResult> {
  readonly events?: readonly DomainEvent[];
}

/** What a run has come to; `Answered` is what its request is answered with. */
export type RunOutcome<Answered> = RunResult & {
  /** Writes what else has come of it, in the transaction that ends the run; what it gives is recorded, too. */
  readonly write?: (tx: TransactionContext) => Promise<Written>;
  readonly answer: (run: EndedRun, colleague: ColleagueRow) => Answered;
  /** What is kept of the answer. */
  readonly stored?: (run: EndedRun) => object;
};

/** A run that has ended. */
export interface EndedRun extends StartedRun, RunResult {
  readonly durationMs: number;
}

/** The runs of colleagues, scans and AI checks: one of a colleague at a time, over all instances. */
@Injectable()
export class ColleagueRuns implements OnModuleDestroy {
  @Inject() private readonly voice: Voice;

  private readonly logger = new Logger(ColleagueRuns.name);
  private readonly stopping = new AbortController();
  private readonly countFinished: (status: LastRunStatus, count?: number) => void;

  constructor(
    private readonly database: Database,
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly outbox: Outbox,
    private readonly callerCheck: CallerCheck,
    private readonly slots: RunSlots,
    private readonly alerts: ColleagueAlerts,
    metrics: Metrics,
  ) {
    this.countFinished = metrics.addCounter(
      'colleague_runs_total',
      'Runs of virtual colleagues finished by this process, by status.',
      'status',
    );
  }

  /** Runs that are not done in time are told to break off, so that they can be recorded. */
  onModuleDestroy(): void {
    setTimeout(() => this.stopping.abort(new ServiceUnavailableError(STOPPED)), GRACE).unref();
  }

  /**
   * Takes the lease on an enabled colleague, on request.
   *
   * @param permit refuses, by an error, what all else allows.
   * @throws NotFoundError, InvalidInputError when it is disabled, ScanInProgressError
   */
  start(
    context: RequestContext,
    colleagueId: string,
    begun: Begun,
    permit?: (tx: TransactionContext) => Promise<void>,
  ): Promise<StartedRun> {
    return this.callerCheck.commit(context, async (tx) => {
      const { active } = await this.colleagues.getOneForUpdate(tx, colleagueId);
      if (!active) throw new InvalidInputError('The virtual colleague is disabled; set active to true first');
      const events = await this.endBrokenOff(tx, colleagueId);
      if (await this.isRunning(tx, colleagueId)) throw new ScanInProgressError();
      await permit?.(tx);
      return { ...changed(await this.insert(tx, colleagueId, begun), ...events), answer: 'later' };
    });
  }

  /**
   * Does the work of a run that has begun, keeping the lease, and ends it as the work did; a failure is recorded. The
   * signal says that the service stops, and that there is no more time for anyone's answer. Who brings no slot waits for
   * one as requests do.
   *
   * @throws ServiceUnavailableError when the company's share of slots is not free in time
   */
  async perform<Answered>(
    request: RequestContext,
    run: StartedRun,
    work: (context: RequestContext, signal: AbortSignal) => Promise<RunOutcome<Answered>>,
    slot?: Release,
  ): Promise<Answered> {
    // The answer for an Idempotency-Key is kept at the end of the run, not with its earlier changes.
    const { idempotentRequest, ...rest } = request;
    const context = { ...rest, statementTimeout: STATEMENT_TIMEOUT };
    const renewal = setInterval(() => void this.renew(request, run), RENEWAL);
    const start = performance.now();
    let release = slot;
    try {
      release ??= await this.slots.runs.take(context.companyId, this.stopping.signal);
      const outcome = await work(context, this.stopping.signal);
      return await this.end({ ...context, idempotentRequest }, run, outcome, start);
    } catch (error) {
      await this.fail(context, run, error, start);
      throw error;
    } finally {
      clearInterval(renewal);
      release?.();
    }
  }

  /** Ends the runs of processes that died. `contextOf` gives what the service does of a company by itself. */
  async endAllBrokenOff(contextOf: (companyId: string) => RequestContext): Promise<void> {
    for (const { companyId, colleagueId } of await this.database.rows<Stale>(OWN_WORK_CONTEXT, FIND_STALE)) {
      await this.outbox.commit(contextOf(companyId), async (tx) =>
        changed(undefined, ...(await this.endBrokenOff(tx, colleagueId))),
      );
    }
  }

  /** Ends the run of a colleague whose process died. Deletes its messages, so that the next run repeats them. */
  private async endBrokenOff(context: TransactionContext, colleagueId: string): Promise<DomainEvent[]> {
    type StaleRun = StartedRun & Pick<EndedRun, 'durationMs'>;
    const run = await this.database.row<StaleRun>(context, LOCK_STALE, [context.companyId, colleagueId]);
    if (!run) return [];
    await this.forgetActivity(context, run);
    const events = await this.recordEnd(context, { ...run, ...NOTHING_DONE, status: 'failed', error: BROKEN_OFF });
    this.countFinished('failed');
    return events ?? [];
  }

  private async insert(
    tx: TransactionContext,
    colleagueId: string,
    { kind, trigger = 'manual' }: Begun,
  ): Promise<StartedRun> {
    const run: StartedRun = { id: uuidv7(), colleagueId, startedAt: new Date().toISOString() };
    await this.database.execute(
      tx,
      {
        text: `WITH lease AS (
            INSERT INTO virtual_colleague_leases (company_id, colleague_id, run_id, lease_until)
            VALUES ($1, $3, $2, now() + interval '${LEASE_SECONDS} s')
          ) INSERT INTO virtual_colleague_runs (company_id, id, colleague_id, kind, trigger, started_at, status,
            tasks_scanned, actions_generated, sent, failed)
          VALUES ($1, $2, $3, $4, $6, $5, 'running', 0, 0, 0, 0)`,
      },
      [tx.companyId, run.id, colleagueId, kind, run.startedAt, trigger],
    );
    return run;
  }

  private async isRunning(tx: TransactionContext, colleagueId: string): Promise<boolean> {
    const text = 'SELECT 1 FROM virtual_colleague_leases WHERE company_id = $1 AND colleague_id = $2';
    return (await this.database.row(tx, { text }, [tx.companyId, colleagueId])) !== undefined;
  }

  private async renew(
    { companyId, idempotentRequest }: RequestContext,
    { id, colleagueId }: StartedRun,
  ): Promise<void> {
    const text = `UPDATE virtual_colleague_leases SET lease_until = now() + interval '${LEASE_SECONDS} s'
      WHERE company_id = $1 AND colleague_id = $2 AND run_id = $3`;
    try {
      await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, colleagueId, id]);
      await idempotentRequest?.renew();
    } catch (error) {
      // The next renewal may succeed; if none does, the lease runs out.
      this.logger.warn(`The lease of run ${id} could not be renewed: ${(error as Error).message}`);
    }
  }

  private async end<Answered>(
    context: RequestContext,
    run: StartedRun,
    outcome: RunOutcome<Answered>,
    start: number,
  ): Promise<Answered> {
    const { write, answer, stored, ...result } = outcome;
    const durationMs = Math.round(performance.now() - start);
    const [answered, status] = await this.outbox.commit(context, async (tx) => {
      const colleague = await this.colleagues.getOneForUpdate(tx, run.colleagueId);
      const { events = [], ...written } = (await write?.(tx)) ?? {};
      const ended: EndedRun = { ...run, ...result, ...written, durationMs };
      const alerts = await this.recordEnd(tx, ended, stored?.(ended));
      if (!alerts) {
        throw new ServiceUnavailableError(
          'Another instance took over, as this one did not renew its lease in time: start another run',
        );
      }
      const body = answer(ended, colleague);
      return { ...changed([body, ended.status] as const, ...events, ...alerts), answer: { body } };
    });
    this.countFinished(status);
    return answered;
  }

  private async fail(context: RequestContext, run: StartedRun, cause: unknown, start: number): Promise<void> {
    const error = cause instanceof AppError ? cause.message : 'The run broke off; the log of the service says why';
    context.log.warn({ err: cause, runId: run.id }, 'A run of a virtual colleague failed');
    const write = async (tx: TransactionContext) => {
      await this.forgetActivity(tx, run);
      return {};
    };
    try {
      await this.end(context, run, { ...NOTHING_DONE, status: 'failed', error, write, answer: () => undefined }, start);
    } catch (failure) {
      // The colleague is deleted, the lease is lost, or the database cannot be reached. In the last case the run ends
      // when its lease does.
      if (failure instanceof NotFoundError) return;
      context.log.warn({ err: failure, runId: run.id }, 'The failure of a run was not recorded');
    }
  }

  /** Gives what is told of it; undefined when the run did not have its lease any more. */
  private async recordEnd(
    context: TransactionContext,
    run: EndedRun,
    stored?: object,
  ): Promise<DomainEvent[] | undefined> {
    const { id, colleagueId, status, tasksScanned, actionsGenerated, sent, failed, error, durationMs } = run;
    const colleague = await this.database.row<{ id: string; name: string; failedRuns: number }>(
      context,
      {
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
      },
      [
        ...[context.companyId, id, colleagueId, status, tasksScanned, actionsGenerated, sent, failed, error],
        ...[durationMs, new Date().toISOString(), JSON.stringify(run.byRule), JSON.stringify(run.held)],
        ...[run.dropped ?? 0, stored === undefined ? null : JSON.stringify(stored)],
      ],
    );
    if (!colleague || status !== 'failed' || colleague.failedRuns !== ALARMING_FAILURES) return colleague && [];
    return [await this.alerts.tell(context, colleague, `${ALARMING_FAILURES} runs in a row have failed: ${error}`)];
  }

  private async forgetActivity(context: CompanyTransaction, { id, colleagueId }: StartedRun): Promise<void> {
    await this.voice.forget(context, { runId: id, colleagueId });
    const text = 'DELETE FROM virtual_colleague_activity WHERE company_id = $1 AND run_id = $2';
    await this.database.execute(context, { text }, [context.companyId, id]);
  }
}
