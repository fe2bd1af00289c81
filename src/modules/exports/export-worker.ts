import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Configuration } from '#config/configuration.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { BeforeCompanyDeletion } from '#modules/companies/company.hooks.js';
import { ArchivedFiles } from '#modules/files/archived-files.service.js';
import { FileStores } from '#modules/files/store/file-stores.service.js';
import { AfterErasure, type ForgottenUser } from '#modules/users/user.hooks.js';
import { ArchiveMaker } from './archive-maker.js';
import { DUE_EXPORTS, ExportQueue, LostExportError } from './export-queue.js';
import { keyOfExport } from './export-key.js';
import { WhenDue } from '#core/processes/due-work.js';
import type { Export } from './export.entity.js';

const RENEWAL_INTERVAL = 2_000;
/** Seconds that bytes are kept past the last sign of life of an export. */
const KEEP_SECONDS = 60;

/** Makes archives in the processes with the role `worker`, one at a time, and deletes those whose time is over. */
@Injectable()
export class ExportWorker implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(ExportWorker.name);
  private atWork: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly queue: ExportQueue,
    private readonly maker: ArchiveMaker,
    private readonly files: ArchivedFiles,
    private readonly stores: FileStores,
    private readonly configuration: Configuration,
    private readonly adapter: HttpAdapterHost,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.atWork;
  }

  /** Looks for work now. */
  @WhenDue({ role: 'worker', companies: DUE_EXPORTS })
  wake(): void {
    if (this.atWork || this.isStopping || !this.configuration.processRoles.has('worker')) return;
    this.atWork = this.work().finally(() => (this.atWork = undefined));
  }

  /** Deletes the archives of a company that goes. */
  @BeforeCompanyDeletion()
  async deleteAll({ companyId }: RequestContext): Promise<void> {
    for (const row of await this.queue.findStored(companyId)) await this.stores.delete(keyOfExport(row), row.store);
  }

  /** Archives that name who was erased then go at once. */
  @AfterErasure()
  async forget(context: RequestContext, { erasedAt }: ForgottenUser): Promise<void> {
    await this.queue.outdate(context, erasedAt);
    await this.deleteExpired();
  }

  private async work(): Promise<void> {
    try {
      await this.deleteExpired();
      for (let row = await this.queue.take(); row; row = await this.queue.take()) {
        await this.make(row);
        if (this.isStopping) return;
      }
    } catch (error) {
      this.logger.warn(`Exports cannot be worked on at the moment: ${(error as Error).message}`);
    }
  }

  private async make(row: Export): Promise<void> {
    let progress: Pick<Export, 'done' | 'total'> = { done: 0, total: 0 };
    let isLost = false;
    const live = async () => {
      await this.files.keep(row.companyId, KEEP_SECONDS);
      await this.queue.renew(row, progress);
    };
    const renewal = setInterval(() => {
      live().catch((error: unknown) => (isLost ||= error instanceof LostExportError));
    }, RENEWAL_INTERVAL);
    try {
      await live();
      const { total, ...measured } = await this.maker.make(this.contextOf(row), row, (latest) => {
        progress = latest;
        if (isLost || this.isStopping) throw new LostExportError();
      });
      await this.finish(row, measured, total);
    } catch (error) {
      await this.giveUp(row, error);
    } finally {
      clearInterval(renewal);
    }
  }

  private async finish(row: Export, measured: { bytes: number; sha256: string }, total: number): Promise<void> {
    const { name } = this.stores.current;
    try {
      await this.queue.finish(row, measured, name, total);
    } catch (error) {
      // It was deleted meanwhile.
      await this.stores.delete(keyOfExport(row), name);
      throw error;
    }
  }

  private async giveUp(row: Export, error: unknown): Promise<void> {
    if (error instanceof LostExportError && !this.isStopping) return;
    if (this.isStopping) return this.queue.release(row).catch(() => undefined);
    this.logger.error(`The export ${row.id} has failed: ${(error as Error).stack ?? String(error)}`);
    await this.queue.fail(row).catch(() => undefined);
  }

  private async deleteExpired(): Promise<void> {
    for (const row of await this.queue.findExpired()) {
      if (row.store !== null) await this.stores.delete(keyOfExport(row), row.store);
      await this.queue.remove(row);
    }
  }

  /** On behalf of who asked for it; every project is open to them. */
  private contextOf({ companyId, createdById }: Export): RequestContext {
    return { ...onOwnWork(companyId, this.adapter), userId: createdById, role: 'OWNER' };
  }
}
