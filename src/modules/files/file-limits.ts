import { Injectable } from '@nestjs/common';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import { NIL_UUID } from '#common/validation/uuid.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { MeasuresCompanyFiles } from '#modules/companies/company.hooks.js';
import { type FileUse, FileUseRepository } from './file-use.repository.js';

/** Files of a task, those that wait among them. */
const MOST_OF_TASK = 100;
/** Files that a user has announced and not sent yet. */
const MOST_WAITING = 20;
/** What these may take of the bytes of the company. */
const WAITING_PART = 10;

/** How large files may be, and how many. */
@Injectable()
export class FileLimits {
  constructor(
    private readonly files: FileUseRepository,
    private readonly companies: CompaniesService,
    private readonly configuration: Configuration,
  ) {}

  /** @throws ValidationError */
  ensureSize(size: number): void {
    const { fileBytes } = this.configuration.limits;
    if (size > fileBytes) throw new ValidationError({ size: `Must be at most ${fileBytes} bytes` });
  }

  /** Bytes of all files of the company, and how many there may be. */
  @MeasuresCompanyFiles()
  async use(context: RequestContext): Promise<{ bytes: number; limit: number }> {
    return { bytes: await this.files.findBytes(context), limit: this.configuration.limits.companyFileBytes };
  }

  /** Ensures that there is room for a file, until the transaction ends: others of the company wait. @throws ConflictError */
  async ensureRoom(tx: TransactionContext, taskId: string, size: number): Promise<void> {
    const use = await this.lockUse(tx, taskId);
    ensureFew(use);
    if (use.waiting >= MOST_WAITING) {
      throw new ConflictError(`At most ${MOST_WAITING} files wait for their bytes; send or delete one first`);
    }
    if (use.waitingBytes + size > this.configuration.limits.companyFileBytes / WAITING_PART) {
      throw new ConflictError(
        'The files that wait for their bytes would be too large together; send or delete one first',
      );
    }
    this.ensureBytes(use, size);
  }

  /** As `ensureRoom`, for a file whose bytes are here. @throws ConflictError, ValidationError */
  async ensureRoomForBytes(tx: TransactionContext, taskId: string, size: number): Promise<void> {
    const use = await this.lockUse(tx, taskId);
    ensureFew(use);
    this.ensureBytes(use, size);
  }

  /** As `ensureRoomForBytes`, for bytes that are of no task; `freed` are those that they take the place of. @throws ConflictError */
  async ensureRoomBesides(tx: TransactionContext, size: number, freed: number): Promise<void> {
    this.ensureBytes(await this.lockUse(tx, NIL_UUID), size - freed);
  }

  private async lockUse(tx: TransactionContext, taskId: string): Promise<FileUse> {
    await this.companies.lockCompany(tx);
    return this.files.findUse(tx, taskId);
  }

  private ensureBytes({ bytes }: FileUse, size: number): void {
    const { companyFileBytes } = this.configuration.limits;
    if (bytes + size > companyFileBytes) {
      throw new ConflictError(`The files of a company have at most ${companyFileBytes} bytes; delete some first`);
    }
  }
}

function ensureFew({ ofTask }: FileUse): void {
  if (ofTask >= MOST_OF_TASK) throw new ConflictError(`A task has at most ${MOST_OF_TASK} files; delete one first`);
}
