import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { type AuditRecord, userTarget } from '#core/audit/audit-entry.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { Passwords } from '#core/access/passwords.js';
import { signInBy } from '#core/access/sign-in.js';
import { Tokens } from '#core/access/tokens.js';
import type { AnonymousContext, RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { ConfirmPasswordReset, RequestPasswordReset } from './auth.dto.js';
import { MailTokensService } from '#modules/mail-tokens/mail-tokens.service.js';
import { PasswordAttempts } from './password-attempts.js';
import { ChangePassword } from './me.dto.js';
import { SecurityMails } from './security-mails.js';

/** What the caller goes on with after a change of the password. */
interface Continuation {
  readonly token: string;
  /** The value of the cookie, for a caller with a session. */
  readonly session: string | undefined;
}

/** Changes of passwords. Each ends all sessions and makes all mailed tokens of the user worthless. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly mailTokens: MailTokensService,
    private readonly passwords: Passwords,
    private readonly tokens: Tokens,
    private readonly attempts: PasswordAttempts,
    private readonly callerCheck: CallerCheck,
    private readonly mails: SecurityMails,
  ) {}

  requestReset(anonymous: AnonymousContext, { email }: RequestPasswordReset): void {
    this.mailTokens.sendPasswordReset(anonymous, async () => {
      const user = await this.credentials.findByEmail(anonymous, email);
      if (!user?.active) return undefined;
      await this.credentials.recordResetRequest(anonymous, user);
      return user;
    });
  }

  async confirmReset(anonymous: AnonymousContext, { token, password }: ConfirmPasswordReset): Promise<void> {
    const holder = await this.mailTokens.findHolder(anonymous, token);
    const user = holder && (await this.credentials.findCredentials(anonymous, holder));
    if (!user?.active) throw invalidToken();
    const passwordHash = await this.passwords.hash(anonymous, password);
    const context: RequestContext = { ...anonymous, companyId: user.companyId, userId: user.id, role: user.role };
    await this.callerCheck.commit(context, async (tx) => {
      const locked = await this.credentials.lockUser(tx);
      // Of two who confirm at once, the second finds the token gone.
      if (!(await this.mailTokens.redeemToken(tx, token))) throw invalidToken();
      return audited(unannounced(await this.credentials.setPassword(tx, locked, passwordHash)), changeOf(locked));
    });
    this.mails.mailChange(context, user, 'password');
  }

  async changePassword(
    context: RequestContext,
    { currentPassword, newPassword }: ChangePassword,
  ): Promise<Continuation> {
    const user = await this.credentials.findCredentials(context, context);
    const offer = { email: user?.email ?? '', password: currentPassword, user };
    if (!(await this.attempts.isRight(context, offer))) throw wrongPassword();
    const passwordHash = await this.passwords.hash(context, newPassword);
    // The password that was compared is still theirs: a change of it would have ended this session.
    const setPassword = async (tx: TransactionContext) => {
      const locked = await this.credentials.lockUser(tx);
      await this.mailTokens.revokeAll(tx, locked.id);
      const changed = await this.credentials.setPassword(tx, locked, passwordHash);
      const { signIn = signInBy('password') } = tx;
      const session = tx.session && (await this.credentials.startSession(tx, changed, signIn));
      return audited(unannounced({ token: this.tokens.issue(changed, signIn), session }), changeOf(locked));
    };
    const continuation = await this.callerCheck.commit(context, setPassword, [context.userId]);
    if (user) this.mails.mailChange(context, user, 'password');
    return continuation;
  }
}

function changeOf(user: { id: string; name: string }): AuditRecord {
  return { action: 'password.changed', target: userTarget(user) };
}

function invalidToken(): ValidationError {
  return new ValidationError({ token: 'Invalid or expired token' });
}

function wrongPassword(): ValidationError {
  return new ValidationError({ currentPassword: 'Wrong password' });
}
