import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AnonymousContext,
  type DatabaseContext,
  type RequestContext,
  type TransactionContext,
} from '#core/company-scope/request-context.js';
import { Configuration } from '#config/configuration.js';
import { Database } from '#core/database/database.js';
import { Mailer } from '#core/mail/mailer.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import type { MailToken } from './mail-token.entity.js';
import { invitationMail, passwordResetMail, singleSignOnMail } from './password-mails.js';
import { MailTokensRepository, type TokenHolder, type MailTokenUser } from './mail-tokens.repository.js';

/** Someone who asks for a new password. */
interface ResettingUser extends MailTokenUser {
  /** False where the company signs in by single sign-on alone. */
  mayUsePassword: boolean;
}

const HOUR = 3_600_000;

/** Mailed tokens that let a user set a password once. */
@Injectable()
export class MailTokensService {
  constructor(
    private readonly tokens: MailTokensRepository,
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
    return this.tokens.findByHash(context, hashOf(token));
  }

  /** Uses up all tokens of the context's user, who is locked. Returns whether `token` was a good one of them. */
  redeemToken(tx: TransactionContext, token: string): Promise<boolean> {
    return this.tokens.useUpTokens(tx, hashOf(token));
  }

  /** Makes the tokens of a locked user worthless. */
  revokeAll(tx: TransactionContext, userId: string): Promise<void> {
    return this.tokens.deleteAllOf(tx, userId);
  }

  /** Makes the invitations of a locked user worthless. */
  revokeInvitations(tx: TransactionContext, userId: string): Promise<void> {
    return this.tokens.deleteKind(tx, userId, 'invitation');
  }

  /** Takes all that was mailed to a user who is erased. */
  async forgetUser(tx: TransactionContext, userId: string): Promise<void> {
    await this.tokens.deleteAllOf(tx, userId);
    await this.tokens.deleteResetMails(tx, userId);
  }

  deleteExpired(): Promise<void> {
    return this.tokens.deleteExpired();
  }

  /** Makes earlier resets of the user worthless; undefined when no more may be mailed now. */
  private issueReset(anonymous: AnonymousContext, user: MailTokenUser): Promise<string | undefined> {
    return this.database.transaction(anonymous, async (tx) => {
      if (!(await this.countReset(tx, user))) return undefined;
      await this.tokens.deleteKind(tx, user.id, 'reset');
      return this.issue(tx, user, 'reset');
    });
  }

  /** Counts a mail to the user; false when there are as many as an hour allows. */
  private async countReset(context: DatabaseContext, user: MailTokenUser): Promise<boolean> {
    const now = Date.now();
    const moments = [now, now - HOUR].map((moment) => new Date(moment).toISOString());
    return this.tokens.recordResetMail(context, [
      user.companyId,
      user.id,
      ...moments,
      this.configuration.limits.resetMails,
    ]);
  }

  private async issue(context: DatabaseContext, user: MailTokenUser, kind: MailToken['kind']): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.tokens.insertToken(context, user, hashOf(token), kind);
    return token;
  }
}

/** SHA-256 is enough: the token is 32 random bytes. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
