import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { toDatabaseAppError } from '#common/database/database-error.js';
import { isRefusal } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { told } from '#core/events/told.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { newTraceId } from '#core/transport/trace-id.js';
import type { Import } from '../import.entity.js';
import { ImportError } from '../readers/records.js';
import { GitHubDownload } from './github-download.js';
import { type Lease, ImportQueue, LostLeaseError, WAITING_IMPORTS } from './import-queue.js';
import { StoppedError } from './import-batches.js';
import { ImportRun } from './import-run.js';
import { cut, storable } from '#common/validation/storable.js';
import { WhenDue } from '#core/processes/due-work.js';
import { ImportUndoing } from './import-undoing.js';

const RENEWAL_INTERVAL = 5_000;
const LONGEST_REASON = 1_000;
const TOO_OFTEN = 'It was begun three times, and each time its process ended before it got any further';
const UNFORESEEN = 'Something went wrong on our side; start it again, and report its id if that fails, too';
/** Imports that one process works on, of different companies. */
const MOST_AT_WORK = 2;

/** Checks, runs and undoes imports in the processes with the role `worker`. */
@Injectable()
export class ImportWorker implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportWorker.name);
  private readonly atWork = new Set<Promise<void>>();
  private looking: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly queue: ImportQueue,
    private readonly runs: ImportRun,
    private readonly undoing: ImportUndoing,
    private readonly github: GitHubDownload,
    private readonly outbox: Outbox,
    private readonly configuration: Configuration,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    this.queue.stop();
    await this.runs.stop();
  }

  /** Each batch ends, and the lease is given back. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.looking;
    await Promise.all(this.atWork);
  }

  /** Looks for work now. */
  @WhenDue({ role: 'worker', companies: WAITING_IMPORTS })
  wake(): void {
    if (this.looking || this.isStopping || !this.configuration.processRoles.has('worker')) return;
    this.looking = this.look().finally(() => (this.looking = undefined));
  }

  private async look(): Promise<void> {
    try {
      while (this.atWork.size < MOST_AT_WORK && !this.isStopping) {
        const lease = await this.queue.take();
        if (!lease) return;
        const work = this.work(lease).finally(() => {
          this.atWork.delete(work);
          this.wake();
        });
        this.atWork.add(work);
      }
    } catch (error) {
      this.logger.warn(`Imports cannot be worked on at the moment: ${(error as Error).message}`);
    }
  }

  private async work(lease: Lease): Promise<void> {
    const renewal = setInterval(
      () => void this.queue.renew(OWN_WORK_CONTEXT, lease).catch(() => undefined),
      RENEWAL_INTERVAL,
    );
    try {
      await this.perform(lease);
    } catch (error) {
      const isExpected = error instanceof LostLeaseError || this.isStopping;
      if (!isExpected)
        this.logger.error(`The import ${lease.importId} is tried again: ${(error as Error).stack ?? String(error)}`);
    } finally {
      clearInterval(renewal);
      await this.queue.release(lease).catch(() => undefined);
    }
  }

  private async perform(lease: Lease): Promise<void> {
    const own = { ...OWN_WORK_CONTEXT, companyId: lease.companyId };
    const row = await this.queue.find(own, lease.importId);
    if (!row) return;
    const context = this.contextOf(row);
    try {
      if (lease.isLast) throw new ImportError(TOO_OFTEN);
      await this.carryOut(context, lease, row);
    } catch (error) {
      if (error instanceof StoppedError) return this.end(context, row, { state: 'stopped' });
      if (error instanceof LostLeaseError || this.isStopping) throw error;
      if (toDatabaseAppError(error)?.status === 503) throw error;
      await this.end(context, row, { state: 'failed', error: this.reasonOf(error, row) });
    }
  }

  private async carryOut(context: RequestContext, lease: Lease, row: Import): Promise<void> {
    switch (row.state) {
      case 'checking': {
        if (row.source === 'github') await this.queue.update(context, row.id, { bytes: await this.github.copy(row) });
        const report = await this.runs.check(context, lease, row);
        await this.queue.update(context, row.id, { state: 'checked', report });
        return;
      }
      case 'running':
        return this.end(context, row, {
          state: 'done',
          report: await this.runs.start(context, lease, row),
          token: null,
        });
      case 'stopping':
        return this.end(context, row, { state: 'stopped' });
      case 'undoing': {
        const kept = await this.undoing.undo(context, lease, row);
        const report = row.report && { ...row.report, kept };
        return this.end(context, row, { state: 'undone', report, position: null });
      }
      default:
        return;
    }
  }

  /** Why it has failed, in words; what nobody has foreseen is logged. */
  private reasonOf(error: unknown, { id }: Import): string {
    const isForeseen = error instanceof ImportError || isRefusal(error);
    if (!isForeseen) this.logger.error(`The import ${id} has failed: ${(error as Error).stack ?? String(error)}`);
    return isForeseen ? cut(storable((error as Error).message), LONGEST_REASON) : UNFORESEEN;
  }

  /** Who started it hears of it, from the service: nobody is told of what they do themselves. */
  private async end(context: RequestContext, row: Import, changes: Partial<Import>): Promise<void> {
    const { permission: _permission, tells: _tells, importing: _importing, ...own } = context;
    const wasRun = row.state === 'running' || row.state === 'stopping';
    await this.outbox.commit(own, async (tx) => {
      await this.queue.update(tx, row.id, { ...changes, finishedAt: new Date().toISOString() });
      const thing = { type: 'import', id: row.id, name: row.name } as const;
      const text = `The import ${row.name} is ${changes.state ?? 'done'}`;
      const telling = told({ reason: 'import', userIds: [row.createdById], thing, text, projectId: null });
      return changed(undefined, ...(wasRun ? [telling] : []));
    });
  }

  /** On behalf of who made the import, to whom every project is open. */
  private contextOf({ companyId, createdById, id, options }: Import): RequestContext {
    const traceId = newTraceId();
    const { log } = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    return {
      companyId,
      share: companyId,
      userId: createdById,
      role: 'ADMIN',
      permission: 'imports:administer',
      traceId,
      log: log.child({ traceId, importId: id }),
      statementTimeout: 60_000,
      longestWait: 60_000,
      tells: 'nobody',
      importing: { deliver: options.deliver ?? false },
    };
  }
}
