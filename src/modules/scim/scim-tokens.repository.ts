import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** The hash of the token of each directory. */
@Injectable()
export class ScimTokensRepository {
  constructor(private readonly database: Database) {}

  async insertToken(tx: TransactionContext, id: string, hash: string): Promise<void> {
    const text = `INSERT INTO scim_tokens (token_hash, company_id, id) VALUES (decode($1, 'hex'), $2, $3)`;
    await this.database.execute(tx, { text }, [hash, tx.companyId, id]);
  }

  deleteTokens(tx: TransactionContext): Promise<{ id: string }[]> {
    const text = 'DELETE FROM scim_tokens WHERE company_id = $1 RETURNING id';
    return this.database.rows<{ id: string }>(tx, { text }, [tx.companyId]);
  }
}
