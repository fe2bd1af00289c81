import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { FileLimits } from '#modules/files/file-limits.js';
import { DeclaresStoredBytes } from '#modules/files/file.hooks.js';
import type { Import } from './import.entity.js';

/** Imports of a company that are prepared at once. */
const MOST_PREPARED = 5;

/** How many imports a company has, and what their files take. */
@Injectable()
export class ImportLimits {
  constructor(
    private readonly database: Database,
    private readonly companies: CompaniesService,
    private readonly files: FileLimits,
  ) {}

  @DeclaresStoredBytes()
  storedBytes(): string {
    return 'SELECT coalesce(sum(i.bytes), 0) FROM imports i WHERE i.company_id = $1';
  }

  /** Until the transaction ends, others of the company wait. @throws ConflictError */
  async ensureFew(tx: TransactionContext): Promise<void> {
    await this.companies.lock(tx);
    const text = `SELECT count(*) AS count FROM imports
      WHERE company_id = $1 AND state IN ('waiting', 'checking', 'checked')`;
    const row = await this.database.row<{ count: number }>(tx, { text }, [tx.companyId]);
    if ((row?.count ?? 0) >= MOST_PREPARED) {
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
