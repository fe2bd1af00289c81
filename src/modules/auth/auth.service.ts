import { Injectable } from '@nestjs/common';
import { UnauthorizedError } from '../../common/errors/app-error.js';
import { Passwords } from '../../core/auth/passwords.js';
import { Tokens } from '../../core/auth/tokens.js';
import { UserCredentialsService } from '../users/user-credentials.service.js';
import { Login, LoginResponse } from './auth.dto.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly passwords: Passwords,
    private readonly tokens: Tokens,
  ) {}

  /** Every refusal says the same and takes as long, whatever is wrong (decisions 2.3). */
  async login({ email, password }: Login): Promise<LoginResponse> {
    const user = await this.credentials.findByEmail(email);
    const isMatch = await this.passwords.matches(password, user?.passwordHash);
    if (!user?.active || !isMatch) throw new UnauthorizedError('E-mail or password is wrong');
    const { id, name, role } = user;
    return { user: { id, email: user.email, name, role }, token: this.tokens.issue(user) };
  }
}
