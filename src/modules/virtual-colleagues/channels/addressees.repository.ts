import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { hasMutedColleague } from '#schema/inbox.js';

/** The people whom colleagues write to. */
@Injectable()
export class AddresseesRepository {
  constructor(private readonly database: Database) {}

  /** Those of the users who are active and have not muted the colleague. */
  async findWilling(tx: TransactionContext, colleagueId: string, userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const text = `SELECT u.id FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[]) AND u.active
      AND NOT ${hasMutedColleague('u.id', '$3')}`;
    const willing = await this.database.rows<{ id: string }>(tx, { text }, [tx.companyId, userIds, colleagueId]);
    return willing.map(({ id }) => id);
  }

  /** The e-mail address of the caller. */
  async getOwnEmail(tx: TransactionContext): Promise<string> {
    const text = `SELECT u.email FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    const row = await this.database.row<{ email: string }>(tx, { text }, [tx.companyId, tx.userId]);
    return (row as { email: string }).email;
  }
}
