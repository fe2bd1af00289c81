import { Injectable } from '@nestjs/common';
import {
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { MailToken } from './mail-token.entity.js';

/** Whom a token is mailed to. */
export interface MailTokenUser {
  companyId: string;
  id: string;
  email: string;
  name: string;
}

export interface TokenHolder {
  companyId: string;
  userId: string;
}

const LIFETIMES: Record<MailToken['kind'], string> = { invitation: '7 days', reset: '1 hour' };

/** Records a mail, unless there were $5 since $4 already. Locks the row in both cases. */
const COUNT_RESET_MAIL = `INSERT INTO reset_mails AS m (company_id, user_id, mailed_at) VALUES ($1, $2, ARRAY[$3::timestamptz])
  ON CONFLICT (company_id, user_id)
    DO UPDATE SET mailed_at = array_append(m.mailed_at[cardinality(m.mailed_at) - $5::integer + 2 :], $3)
    WHERE coalesce(m.mailed_at[cardinality(m.mailed_at) - $5 + 1] <= $4::timestamptz, true)`;

/** The tokens that were mailed, by their hashes, and how many mails to reset a password there were. */
@Injectable()
export class MailTokensRepository {
  constructor(private readonly database: Database) {}

  findByHash(context: DatabaseContext, tokenHash: Buffer): Promise<TokenHolder | undefined> {
    const text = `SELECT company_id AS "companyId", user_id AS "userId" FROM mail_tokens
      WHERE token_hash = $1 AND expires_at > now()`;
    return this.database.row<TokenHolder>(context, { text }, [tokenHash]);
  }

  async useUpTokens(tx: TransactionContext, tokenHash: Buffer): Promise<boolean> {
    const rows = await this.database.rows<{ isGood: boolean }>(
      tx,
      {
        text: `DELETE FROM mail_tokens WHERE user_id = $1
          RETURNING token_hash = $2 AND expires_at > now() AS "isGood"`,
      },
      [tx.userId, tokenHash],
    );
    return rows.some(({ isGood }) => isGood);
  }

  async deleteAllOf(tx: TransactionContext, userId: string): Promise<void> {
    await this.database.execute(tx, { text: 'DELETE FROM mail_tokens WHERE user_id = $1' }, [userId]);
  }

  async deleteResetMails(tx: TransactionContext, userId: string): Promise<void> {
    const text = 'DELETE FROM reset_mails WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, userId]);
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM mail_tokens WHERE expires_at <= now()' });
    const text = `DELETE FROM reset_mails WHERE now() - interval '1 hour' >= ALL (mailed_at)`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }

  async deleteKind(tx: InTransaction<DatabaseContext>, userId: string, kind: MailToken['kind']): Promise<void> {
    await this.database.execute(tx, { text: 'DELETE FROM mail_tokens WHERE user_id = $1 AND kind = $2' }, [
      userId,
      kind,
    ]);
  }

  /** False when there were so many already. */
  async recordResetMail(context: DatabaseContext, values: unknown[]): Promise<boolean> {
    return (await this.database.execute(context, { text: COUNT_RESET_MAIL }, values)) > 0;
  }

  async insertToken(
    context: DatabaseContext,
    { companyId, id }: MailTokenUser,
    tokenHash: Buffer,
    kind: MailToken['kind'],
  ): Promise<void> {
    await this.database.execute(
      context,
      {
        text: `INSERT INTO mail_tokens (token_hash, company_id, user_id, kind, expires_at)
          VALUES ($1, $2, $3, $4, now() + $5::interval)`,
      },
      [tokenHash, companyId, id, kind, LIFETIMES[kind]],
    );
  }
}
