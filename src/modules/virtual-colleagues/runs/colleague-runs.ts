import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  AppError,
  ConflictError,
  InvalidInputError,
  NotFoundError,
  ServiceUnavailableError,
} from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, type DomainEvent } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { Metrics } from '#core/metrics/metrics.js';
import type { Release } from '#core/concurrency-limits/concurrency-limit.js';
import { Voice } from '#modules/voice/voice.service.js';
import { NOTHING_HELD } from '#schema/voice.js';
import { ALARMING_FAILURES, ColleagueAlerts } from './colleague-alerts.js';
import {
  type Begun,
  ColleagueRunsRepository,
  type CompanyTransaction,
  type EndedRun,
  type RunResult,
  type StartedRun,
} from './colleague-runs.repository.js';
import { RunSlots } from './run-slots.js';
import type { LastRunStatus } from '../virtual-colleague.entity.js';
import { type ColleagueRow, VirtualColleaguesRepository } from '../virtual-colleagues.repository.js';

export type { EndedRun, RunResult, StartedRun };

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

/** The counts of a run that fails. */
const NOTHING_DONE = { tasksScanned: 0, actionsGenerated: 0, sent: 0, failed: 0, byRule: {}, held: NOTHING_HELD };

/** What ending a run has changed in its result. */
export interface Written extends Partial<RunResult> {
  readonly events?: readonly DomainEvent[];
}

/** The outcome of a run. `Answered` is the answer to its request. */
export type RunOutcome<Answered> = RunResult & {
  /** Writes more in the transaction that ends the run. What it returns is recorded, too. */
  readonly write?: (tx: TransactionContext) => Promise<Written>;
  readonly answer: (run: EndedRun, colleague: ColleagueRow) => Answered;
  /** What is kept of the answer. */
  readonly stored?: (run: EndedRun) => object;
};

/** Scans and AI checks of colleagues. A colleague has one run at a time, over all instances. */
@Injectable()
export class ColleagueRuns implements OnModuleDestroy {
  @Inject() private readonly voice: Voice;

  private readonly logger = new Logger(ColleagueRuns.name);
  private readonly stopping = new AbortController();
  private readonly countFinished: (status: LastRunStatus, count?: number) => void;

  constructor(
    private readonly stored: ColleagueRunsRepository,
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

  /** Tells runs that do not end in time to stop, so that they can be recorded. */
  onModuleDestroy(): void {
    setTimeout(() => this.stopping.abort(new ServiceUnavailableError(STOPPED)), GRACE).unref();
  }

  /**
   * Takes the lease on an enabled colleague, on request.
   *
   * @param permit is the last check; it throws to refuse the run.
   * @throws NotFoundError, InvalidInputError when it is disabled, ScanInProgressError
   */
  startRun(
    context: RequestContext,
    colleagueId: string,
    begun: Begun,
    permit?: (tx: TransactionContext) => Promise<void>,
  ): Promise<StartedRun> {
    return this.callerCheck.commit(context, async (tx) => {
      const { active } = await this.colleagues.getOneForUpdate(tx, colleagueId);
      if (!active) throw new InvalidInputError('The virtual colleague is disabled; set active to true first');
      const events = await this.endBrokenOff(tx, colleagueId);
      if (await this.stored.isRunning(tx, colleagueId)) throw new ScanInProgressError();
      await permit?.(tx);
      return { ...changed(await this.stored.insertRun(tx, colleagueId, begun), ...events), answer: 'later' };
    });
  }

  /**
   * Does the work of a run that has begun. It keeps the lease, and records how the run ended, failures too. The signal
   * aborts when the service stops: then nobody waits for an answer. Without a slot it waits for one as requests do.
   *
   * @throws ServiceUnavailableError when the company's share of slots is not free in time
   */
  async performRun<Answered>(
    request: RequestContext,
    run: StartedRun,
    work: (context: RequestContext, signal: AbortSignal) => Promise<RunOutcome<Answered>>,
    slot?: Release,
  ): Promise<Answered> {
    // The answer for an Idempotency-Key is stored at the end of the run, not with the changes before that.
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

  /** Ends the runs of processes that died. `contextOf` makes the context of the service's own work for a company. */
  async endAllBrokenOff(contextOf: (companyId: string) => RequestContext): Promise<void> {
    for (const { companyId, colleagueId } of await this.stored.findStale()) {
      await this.outbox.commit(contextOf(companyId), async (tx) =>
        changed(undefined, ...(await this.endBrokenOff(tx, colleagueId))),
      );
    }
  }

  /** Ends the run of a colleague whose process died. Deletes its messages, so that the next run repeats them. */
  private async endBrokenOff(context: TransactionContext, colleagueId: string): Promise<DomainEvent[]> {
    const run = await this.stored.lockStale(context, colleagueId);
    if (!run) return [];
    await this.forgetActivity(context, run);
    const events = await this.recordEnd(context, { ...run, ...NOTHING_DONE, status: 'failed', error: BROKEN_OFF });
    this.countFinished('failed');
    return events ?? [];
  }

  private async renew({ companyId, idempotentRequest }: RequestContext, run: StartedRun): Promise<void> {
    try {
      await this.stored.renewLease(companyId, run);
      await idempotentRequest?.renew();
    } catch (error) {
      // The next renewal may succeed; if none does, the lease runs out.
      this.logger.warn(`The lease of run ${run.id} could not be renewed: ${(error as Error).message}`);
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

  /** Returns events that tell of the end; undefined when the run had lost its lease. */
  private async recordEnd(
    context: TransactionContext,
    run: EndedRun,
    stored?: object,
  ): Promise<DomainEvent[] | undefined> {
    const { status, error } = run;
    const colleague = await this.stored.endRun(context, run, stored);
    if (!colleague || status !== 'failed' || colleague.failedRuns !== ALARMING_FAILURES) return colleague && [];
    return [
      await this.alerts.tellAdministrators(
        context,
        colleague,
        `${ALARMING_FAILURES} runs in a row have failed: ${error}`,
      ),
    ];
  }

  private async forgetActivity(context: CompanyTransaction, run: StartedRun): Promise<void> {
    await this.voice.forgetRun(context, { runId: run.id, colleagueId: run.colleagueId });
    await this.stored.forgetActivity(context, run);
  }
}
