import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { onOwnWork } from '#core/company-scope/own-work.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { LeasedWorker, type Leaving, LostLeaseError } from '#core/processes/leased-worker.js';
import { BeforeCompanyDeletion } from '#modules/companies/company.hooks.js';
import { ArchivedFiles } from '#modules/files/archived-files.service.js';
import { FileStores } from '#modules/files/store/file-stores.service.js';
import { AfterErasure, type ForgottenUser } from '#modules/users/user.hooks.js';
import { ArchiveMaker } from './archive-maker.js';
import { DUE_EXPORTS, ExportsRepository, type LeasedExport } from './exports.repository.js';
import { keyOfExport } from './export-key.js';
import type { Export } from './export.entity.js';

const RENEWAL_INTERVAL = 2_000;
/** Seconds that bytes are kept past the last sign of life of an export. */
const KEEP_SECONDS = 60;

/** Makes archives in the processes with the role `worker`, one at a time, and deletes those whose time is over. */
@Injectable()
export class ExportWorker extends LeasedWorker<LeasedExport> {
  constructor(
    private readonly queue: ExportsRepository,
    private readonly maker: ArchiveMaker,
    private readonly files: ArchivedFiles,
    private readonly stores: FileStores,
    private readonly adapter: HttpAdapterHost,
  ) {
    super({
      name: 'export',
      role: 'worker',
      companies: DUE_EXPORTS,
      slots: 1,
      renewal: RENEWAL_INTERVAL,
    });
  }

  /** Deletes the archives of a company that goes. */
  @BeforeCompanyDeletion()
  async deleteAll({ companyId }: RequestContext): Promise<void> {
    for (const row of await this.queue.findStored(companyId)) await this.stores.deleteFile(keyOfExport(row), row.store);
  }

  /** Archives that name who was erased then go at once. */
  @AfterErasure()
  async forget(context: RequestContext, { erasedAt }: ForgottenUser): Promise<void> {
    await this.queue.outdateExports(context, erasedAt);
    await this.prepare();
  }

  /** Deletes the archives whose time is over. */
  protected override async prepare(): Promise<void> {
    for (const row of await this.queue.findExpired()) {
      if (row.store !== null) await this.stores.deleteFile(keyOfExport(row), row.store);
      await this.queue.removeExport(row);
    }
  }

  protected async take(): Promise<LeasedExport[]> {
    const row = await this.queue.takeExport();
    return row ? [row] : [];
  }

  protected async step(row: LeasedExport, signal: AbortSignal): Promise<string> {
    await this.renew(row);
    try {
      const { total, ...measured } = await this.maker.makeArchive(this.contextOf(row), row, (progress) => {
        // The next renewal writes it.
        Object.assign(row, progress);
        signal.throwIfAborted();
      });
      await this.finish(row, measured, total);
      return 'ready';
    } catch (error) {
      if (error instanceof LostLeaseError || this.isStopping) throw error;
      this.logger.error(`The export ${row.id} has failed: ${(error as Error).stack ?? String(error)}`);
      await this.queue.failExport(row);
      return 'failed';
    }
  }

  protected override async renew(row: LeasedExport): Promise<void> {
    await this.files.keepBytes(row.companyId, KEEP_SECONDS);
    await this.queue.renewLease(row);
  }

  /** `ExportsService` says why: it was begun too often. */
  protected giveUp(row: LeasedExport): Promise<void> {
    return this.queue.failExport(row);
  }

  protected async release(row: LeasedExport, leaving: Leaving): Promise<void> {
    if (leaving === 'stopped') await this.queue.releaseLease(row);
  }

  private async finish(row: LeasedExport, measured: { bytes: number; sha256: string }, total: number): Promise<void> {
    const { name } = this.stores.current;
    try {
      await this.queue.finishExport(row, measured, name, total);
    } catch (error) {
      // It was deleted meanwhile.
      await this.stores.deleteFile(keyOfExport(row), name);
      throw error;
    }
  }

  /** On behalf of who asked for it; every project is open to them. */
  private contextOf({ companyId, createdById }: Export): RequestContext {
    return { ...onOwnWork(companyId, this.adapter), userId: createdById, role: 'OWNER' };
  }
}
