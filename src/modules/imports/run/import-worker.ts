import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { toDatabaseAppError } from '#common/database/database-error.js';
import { isRefusal } from '#common/errors/app-error.js';
import { OWN_WORK_CONTEXT, type RequestContext } from '#core/company-scope/request-context.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { changed, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { newTraceId } from '#core/transport/trace-id.js';
import { ImportLimits } from '../import-limits.js';
import type { Import } from '../import.entity.js';
import { ImportError } from '../readers/records.js';
import { GitHubDownload } from './github-download.js';
import { type Lease, ImportsRepository, WAITING_IMPORTS } from '../imports.repository.js';
import { StoppedError } from './import-batches.js';
import { ImportRun } from './import-run.js';
import { cut, storable } from '#common/validation/storable.js';
import { LeasedWorker, type Leaving, LostLeaseError } from '#core/processes/leased-worker.js';
import { ImportUndoing } from './import-undoing.js';

const RENEWAL_INTERVAL = 5_000;
const LONGEST_REASON = 1_000;
const UNFORESEEN = 'Something went wrong on our side; start it again, and report its id if that fails, too';
/** Imports that one process works on, of different companies. */
const MOST_AT_WORK = 2;

/** Checks, runs and undoes imports in the processes with the role `worker`. */
@Injectable()
export class ImportWorker extends LeasedWorker<Lease> {
  constructor(
    private readonly queue: ImportsRepository,
    private readonly runs: ImportRun,
    private readonly undoing: ImportUndoing,
    private readonly github: GitHubDownload,
    private readonly outbox: Outbox,
    private readonly limits: ImportLimits,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    super({
      name: 'import',
      role: 'worker',
      companies: WAITING_IMPORTS,
      slots: MOST_AT_WORK,
      renewal: RENEWAL_INTERVAL,
    });
  }

  /** Each batch ends, and the lease is given back. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    this.queue.stopTaking();
    await this.runs.stopReading();
  }

  protected async take(): Promise<Lease[]> {
    const lease = await this.queue.takeLease();
    return lease ? [lease] : [];
  }

  protected async step(lease: Lease): Promise<string> {
    const row = await this.find(lease);
    const outcome = row ? await this.perform(lease, row) : 'gone';
    await this.queue.releaseLease(lease);
    return outcome;
  }

  protected override renew(lease: Lease): Promise<void> {
    return this.queue.renewLease(OWN_WORK_CONTEXT, lease);
  }

  protected async giveUp(lease: Lease, reason: string): Promise<void> {
    const row = await this.find(lease);
    if (row) await this.end(this.contextOf(row), row, { state: 'failed', error: reason });
    await this.queue.releaseLease(lease);
  }

  /** What has failed waits until its lease ends. */
  protected async release(lease: Lease, leaving: Leaving): Promise<void> {
    if (leaving === 'failed') return;
    await this.queue.uncountAttempt(lease);
    await this.queue.releaseLease(lease);
  }

  private find({ companyId, id }: Lease): Promise<Import | undefined> {
    return this.queue.findImport({ ...OWN_WORK_CONTEXT, companyId }, id);
  }

  private async perform(lease: Lease, row: Import): Promise<string> {
    const context = this.contextOf(row);
    try {
      await this.carryOut(context, lease, row);
      return 'done';
    } catch (error) {
      if (error instanceof StoppedError) {
        await this.end(context, row, { state: 'stopped' });
        return 'done';
      }
      if (error instanceof LostLeaseError || this.isStopping) throw error;
      if (toDatabaseAppError(error)?.status === 503) throw error;
      await this.end(context, row, { state: 'failed', error: this.reasonOf(error, row) });
      return 'failed';
    }
  }

  private async carryOut(context: RequestContext, lease: Lease, row: Import): Promise<void> {
    switch (row.state) {
      case 'checking': {
        if (row.source === 'github') await this.download(context, row);
        const report = await this.runs.checkImport(context, lease, row);
        await this.queue.updateImport(context, row.id, { state: 'checked', report });
        return;
      }
      case 'running':
        return this.end(context, row, {
          state: 'done',
          report: await this.runs.startImport(context, lease, row),
          token: null,
        });
      case 'stopping':
        return this.end(context, row, { state: 'stopped' });
      case 'undoing': {
        const kept = await this.undoing.undoImport(context, lease, row);
        const report = row.report && { ...row.report, kept };
        return this.end(context, row, { state: 'undone', report, position: null });
      }
      default:
        return;
    }
  }

  /** What GitHub gives counts to the bytes of the company, and is refused past their limit. */
  private async download(context: RequestContext, row: Import): Promise<void> {
    await this.github.copyIssues(row, (bytes) =>
      this.outbox.commit(context, async (tx) => {
        await this.limits.ensureRoom(tx, row, bytes);
        await this.queue.updateImport(tx, row.id, { bytes });
        return unannounced(undefined);
      }),
    );
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
      await this.queue.updateImport(tx, row.id, { ...changes, finishedAt: new Date().toISOString() });
      const thing = { type: 'import', id: row.id, name: row.name } as const;
      const text = `The import ${row.name} is ${changes.state ?? 'done'}`;
      const telling = inboxNotice({ reason: 'import', userIds: [row.createdById], thing, text, projectId: null });
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
