import { Injectable } from '@nestjs/common';
import { hasPasskey } from '#schema/factors.js';
import type { DatabaseContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { hasIdentity, needsSingleSignOn } from '#schema/sso.js';
import { UserKey } from './user-emails.repository.js';
import { User } from './user.entity.js';

/** What a user's credentials are checked against. */
export type UserCredentials = Pick<
  User,
  'companyId' | 'id' | 'email' | 'name' | 'role' | 'active' | 'passwordHash' | 'credentialVersion'
> & {
  /** The company does not refuse the user's password. */
  readonly mayUsePassword: boolean;
  /** The company requires a second factor, and the user has a passkey. */
  readonly needsPasskey: boolean;
};

/** What users sign in with, and whether their company lets them. */
@Injectable()
export class UserCredentialsRepository {
  constructor(private readonly database: Database) {}

  findByKey(context: DatabaseContext, { companyId, userId }: UserKey): Promise<UserCredentials | undefined> {
    const text = `SELECT u.company_id AS "companyId", u.id, u.email, u.name, u.role, u.active AND c.active AS active,
        u.password_hash AS "passwordHash", u.credential_version AS "credentialVersion",
        NOT ${needsSingleSignOn('u')} AS "mayUsePassword",
        c.require_second_factor AND ${hasPasskey('u')} AS "needsPasskey"
      FROM users u JOIN companies c ON c.id = u.company_id WHERE u.company_id = $1 AND u.id = $2`;
    return this.database.row<UserCredentials>(context, { text }, [companyId, userId]);
  }

  /** Whether the context's user has a password that may be used, a passkey or an identity. */
  async hasWayIn(tx: TransactionContext): Promise<boolean> {
    const text = `SELECT (u.password_hash IS NOT NULL AND NOT ${needsSingleSignOn('u')})
        OR ${hasPasskey('u')} OR ${hasIdentity('u')} AS "hasWayIn"
      FROM users u WHERE u.company_id = $1 AND u.id = $2`;
    const row = await this.database.row<{ hasWayIn: boolean }>(tx, { text }, [tx.companyId, tx.userId]);
    return row?.hasWayIn === true;
  }

  /** Remembers that the user has just signed in. */
  async noteSignIn(
    context: DatabaseContext,
    { companyId, id }: Pick<UserCredentials, 'companyId' | 'id'>,
  ): Promise<void> {
    const text = 'UPDATE users SET last_sign_in_at = now() WHERE company_id = $1 AND id = $2';
    await this.database.execute(context, { text }, [companyId, id]);
  }
}
