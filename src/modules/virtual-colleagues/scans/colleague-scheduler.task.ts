import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Configuration } from '#config/configuration.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { Release } from '#core/concurrency-limits/concurrency-limit.js';
import { WhenDue } from '#core/processes/due-work.js';
import { newTraceId } from '#core/transport/trace-id.js';
import { ColleagueRuns } from '../runs/colleague-runs.js';
import { DUE_BROKEN_OFF } from '../runs/colleague-runs.repository.js';
import { AiChecks } from '../ai-check/ai-checks.js';
import { ColleagueScans } from './colleague-scans.js';
import { DueColleagues, type ScheduledRun } from './due-colleagues.js';
import { DUE_COLLEAGUES } from './due-colleagues.repository.js';
import { RunSlots } from '../runs/run-slots.js';
import { ScheduledSlots } from './scheduled-slots.js';

/** Most companies that wait for a slot. When one gets its slot, the next look finds another company. */
const MOST_IN_LINE = 256;

/** Starts the scans whose time has come, within 5 s, in the processes with the role `scheduler`. */
@Injectable()
export class ColleagueSchedulerTask implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(ColleagueSchedulerTask.name);
  private readonly slots: ScheduledSlots;
  private readonly inFlight = new Set<Promise<void>>();
  private tick?: Promise<void>;
  private isStopping = false;

  constructor(
    private readonly due: DueColleagues,
    private readonly scans: ColleagueScans,
    private readonly runs: ColleagueRuns,
    private readonly checks: AiChecks,
    private readonly configuration: Configuration,
    private readonly adapterHost: HttpAdapterHost,
    { runs: slots }: RunSlots,
  ) {
    this.slots = new ScheduledSlots(slots);
  }

  @WhenDue({ role: 'scheduler', companies: `${DUE_COLLEAGUES} UNION ALL ${DUE_BROKEN_OFF}` })
  async run(): Promise<void> {
    if (this.tick || this.isStopping || !this.configuration.processRoles.has('scheduler')) return;
    this.tick = this.startDue();
    await this.tick;
    this.tick = undefined;
  }

  /** From now on, nothing starts. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Waits for what has started. `ColleagueRuns` breaks off what takes too long. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.tick;
    await Promise.all(this.inFlight);
  }

  private async startDue(): Promise<void> {
    try {
      await this.runs.endAllBrokenOff((companyId) => onOwnWork(companyId, this.adapterHost));
      const { inLine } = this.slots;
      const due = await this.due.findCompanies(MOST_IN_LINE - inLine.size, inLine);
      const slots = this.slots.take(due);
      if (slots.size > 0) await this.beginIn(slots);
    } catch (error) {
      this.logger.warn(`Scheduled scans cannot be started at the moment: ${(error as Error).message}`);
    }
  }

  private async beginIn(slots: Map<string, Release[]>): Promise<void> {
    try {
      for (const [companyId, releases] of slots) {
        for (const run of await this.due.claimRuns(companyId, releases.length)) this.begin(run, releases.pop());
      }
    } finally {
      for (const release of [...slots.values()].flat()) release();
    }
  }

  private begin(run: ScheduledRun, slot: Release | undefined): void {
    const ended = this.scans
      .performScan(this.contextOf(run), run, run.moment, slot)
      // `ColleagueRuns` records and logs it.
      .catch(() => undefined)
      .then(() => this.checkAfter(run))
      .then(() => void this.inFlight.delete(ended));
    this.inFlight.add(ended);
  }

  /** Starts an AI check where people want one after scans. The scan has ended, so the check cannot change its result. */
  private async checkAfter(run: ScheduledRun): Promise<void> {
    const context = this.contextOf(run);
    try {
      if (!this.isStopping && (await this.checks.followsScans(context, run.colleagueId))) {
        await this.checks.checkTasks(context, run.colleagueId, 'schedule');
      }
    } catch (error) {
      context.log.warn({ err: error }, 'A scheduled AI check failed');
    }
  }

  /** Acts for the colleague's owner, but as an OWNER, because a colleague watches its own projects. */
  private contextOf({ companyId, ownerId, id }: ScheduledRun): RequestContext {
    const traceId = newTraceId();
    const { log } = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    return {
      companyId,
      share: companyId,
      userId: ownerId,
      role: 'OWNER',
      traceId,
      log: log.child({ traceId, runId: id }),
    };
  }
}
