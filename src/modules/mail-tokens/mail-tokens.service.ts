import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AnonymousContext, RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { Mailer } from '../../core/mail/mailer.js';
import { CompaniesService } from '../companies/companies.service.js';
import { invitationMail, passwordResetMail } from './password-mails.js';

/** Whom a token is mailed to. */
interface MailTokenUser {
  companyId: string;
  id: string;
  email: string;
  name: string;
}

interface TokenHolder {
  companyId: string;
  userId: string;
}

const INVITATION_LIFETIME = '7 days';
const PASSWORD_RESET_LIFETIME = '1 hour';

/** Mailed tokens that let a user set a password once (decisions 4). */
@Injectable()
export class MailTokensService {
  constructor(
    private readonly database: Database,
    private readonly companies: CompaniesService,
    private readonly mailer: Mailer,
  ) {}

  sendInvitation(context: RequestContext, user: MailTokenUser): void {
    this.mailer.sendInBackground(context.log, async () => {
      const company = await this.companies.findOne(context);
      return invitationMail(user, company.name, await this.issue(user, INVITATION_LIFETIME));
    });
  }

  /** Looks for the user after the answer, which must not tell whether there is one; sends nothing when there is none. */
  sendPasswordReset({ log }: AnonymousContext, findUser: () => Promise<MailTokenUser | undefined>): void {
    this.mailer.sendInBackground(log, async () => {
      const user = await findUser();
      return user && passwordResetMail(user, await this.issue(user, PASSWORD_RESET_LIFETIME));
    });
  }

  findHolder(token: string): Promise<TokenHolder | undefined> {
    const text = `SELECT company_id AS "companyId", user_id AS "userId" FROM mail_tokens
      WHERE token_hash = $1 AND expires_at > now()`;
    return this.database.row<TokenHolder>({}, { text }, [hashOf(token)]);
  }

  /** Uses up all tokens of the context's user, who is locked. Returns whether `token` was a good one of them. */
  async redeem(context: TransactionContext, token: string): Promise<boolean> {
    const rows = await this.database.rows<{ isGood: boolean }>(
      context,
      {
        text: `DELETE FROM mail_tokens WHERE user_id = $1
          RETURNING token_hash = $2 AND expires_at > now() AS "isGood"`,
      },
      [context.userId, hashOf(token)],
    );
    return rows.some(({ isGood }) => isGood);
  }

  /** Makes the tokens of the context's user worthless. */
  async revokeAll(context: TransactionContext): Promise<void> {
    await this.database.execute(context, { text: 'DELETE FROM mail_tokens WHERE user_id = $1' }, [context.userId]);
  }

  /** How many there were. */
  deleteExpired(): Promise<number> {
    return this.database.execute({}, { text: 'DELETE FROM mail_tokens WHERE expires_at <= now()' });
  }

  private async issue({ companyId, id }: MailTokenUser, lifetime: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.database.execute(
      {},
      {
        text: `INSERT INTO mail_tokens (token_hash, company_id, user_id, expires_at)
          VALUES ($1, $2, $3, now() + $4::interval)`,
      },
      [hashOf(token), companyId, id, lifetime],
    );
    return token;
  }
}

/** SHA-256 is enough: the token is 32 random bytes. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
