import { Injectable } from '@nestjs/common';
import { UnauthorizedError } from '../../common/errors/app-error.js';
import { Tokens } from '../../core/auth/tokens.js';
import type { AnonymousContext } from '../../core/company-scope/request-context.js';
import { type UserCredentials, UserCredentialsService } from '../users/user-credentials.service.js';
import { LoggedInResponse, Login, toLoginUserResponse } from './auth.dto.js';
import { LoginNetworks } from './login-networks.js';
import { PasswordAttempts } from './password-attempts.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly attempts: PasswordAttempts,
    private readonly networks: LoginNetworks,
    private readonly tokens: Tokens,
  ) {}

  /** Every refusal says the same and takes as long, whatever is wrong (decisions 2.3). */
  async login(anonymous: AnonymousContext, { email, password }: Login): Promise<LoggedInResponse> {
    const user = await this.signIn(anonymous, { email, password });
    return { user: toLoginUserResponse(user), token: this.tokens.issue(user) };
  }

  /** The user whose password it is. @throws UnauthorizedError */
  async signIn(anonymous: AnonymousContext, { email, password }: Login): Promise<UserCredentials> {
    const user = await this.credentials.findByEmail(anonymous, email);
    const isRight = await this.attempts.isRight(anonymous, { email, password, user });
    if (!user || !isRight) throw new UnauthorizedError('E-mail or password is wrong');
    await this.networks.remember(anonymous, user, anonymous.clientNetwork);
    return user;
  }
}
