import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { FileLimits } from '#modules/files/file-limits.js';
import type { Import } from './import.entity.js';
import { ImportFilesRepository } from './import-files.repository.js';

/** Imports of a company that are prepared at once. */
const MOST_PREPARED = 5;

/** How many imports a company has, and what their files take. */
@Injectable()
export class ImportLimits {
  constructor(
    private readonly imports: ImportFilesRepository,
    private readonly companies: CompaniesService,
    private readonly files: FileLimits,
  ) {}

  /** Until the transaction ends, others of the company wait. @throws ConflictError */
  async ensureFew(tx: TransactionContext): Promise<void> {
    await this.companies.lockCompany(tx);
    if ((await this.imports.countPrepared(tx)) >= MOST_PREPARED) {
      throw new ConflictError(
        `A company has at most ${MOST_PREPARED} imports that are prepared; start or delete one first`,
      );
    }
  }

  /** For a file in place of the one of the import. @throws ConflictError */
  async ensureRoom(tx: TransactionContext, { bytes }: Pick<Import, 'bytes'>, size: number): Promise<void> {
    await this.files.ensureRoomBesides(tx, size, bytes ?? 0);
  }
}
