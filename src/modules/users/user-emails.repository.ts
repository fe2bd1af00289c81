import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError } from '#common/errors/app-error.js';
import { isStorableText } from '#common/validation/text.js';
import type { DatabaseContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** Where a user is found. */
export interface UserKey {
  readonly companyId: string;
  readonly userId: string;
}

/** The e-mail addresses of the whole service, whatever their case: looked up before the company is known. */
@Injectable()
export class UserEmailsRepository {
  constructor(private readonly database: Database) {}

  findKey(context: DatabaseContext, email: string): Promise<UserKey | undefined> {
    const text = 'SELECT company_id AS "companyId", user_id AS "userId" FROM user_emails WHERE email = $1';
    // PostgreSQL refuses to look for a text that it could not store; nobody has an empty address.
    return this.database.row<UserKey>(context, { text }, [isStorableText(email) ? email.toLowerCase() : '']);
  }

  async removeEmail(tx: TransactionContext, email: string): Promise<void> {
    await this.database.execute(tx, { text: 'DELETE FROM user_emails WHERE email = $1' }, [email.toLowerCase()]);
  }

  /** @throws ConflictError when the address is taken, in any company. */
  async addEmail(tx: TransactionContext, email: string, { companyId, userId }: UserKey): Promise<void> {
    const text = 'INSERT INTO user_emails (email, company_id, user_id) VALUES ($1, $2, $3)';
    try {
      await this.database.execute(tx, { text }, [email.toLowerCase(), companyId, userId]);
    } catch (error) {
      if (isUniqueViolation(error, 'user_emails_pkey')) throw new ConflictError('The e-mail address is already in use');
      throw error;
    }
  }
}
