import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '../../company-scope/request-context.js';
import { Database } from '../../database/database.js';

/** The passkeys of users (identity 2.3). */
@Injectable()
export class Passkeys {
  constructor(private readonly database: Database) {}

  /** Takes all passkeys of a locked user away; whether there were any. */
  async removeAll(tx: TransactionContext, userId: string): Promise<boolean> {
    const text = 'DELETE FROM passkeys WHERE company_id = $1 AND user_id = $2';
    return (await this.database.execute(tx, { text }, [tx.companyId, userId])) > 0;
  }
}
