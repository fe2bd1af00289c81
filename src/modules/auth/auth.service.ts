import { Injectable } from '@nestjs/common';
import { LoginCodeRequiredError, UnauthorizedError } from '../../common/errors/app-error.js';
import { SecondFactors } from '../../core/auth/factors/second-factors.js';
import type { SessionMethod } from '../../core/auth/sessions/session.js';
import { Tokens } from '../../core/auth/tokens.js';
import type { AnonymousContext } from '../../core/company-scope/request-context.js';
import { type UserCredentials, UserCredentialsService } from '../users/user-credentials.service.js';
import { LoggedInResponse, Login, toLoginUserResponse } from './auth.dto.js';
import { LoginNetworks } from './login-networks.js';
import { PasswordAttempts } from './password-attempts.js';

/** Who has signed in, and how. */
interface SignIn {
  readonly user: UserCredentials;
  readonly method: SessionMethod;
}

@Injectable()
export class AuthService {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly attempts: PasswordAttempts,
    private readonly networks: LoginNetworks,
    private readonly factors: SecondFactors,
    private readonly tokens: Tokens,
  ) {}

  /** Every refusal says the same and takes as long, whatever is wrong (decisions 2.3). */
  async login(anonymous: AnonymousContext, login: Login): Promise<LoggedInResponse> {
    const { user } = await this.signIn(anonymous, login);
    return { user: toLoginUserResponse(user), token: this.tokens.issue(user) };
  }

  /** The user whose password and code these are. @throws UnauthorizedError, RateLimitExceededError */
  async signIn(anonymous: AnonymousContext, { email, password, code }: Login): Promise<SignIn> {
    const user = await this.credentials.findByEmail(anonymous, email);
    const isRight = await this.attempts.isRight(anonymous, { email, password, user });
    if (!user || !isRight) throw wrongPassword();
    const hasTotp = await this.factors.hasTotp(anonymous, user);
    if (hasTotp && code === undefined) throw new LoginCodeRequiredError();
    if (hasTotp && !(await this.factors.isRightCode(anonymous, user, code ?? ''))) throw wrongPassword();
    await this.networks.remember(anonymous, user, anonymous.clientNetwork);
    await this.credentials.noteSignIn(anonymous, user);
    return { user, method: hasTotp ? 'totp' : 'password' };
  }
}

function wrongPassword(): UnauthorizedError {
  return new UnauthorizedError('E-mail or password is wrong');
}
