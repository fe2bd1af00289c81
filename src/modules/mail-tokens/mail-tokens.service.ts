import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AnonymousContext,
  type DatabaseContext,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Configuration } from '#config/configuration.js';
import { Database } from '#core/database/database.js';
import { Mailer } from '#core/mail/mailer.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import type { MailToken } from './mail-token.entity.js';
import { invitationMail, passwordResetMail, singleSignOnMail } from './password-mails.js';

/** Whom a token is mailed to. */
interface MailTokenUser {
  companyId: string;
  id: string;
  email: string;
  name: string;
}

/** Someone who asks for a new password. */
interface ResettingUser extends MailTokenUser {
  /** False where the company signs in by single sign-on alone. */
  mayUsePassword: boolean;
}

interface TokenHolder {
  companyId: string;
  userId: string;
}

const LIFETIMES: Record<MailToken['kind'], string> = { invitation: '7 days', reset: '1 hour' };

const HOUR = 3_600_000;

/** Records a mail, unless there were $5 since $4 already. Locks the row in both cases. */
const COUNT_RESET_MAIL = `INSERT INTO reset_mails AS m (company_id, user_id, mailed_at) VALUES ($1, $2, ARRAY[$3::timestamptz])
  ON CONFLICT (company_id, user_id)
    DO UPDATE SET mailed_at = array_append(m.mailed_at[cardinality(m.mailed_at) - $5::integer + 2 :], $3)
    WHERE coalesce(m.mailed_at[cardinality(m.mailed_at) - $5 + 1] <= $4::timestamptz, true)`;

/** Mailed tokens that let a user set a password once. */
@Injectable()
export class MailTokensService {
  constructor(
    private readonly database: Database,
    private readonly companies: CompaniesService,
    private readonly mailer: Mailer,
    private readonly configuration: Configuration,
  ) {}

  sendInvitation(context: RequestContext, user: MailTokenUser): void {
    this.mailer.sendInBackground(context.log, async () => {
      const company = await this.companies.findOne(context);
      const token = await this.issue(context, user, 'invitation');
      return invitationMail(user, company.name, { publicUrl: this.configuration.publicUrl, token });
    });
  }

  /**
   * Looks for the user after the answer, because the answer must not show whether the user exists. Sends nothing when there
   * is none, or when the user has had the most mails that an hour allows.
   */
  sendPasswordReset(anonymous: AnonymousContext, findUser: () => Promise<ResettingUser | undefined>): void {
    this.mailer.sendInBackground(anonymous.log, async () => {
      const user = await findUser();
      if (!user) return undefined;
      if (!user.mayUsePassword)
        return (await this.countReset(anonymous, user))
          ? singleSignOnMail(user, this.configuration.publicUrl)
          : undefined;
      const token = await this.issueReset(anonymous, user);
      if (token === undefined) return undefined;
      return passwordResetMail(user, { publicUrl: this.configuration.publicUrl, token });
    });
  }

  findHolder(context: DatabaseContext, token: string): Promise<TokenHolder | undefined> {
    const text = `SELECT company_id AS "companyId", user_id AS "userId" FROM mail_tokens
      WHERE token_hash = $1 AND expires_at > now()`;
    return this.database.row<TokenHolder>(context, { text }, [hashOf(token)]);
  }

  /** Uses up all tokens of the context's user, who is locked. Returns whether `token` was a good one of them. */
  async redeem(tx: TransactionContext, token: string): Promise<boolean> {
    const rows = await this.database.rows<{ isGood: boolean }>(
      tx,
      {
        text: `DELETE FROM mail_tokens WHERE user_id = $1
          RETURNING token_hash = $2 AND expires_at > now() AS "isGood"`,
      },
      [tx.userId, hashOf(token)],
    );
    return rows.some(({ isGood }) => isGood);
  }

  /** Makes the tokens of a locked user worthless. */
  async revokeAll(tx: TransactionContext, userId: string): Promise<void> {
    await this.database.execute(tx, { text: 'DELETE FROM mail_tokens WHERE user_id = $1' }, [userId]);
  }

  /** Takes all that was mailed to a user who is erased. */
  async forget(tx: TransactionContext, userId: string): Promise<void> {
    await this.revokeAll(tx, userId);
    const text = 'DELETE FROM reset_mails WHERE company_id = $1 AND user_id = $2';
    await this.database.execute(tx, { text }, [tx.companyId, userId]);
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute(OWN_WORK_CONTEXT, { text: 'DELETE FROM mail_tokens WHERE expires_at <= now()' });
    const text = `DELETE FROM reset_mails WHERE now() - interval '1 hour' >= ALL (mailed_at)`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }

  /** Makes earlier resets of the user worthless; undefined when no more may be mailed now. */
  private issueReset(anonymous: AnonymousContext, user: MailTokenUser): Promise<string | undefined> {
    return this.database.transaction(anonymous, async (tx) => {
      if (!(await this.countReset(tx, user))) return undefined;
      const text = `DELETE FROM mail_tokens WHERE user_id = $1 AND kind = 'reset'`;
      await this.database.execute(tx, { text }, [user.id]);
      return this.issue(tx, user, 'reset');
    });
  }

  /** Counts a mail to the user; false when there are as many as an hour allows. */
  private async countReset(context: DatabaseContext, user: MailTokenUser): Promise<boolean> {
    const now = Date.now();
    const moments = [now, now - HOUR].map((moment) => new Date(moment).toISOString());
    const values = [user.companyId, user.id, ...moments, this.configuration.limits.resetMails];
    return (await this.database.execute(context, { text: COUNT_RESET_MAIL }, values)) > 0;
  }

  private async issue(
    context: DatabaseContext,
    { companyId, id }: MailTokenUser,
    kind: MailToken['kind'],
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.database.execute(
      context,
      {
        text: `INSERT INTO mail_tokens (token_hash, company_id, user_id, kind, expires_at)
          VALUES ($1, $2, $3, $4, now() + $5::interval)`,
      },
      [hashOf(token), companyId, id, kind, LIFETIMES[kind]],
    );
    return token;
  }
}

/** SHA-256 is enough: the token is 32 random bytes. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
