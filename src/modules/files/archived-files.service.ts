import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT, type RequestContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { BytesLedger, keyOf } from './store/bytes-ledger.js';
import type { OpenedFile } from './store/file-store.js';
import { FileStores } from './store/file-stores.service.js';

/** The bytes of attachments as archives hold them (moving 4.2). */
@Injectable()
export class ArchivedFiles {
  constructor(
    private readonly database: Database,
    private readonly ledger: BytesLedger,
    private readonly stores: FileStores,
  ) {}

  /** Keeps the bytes of a company for so many seconds more, whatever is deleted meanwhile. */
  async keep(companyId: string, seconds: number): Promise<void> {
    const text = `INSERT INTO file_keeps (company_id, kept_until) VALUES ($1, now() + $2 * interval '1 s')
      ON CONFLICT (company_id) DO UPDATE SET kept_until = excluded.kept_until`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, seconds]);
  }

  /** Deletes all bytes of a company that is deleted. */
  async removeAll({ companyId }: RequestContext): Promise<void> {
    await this.ledger.deleteAll(companyId);
  }

  /** Undefined when there are none. */
  async open(context: RequestContext, sha256: string): Promise<OpenedFile | undefined> {
    const store = await this.ledger.findStore(context, sha256);
    return store && this.stores.open(keyOf(context.companyId, sha256), store);
  }
}
