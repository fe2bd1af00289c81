import { Injectable } from '@nestjs/common';
import { OWN_WORK_CONTEXT, type RequestContext, type TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { Import } from './import.entity.js';
import { DeclaresStoredBytes } from '#modules/files/file.hooks.js';

/** Days that the bytes of an import are kept after its last change. */
const KEPT_DAYS = 30;

export const BATCH = 100;

const IS_OVER = `bytes IS NOT NULL AND state NOT IN ('checking', 'running', 'stopping', 'undoing')
  AND updated_at < now() - interval '${KEPT_DAYS} days'`;

/** Which imports have a file, and what their files take. */
@Injectable()
export class ImportFilesRepository {
  constructor(private readonly database: Database) {}

  findOver(): Promise<Pick<Import, 'companyId' | 'id'>[]> {
    const text = `SELECT company_id AS "companyId", id FROM imports WHERE ${IS_OVER} LIMIT ${BATCH}`;
    return this.database.rows(OWN_WORK_CONTEXT, { text });
  }

  /** Whether its time is still over. */
  async letGoOver({ companyId, id }: Pick<Import, 'companyId' | 'id'>): Promise<boolean> {
    const text = `UPDATE imports SET bytes = NULL, state = CASE WHEN state = 'checked' THEN 'waiting' ELSE state END
      WHERE company_id = $1 AND id = $2 AND ${IS_OVER}`;
    return (await this.database.execute(OWN_WORK_CONTEXT, { text }, [companyId, id])) > 0;
  }

  findWithFile(context: RequestContext): Promise<Pick<Import, 'id' | 'source' | 'state'>[]> {
    const text = 'SELECT id, source, state FROM imports WHERE company_id = $1 AND bytes IS NOT NULL';
    return this.database.rows<Import>(context, { text }, [context.companyId]);
  }

  /** Unless it is in another state by now. */
  async letGoOf(context: RequestContext, id: string, state: Import['state']): Promise<boolean> {
    const text = `UPDATE imports SET bytes = NULL, state = CASE WHEN state = 'checked' THEN 'waiting' ELSE state END
        WHERE company_id = $1 AND id = $2 AND state = $3`;
    return (await this.database.execute(context, { text }, [context.companyId, id, state])) > 0;
  }

  @DeclaresStoredBytes()
  storedBytes(): string {
    return 'SELECT coalesce(sum(i.bytes), 0) FROM imports i WHERE i.company_id = $1';
  }

  async countPrepared(tx: TransactionContext): Promise<number> {
    const text = `SELECT count(*) AS count FROM imports
      WHERE company_id = $1 AND state IN ('waiting', 'checking', 'checked')`;
    return (await this.database.row<{ count: number }>(tx, { text }, [tx.companyId]))?.count ?? 0;
  }
}
