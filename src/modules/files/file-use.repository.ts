import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Hooks } from '#core/hooks/hooks.js';
import { isKept } from '#schema/trash.js';
import { DeclaresStoredBytes } from './file.hooks.js';

/** What counts: refused ones do not, nor those whose hour is over or whose task is deleted. */
const COUNTS = `a.state <> 'refused' AND (a.state <> 'waiting' OR a.ends_at > now() OR a.leased_until > now())`;

/** SQL of the bytes of previews of the company `$1`. */
const PREVIEW_BYTES =
  'SELECT coalesce(sum(fb.preview_bytes), 0) FROM file_bytes fb WHERE fb.company_id = $1 AND fb.reference_count > 0';

export interface FileUse {
  readonly bytes: number;
  readonly ofTask: number;
  readonly waiting: number;
  readonly waitingBytes: number;
}

/** What the files of a company take. */
@Injectable()
export class FileUseRepository {
  @Inject() private readonly hooks: Hooks;

  constructor(private readonly database: Database) {}

  /** Bytes of all files of the company. */
  async findBytes(context: RequestContext): Promise<number> {
    const text = `SELECT ${this.bytes} AS bytes
      FROM attachments a WHERE a.company_id = $1 AND ${isKept('a.task_id')} AND ${COUNTS}`;
    return (await this.database.row<{ bytes: number }>(context, { text }, [context.companyId]))?.bytes ?? 0;
  }

  /** With those of a task, and those that the caller has announced. */
  async findUse(tx: TransactionContext, taskId: string): Promise<FileUse> {
    const mine = `a.state = 'waiting' AND a.author_id = $2`;
    const text = `SELECT ${this.bytes} AS bytes, count(*) FILTER (WHERE a.task_id = $3) AS "ofTask",
        count(*) FILTER (WHERE ${mine}) AS waiting,
        coalesce(sum(a.size) FILTER (WHERE ${mine}), 0)::bigint AS "waitingBytes"
      FROM attachments a WHERE a.company_id = $1 AND ${isKept('a.task_id')} AND ${COUNTS}`;
    return (await this.database.row<FileUse>(tx, { text }, [tx.companyId, tx.userId, taskId])) as FileUse;
  }

  /** SQL of all that counts, beside the rows `a` of attachments. */
  private get bytes(): string {
    const others = [PREVIEW_BYTES, ...this.hooks.declarations(DeclaresStoredBytes)].map((select) => `(${select})`);
    return `(${['coalesce(sum(a.size), 0)', ...others].join(' + ')})::bigint`;
  }
}
