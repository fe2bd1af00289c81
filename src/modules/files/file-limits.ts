import { Inject, Injectable } from '@nestjs/common';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import { NIL_UUID } from '#common/validation/uuid.js';
import { Configuration } from '#config/configuration.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Hooks } from '#core/hooks/hooks.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import { MeasuresCompanyFiles } from '#modules/companies/company.hooks.js';
import { DeclaresStoredBytes } from './file.hooks.js';

/** Files of a task, those that wait among them. */
const MOST_OF_TASK = 100;
/** Files that a user has announced and not sent yet. */
const MOST_WAITING = 20;
/** What these may take of the bytes of the company. */
const WAITING_PART = 10;

/** What counts: refused ones do not, nor those whose hour is over or whose task is deleted. */
const COUNTS = `a.state <> 'refused' AND (a.state <> 'waiting' OR a.ends_at > now() OR a.leased_until > now())`;

/** SQL of the bytes of previews of the company `$1`. */
const PREVIEW_BYTES =
  'SELECT coalesce(sum(fb.preview_bytes), 0) FROM file_bytes fb WHERE fb.company_id = $1 AND fb.reference_count > 0';

interface Use {
  readonly bytes: number;
  readonly ofTask: number;
  readonly waiting: number;
  readonly waitingBytes: number;
}

/** How large files may be, and how many. */
@Injectable()
export class FileLimits {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly database: Database,
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
    const text = `SELECT ${this.bytes} AS bytes
      FROM attachments a JOIN tasks t ON t.company_id = a.company_id AND t.id = a.task_id WHERE a.company_id = $1 AND ${COUNTS}`;
    const row = await this.database.row<{ bytes: number }>(context, { text }, [context.companyId]);
    return { bytes: row?.bytes ?? 0, limit: this.configuration.limits.companyFileBytes };
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

  /** SQL of all that counts, beside the rows `a` of attachments. */
  private get bytes(): string {
    const others = [PREVIEW_BYTES, ...this.hooks.declarations(DeclaresStoredBytes)].map((select) => `(${select})`);
    return `(${['coalesce(sum(a.size), 0)', ...others].join(' + ')})::bigint`;
  }

  private async lockUse(tx: TransactionContext, taskId: string): Promise<Use> {
    await this.companies.lock(tx);
    const mine = `a.state = 'waiting' AND a.author_id = $2`;
    const text = `SELECT ${this.bytes} AS bytes, count(*) FILTER (WHERE a.task_id = $3) AS "ofTask",
        count(*) FILTER (WHERE ${mine}) AS waiting,
        coalesce(sum(a.size) FILTER (WHERE ${mine}), 0)::bigint AS "waitingBytes"
      FROM attachments a JOIN tasks t ON t.company_id = a.company_id AND t.id = a.task_id WHERE a.company_id = $1 AND ${COUNTS}`;
    return (await this.database.row<Use>(tx, { text }, [tx.companyId, tx.userId, taskId])) as Use;
  }

  private ensureBytes({ bytes }: Use, size: number): void {
    const { companyFileBytes } = this.configuration.limits;
    if (bytes + size > companyFileBytes) {
      throw new ConflictError(`The files of a company have at most ${companyFileBytes} bytes; delete some first`);
    }
  }
}

function ensureFew({ ofTask }: Use): void {
  if (ofTask >= MOST_OF_TASK) throw new ConflictError(`A task has at most ${MOST_OF_TASK} files; delete one first`);
}
