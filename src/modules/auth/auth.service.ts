import { Injectable } from '@nestjs/common';
import { LoginCodeRequiredError, PasskeyRequiredError, UnauthorizedError } from '#common/errors/app-error.js';
import { userTarget } from '#core/audit/audit-entry.js';
import { AuditLog } from '#core/audit/audit-log.js';
import { AuditNotes } from '#core/audit/audit-notes.js';
import { SecondFactors } from '#core/access/factors/second-factors.js';
import type { SessionMethod } from '#core/access/sessions/session.js';
import { type SignIn, signInBy } from '#core/access/sign-in.js';
import { Tokens } from '#core/access/tokens.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { toLoginUserResponse } from '#core/access/login-user.dto.js';
import { LoggedInResponse, Login } from './auth.dto.js';
import { LoginNetworksRepository } from './login-networks.repository.js';
import { PasswordAttempts } from './password-attempts.js';

/** Who has signed in, and with what. */
interface SignedIn {
  readonly user: UserCredentials;
  readonly signIn: SignIn;
}

@Injectable()
export class AuthService {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly attempts: PasswordAttempts,
    private readonly networks: LoginNetworksRepository,
    private readonly factors: SecondFactors,
    private readonly tokens: Tokens,
    private readonly audit: AuditLog,
    private readonly notes: AuditNotes,
  ) {}

  /** Every refusal says the same and takes as long, whatever is wrong. */
  async logIn(anonymous: AnonymousContext, login: Login): Promise<LoggedInResponse> {
    const { user, signIn } = await this.signIn(anonymous, login);
    const context = { ...anonymous, companyId: user.companyId, userId: user.id, role: user.role };
    await this.audit.recordAlone(context, { action: 'session.started', target: userTarget(user) });
    return { user: toLoginUserResponse(user), token: this.tokens.issue(user, signIn) };
  }

  /** The user whose password and code these are. @throws UnauthorizedError, RateLimitExceededError */
  async signIn(anonymous: AnonymousContext, { email, password, code }: Login): Promise<SignedIn> {
    const user = await this.credentials.findByEmail(anonymous, email);
    const isRight = await this.attempts.isRight(anonymous, { email, password, user });
    if (!user || !isRight) throw this.refused(anonymous, user);
    const hasTotp = await this.factors.hasTotp(anonymous, user);
    if (hasTotp && code === undefined) throw new LoginCodeRequiredError();
    if (hasTotp && !(await this.factors.isRightCode(anonymous, user, code ?? ''))) throw this.refused(anonymous, user);
    if (!hasTotp && user.needsPasskey) throw new PasskeyRequiredError();
    await this.networks.rememberNetwork(anonymous, user, anonymous.clientNetwork);
    await this.credentials.noteSignIn(anonymous, user);
    return { user, signIn: signInBy(hasTotp ? 'totp' : 'password') };
  }

  /** Begins the session of someone who has signed in without a password. Returns the value of the cookie. */
  async startFor(anonymous: AnonymousContext, user: UserCredentials, method: SessionMethod): Promise<string> {
    await this.networks.rememberNetwork(anonymous, user, anonymous.clientNetwork);
    await this.credentials.noteSignIn(anonymous, user);
    return this.credentials.startSession(anonymous, user, signInBy(method));
  }

  /** The audit log names failures of known e-mails alone. */
  private refused(anonymous: AnonymousContext, user: UserCredentials | undefined): UnauthorizedError {
    if (user) {
      const context = { ...anonymous, companyId: user.companyId, userId: user.id, role: user.role };
      const denied = { action: 'session.failed', outcome: 'denied', actor: 'anonymous' } as const;
      this.notes.add(context, user.id, { ...denied, target: userTarget(user) });
    }
    return new UnauthorizedError('E-mail or password is wrong');
  }
}
