import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { ImportLimits } from './import-limits.js';
import { ImportFiles } from './import-files.js';
import type { CreateImport, UpdateImport } from './import-input.dto.js';
import { SOURCE_NAMES } from './import-sources.js';
import { type ImportResponse, toImportResponse } from './import.dto.js';
import { Import, type ImportState } from './import.entity.js';
import { givenToken } from './settings/github-token.js';
import { ImportSettings } from './settings/import-settings.js';
import { ensureKnownNames, withMapping } from './settings/mapped-report.js';
import { ImportWorker } from './run/import-worker.js';

/** Milliseconds within which an import can be undone. */
const UNDO_TIME = 30 * 24 * 60 * 60 * 1_000;

/** Imports as people make and steer them. `ImportWorker` does the work. */
@Injectable()
export class ImportsService {
  constructor(
    @InjectCompanyScoped(Import) private readonly imports: CompanyScopedRepository<Import>,
    private readonly callerCheck: CallerCheck,
    private readonly limits: ImportLimits,
    private readonly settings: ImportSettings,
    private readonly files: ImportFiles,
    private readonly worker: ImportWorker,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<ImportResponse>> {
    return this.imports.find(context, query, toImportResponse);
  }

  async findOne(context: RequestContext, id: string): Promise<ImportResponse> {
    return toImportResponse(await this.imports.require(context, { id }, 'Import'));
  }

  /** @throws ConflictError when the project is archived, or the key of a new one is taken */
  async create(context: RequestContext, input: CreateImport): Promise<ImportResponse> {
    const { source, name = SOURCE_NAMES[source], projectId = null, project = null } = input;
    if (source !== 'archive' || projectId !== null) ensureOneProject(input);
    this.settings.ensureOptions(input);
    const { token: _, ...options } = input.options ?? {};
    const token = givenToken(input.options);
    return this.callerCheck.commit(context, async (tx) => {
      await this.settings.ensureProject(tx, { projectId, project });
      await this.limits.ensureFew(tx);
      const id = uuidv7();
      const row = await this.imports.insert(tx, {
        id,
        source,
        state: 'waiting',
        name,
        projectId,
        project,
        report: null,
        mapping: {},
        options,
        token: token === undefined ? null : this.settings.sealToken(tx, id, token),
        position: null,
        done: 0,
        total: 0,
        bytes: null,
        createdById: tx.userId,
        startedAt: null,
        finishedAt: null,
        error: null,
        attempts: 0,
      });
      return unannounced(toImportResponse(row));
    });
  }

  /** @throws ValidationError for names that the file does not have; NotFoundError for users that are none */
  update(context: RequestContext, id: string, { mapping, options }: UpdateImport): Promise<ImportResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const row = await this.getOne(tx, id);
      if (options) this.settings.ensureOptions({ source: row.source, options }, row);
      if (mapping) {
        ensureKnownNames(row.report, mapping);
        await this.settings.ensureUsers(tx, mapping);
      }
      ensureState(row, ['waiting', 'checked']);
      const merged = { ...row.mapping, ...mapping };
      const lanes = await this.settings.ensureLanes(tx, merged);
      const fields = await this.settings.ensureFields(tx, merged);
      const { token: _, ...others } = options ?? row.options;
      const token = givenToken(options);
      const sealed = token === undefined ? row.token : this.settings.sealToken(tx, id, token);
      const changes = {
        mapping: merged,
        options: others,
        token: sealed,
        report: row.report && withMapping(row.report, merged, lanes, fields),
      };
      return unannounced(toImportResponse(await this.imports.update(tx, row, changes)));
    });
  }

  async remove(context: RequestContext, id: string): Promise<void> {
    await this.callerCheck.commit(context, async (tx) => {
      const row = await this.getOne(tx, id);
      const hasBegun = row.position !== null;
      ensureState(row, hasBegun ? ['undone'] : ['waiting', 'checked', 'failed', 'undone']);
      await this.imports.delete(tx, id);
      return unannounced(undefined);
    });
    await this.files.remove({ companyId: context.companyId, id });
  }

  /** The state is asked before the first byte, and again when all are here. */
  async uploadFile(context: RequestContext, id: string, body: IncomingMessage): Promise<ImportResponse> {
    const before = await this.imports.require(context, { id }, 'Import');
    ensureTakesFile(before);
    return this.files.receiveFile(context, id, body, (bytes, keep) =>
      this.callerCheck.commit(context, async (tx) => {
        const row = await this.getOne(tx, id);
        ensureTakesFile(row);
        await this.limits.ensureRoom(tx, row, bytes);
        const changes = { bytes, state: 'waiting' as const, report: null, position: null, done: 0, total: 0 };
        const answer = unannounced(toImportResponse(await this.imports.update(tx, row, changes)));
        await keep();
        return answer;
      }),
    );
  }

  checkImport(context: RequestContext, id: string): Promise<ImportResponse> {
    return this.turn(context, id, (row) => {
      if (row.source !== 'github' && row.bytes === null) {
        throw new ConflictError('The import has no file yet; PUT it to uploadUrl first');
      }
      ensureState(row, ['waiting', 'checked']);
      return { state: 'checking', error: null, done: 0, total: 0, attempts: 0 };
    });
  }

  startImport(context: RequestContext, id: string): Promise<ImportResponse> {
    return this.turn(
      context,
      id,
      async (row, tx) => {
        ensureState(row, ['checked', 'failed', 'stopped']);
        await this.settings.ensureProject(tx, row);
        if (row.position === null) await this.settings.ensureLanes(tx, row.mapping);
        const isFirst = row.position === null;
        const startedAt = row.startedAt ?? new Date().toISOString();
        return {
          state: 'running',
          error: null,
          attempts: 0,
          startedAt,
          finishedAt: null,
          ...(isFirst && { done: 0, total: 0 }),
        };
      },
      'import.started',
    );
  }

  stopImport(context: RequestContext, id: string): Promise<ImportResponse> {
    return this.turn(context, id, (row) => {
      ensureState(row, ['running']);
      return { state: 'stopping' };
    });
  }

  undoImport(context: RequestContext, id: string): Promise<ImportResponse> {
    return this.turn(
      context,
      id,
      (row) => {
        ensureState(row, ['done', 'failed', 'stopped']);
        if (row.finishedAt !== null && Date.now() - Date.parse(row.finishedAt) > UNDO_TIME) {
          throw new ConflictError('The import ended more than 30 days ago; what it made can no longer be undone');
        }
        return { state: 'undoing', error: null, attempts: 0 };
      },
      'import.undone',
    );
  }

  private async turn(
    context: RequestContext,
    id: string,
    change: (row: Import, tx: TransactionContext) => Partial<Import> | Promise<Partial<Import>>,
    action?: 'import.started' | 'import.undone',
  ): Promise<ImportResponse> {
    const turned = await this.callerCheck.commit(context, async (tx) => {
      const row = await this.getOne(tx, id);
      const turned = unannounced(toImportResponse(await this.imports.update(tx, row, await change(row, tx))));
      const target = { type: 'import', id, name: row.name };
      return action ? audited(turned, { action, target }) : turned;
    });
    void this.worker.wake();
    return turned;
  }

  private async getOne(tx: TransactionContext, id: string): Promise<Import> {
    return this.imports.requireForUpdate(tx, { id }, 'Import');
  }
}

function ensureOneProject({ projectId, project }: CreateImport): void {
  if (projectId === undefined && project === undefined) {
    throw new ValidationError({ projectId: 'Required without project', project: 'Required without projectId' });
  }
  if (projectId !== undefined && project !== undefined) {
    throw new ValidationError({ project: 'Cannot be given with projectId' });
  }
}

function ensureTakesFile(row: Import): void {
  if (row.source === 'github') throw new ConflictError('The import reads GitHub itself and takes no file');
  ensureState(row, ['waiting', 'checked']);
}

function ensureState({ state }: Import, allowed: readonly ImportState[]): void {
  if (!allowed.includes(state)) {
    throw new ConflictError(`The import is ${state}; it must be ${allowed.join(' or ')}`);
  }
}
