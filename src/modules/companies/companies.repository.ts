import { Injectable } from '@nestjs/common';
import type { DatabaseContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** How long a company that is to be deleted can be brought back; the deletion then ends within 24 hours. */
const RESTORABLE = `interval '20 hours'`;

/** The rows of companies, which are in no company themselves. */
@Injectable()
export class CompaniesRepository {
  constructor(private readonly database: Database) {}

  async existAny(context: DatabaseContext): Promise<boolean> {
    return (await this.database.row(context, { text: 'SELECT 1 FROM companies LIMIT 1' })) !== undefined;
  }

  /** Whether that is a change. */
  async setActive(context: DatabaseContext, id: string, active: boolean): Promise<boolean> {
    const text = `UPDATE companies SET active = $2, deleted_at = CASE WHEN $2 THEN NULL ELSE deleted_at END,
      updated_at = now() WHERE id = $1 AND active <> $2`;
    return (await this.database.execute(context, { text }, [id, active])) > 0;
  }

  async setDeleted(tx: TransactionContext): Promise<void> {
    const text = 'UPDATE companies SET active = false, deleted_at = now(), updated_at = now() WHERE id = $1';
    await this.database.execute(tx, { text }, [tx.companyId]);
  }

  /** Whether there was one to undo. */
  async undoDeletion(context: DatabaseContext, id: string): Promise<boolean> {
    const text = `UPDATE companies SET active = true, deleted_at = NULL, updated_at = now()
      WHERE id = $1 AND deleted_at > now() - ${RESTORABLE}`;
    return (await this.database.execute(context, { text }, [id])) > 0;
  }

  async findDue(context: DatabaseContext): Promise<string[]> {
    const text = `SELECT id FROM companies WHERE NOT active AND deleted_at <= now() - ${RESTORABLE}`;
    return (await this.database.rows<{ id: string }>(context, { text })).map(({ id }) => id);
  }

  /** Deletes the row of a company that has nothing any more. */
  async deleteInactive({ companyId, ...context }: RequestContext): Promise<void> {
    await this.database.execute(context, { text: 'DELETE FROM companies WHERE id = $1 AND NOT active' }, [companyId]);
  }
}
