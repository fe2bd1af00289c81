import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../common/errors/app-error.js';
import { Passwords } from '../../core/auth/passwords.js';
import { Tokens } from '../../core/auth/tokens.js';
import { UserCache } from '../../core/auth/user-cache.js';
import type { AnonymousContext, RequestContext } from '../../core/company-scope/request-context.js';
import { Outbox } from '../../core/events/outbox.js';
import { UserCredentialsService } from '../users/user-credentials.service.js';
import { ConfirmPasswordReset, RequestPasswordReset, TokenResponse } from './auth.dto.js';
import { MailTokensService } from '../mail-tokens/mail-tokens.service.js';
import { ChangePassword } from './me.dto.js';

/** Changes of passwords. Each ends all sessions and makes all mailed tokens of the user worthless. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly mailTokens: MailTokensService,
    private readonly passwords: Passwords,
    private readonly tokens: Tokens,
    private readonly outbox: Outbox,
    private readonly cache: UserCache,
  ) {}

  requestReset(anonymous: AnonymousContext, { email }: RequestPasswordReset): void {
    this.mailTokens.sendPasswordReset(anonymous, async () => {
      const user = await this.credentials.findByEmail(email);
      return user?.active ? user : undefined;
    });
  }

  async confirmReset(anonymous: AnonymousContext, { token, password }: ConfirmPasswordReset): Promise<void> {
    const holder = await this.mailTokens.findHolder(token);
    const user = holder && (await this.credentials.find(holder));
    if (!user?.active) throw invalidToken();
    const passwordHash = await this.passwords.hash(password);
    const context: RequestContext = { ...anonymous, companyId: user.companyId, userId: user.id, role: user.role };
    await this.outbox.commit(context, async (transaction) => {
      const locked = await this.credentials.lock(transaction);
      // Of two who confirm at once, the second finds the token gone.
      if (!(await this.mailTokens.redeem(transaction, token))) throw invalidToken();
      return { result: await this.credentials.setPassword(transaction, locked, passwordHash), events: [] };
    });
    this.cache.forget(user.id);
  }

  async change(context: RequestContext, { currentPassword, newPassword }: ChangePassword): Promise<TokenResponse> {
    const user = await this.credentials.find(context);
    if (!(await this.passwords.matches(currentPassword, user?.passwordHash))) throw wrongPassword();
    const passwordHash = await this.passwords.hash(newPassword);
    const changed = await this.outbox.commit(context, async (transaction) => {
      const locked = await this.credentials.lock(transaction);
      // The password that was compared may have been changed meanwhile.
      if (locked.credentialVersion !== user?.credentialVersion) throw wrongPassword();
      await this.mailTokens.revokeAll(transaction);
      return { result: await this.credentials.setPassword(transaction, locked, passwordHash), events: [] };
    });
    this.cache.forget(context.userId);
    return { token: this.tokens.issue(changed) };
  }
}

function invalidToken(): ValidationError {
  return new ValidationError({ token: 'Invalid or expired token' });
}

function wrongPassword(): ValidationError {
  return new ValidationError({ currentPassword: 'Wrong password' });
}
