import { HttpStatus, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { AuditRecord } from '#core/audit/audit-entry.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { hasPermission } from '#core/access/permissions.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { TOO_OFTEN, wasBegunTooOften } from '#core/processes/leased-worker.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { FileStores } from '#modules/files/store/file-stores.service.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { type CreateExport, type ExportResponse, toExportResponse } from './export.dto.js';
import { Export } from './export.entity.js';
import { ExportWorker } from './export-worker.js';
import { keyOfExport } from './export-key.js';
import { ExportsRepository, liveExports } from './exports.repository.js';

/** Exports of a company that run or are ready. */
const MOST_KEPT = 3;

/** Archives as people make, see and fetch them. `ExportWorker` makes them. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectCompanyScoped(Export) private readonly exports: CompanyScopedRepository<Export>,
    private readonly callerCheck: CallerCheck,
    private readonly access: ProjectAccess,
    private readonly stores: FileStores,
    private readonly worker: ExportWorker,
    private readonly queue: ExportsRepository,
    private readonly companies: CompaniesService,
  ) {}

  /** Those that the caller may make. */
  findAll(context: RequestContext, query: PageQuery): Promise<List<ExportResponse>> {
    return this.exports.find(context, query, toExportResponse, liveExports(mayExportCompany(context)));
  }

  async findOne(context: RequestContext, id: string): Promise<ExportResponse> {
    return toExportResponse(await this.getOne(context, id));
  }

  /** @throws InsufficientRoleError for an ADMIN without a project; ConflictError while another one is made */
  async create(
    context: RequestContext,
    { projectId: given, files: withFiles = true }: CreateExport,
  ): Promise<ExportResponse> {
    const projectId = given ?? null;
    if (projectId === null && !mayExportCompany(context)) throw new InsufficientRoleError();
    let replaced: Export | undefined;
    try {
      const made = await this.callerCheck.commit(context, async (tx) => {
        if (projectId === null && !mayExportCompany(tx)) throw new InsufficientRoleError();
        if (projectId !== null) await this.access.getProject(tx, projectId);
        replaced = await this.makeRoom(tx);
        const row = await this.exports.insert(tx, {
          projectId,
          withFiles,
          state: 'running',
          store: null,
          bytes: null,
          sha256: null,
          done: 0,
          total: 0,
          attempts: 0,
          createdById: tx.userId,
          expiresAt: null,
          leaseId: null,
          leaseUntil: null,
        });
        return audited(unannounced(toExportResponse(row)), recordOf('export.started', row));
      });
      if (replaced) await this.deleteBytes(replaced);
      void this.worker.wake();
      return made;
    } catch (error) {
      if (!isUniqueViolation(error, 'exports_running')) throw error;
      throw new ConflictError('Another export of the company is under way; wait until it ends, or delete it');
    }
  }

  async remove(context: RequestContext, id: string): Promise<void> {
    const row = await this.callerCheck.commit(context, async (tx) => {
      const found = await this.exports.requireForUpdate(tx, { id }, 'Export');
      ensureSeen(tx, found);
      await this.exports.delete(tx, id);
      return unannounced(found);
    });
    await this.deleteBytes(row);
  }

  /** An OWNER's takes the place of the oldest that is ready: a company can always leave. @throws ConflictError */
  private async makeRoom(tx: TransactionContext): Promise<Export | undefined> {
    await this.companies.lockCompany(tx);
    const rows = await this.queue.findKept(tx);
    if (rows.length < MOST_KEPT) return undefined;
    const oldest = rows.find(({ state }) => state === 'ready');
    if (!oldest || !mayExportCompany(tx)) {
      throw new ConflictError(`A company has at most ${MOST_KEPT} exports; delete one first`);
    }
    await this.exports.delete(tx, oldest.id);
    return oldest;
  }

  private async deleteBytes(row: Export): Promise<void> {
    if (row.store !== null) await this.stores.deleteFile(keyOfExport(row), row.store);
  }

  /** The bytes of the archive; the audit log says who has fetched them. @throws ConflictError while it is not ready */
  async readContent(context: RequestContext, id: string, reply: FastifyReply): Promise<StreamableFile> {
    const row = await this.getOne(context, id);
    if (row.state !== 'ready' || row.store === null) {
      throw new ConflictError(row.state === 'failed' ? failureOf(row) : 'It is not ready yet');
    }
    const file = await this.stores.openFile(keyOfExport(row), row.store, context.signal);
    if (!file) throw new NotFoundError('Export');
    try {
      await this.callerCheck.commit(context, () => {
        const fetched = unannounced(undefined);
        return Promise.resolve(audited(fetched, recordOf('export.downloaded', row)));
      });
    } catch (error) {
      file.stream.destroy();
      throw error;
    }
    const name = `archive-${row.createdAt.slice(0, 10)}.zip`;
    void reply.status(HttpStatus.OK).headers({
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    });
    return new StreamableFile(file.stream, { type: 'application/zip' });
  }

  private async getOne(context: RequestContext, id: string): Promise<Export> {
    const row = await this.exports.require(context, { id }, 'Export');
    ensureSeen(context, row);
    return row;
  }
}

function mayExportCompany({ role }: RequestContext): boolean {
  return hasPermission(role, 'company:export');
}

/** @throws NotFoundError when the caller may not make it, or its time is over */
function ensureSeen(context: RequestContext, { projectId, expiresAt }: Export): void {
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  if (isOver || (projectId === null && !mayExportCompany(context))) throw new NotFoundError('Export');
}

function failureOf(row: Export): string {
  return `The export has failed${wasBegunTooOften(row) ? `: ${TOO_OFTEN}` : ''}; make another one`;
}

function recordOf(action: 'export.started' | 'export.downloaded', { id, projectId }: Export): AuditRecord {
  const changes = projectId === null ? null : { projectId: { from: null, to: projectId } };
  return { action, target: { type: 'export', id, name: null }, changes };
}
