import { Injectable } from '@nestjs/common';
import { UnauthorizedError, ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { type UserCredentials, UserCredentialsService } from '#modules/users/user-credentials.service.js';
import { PasswordAttempts } from './password-attempts.js';

/** Milliseconds after signing in within which nobody is asked again. */
const FRESH_FOR = 5 * 60_000;

/** Whether it is the user who changes how they sign in, and not whoever sits at their screen. */
@Injectable()
export class Freshness {
  constructor(
    private readonly credentials: UserCredentialsService,
    private readonly attempts: PasswordAttempts,
  ) {}

  /**
   * The caller, whose password it is. Who has none that may be used must have signed in lately.
   *
   * @throws ValidationError, UnauthorizedError, or RateLimitExceededError after too many wrong passwords
   */
  async requireCaller(context: RequestContext, password: string | undefined): Promise<UserCredentials> {
    const user = await this.credentials.findCredentials(context, context);
    if (!user) throw signInAgain();
    if (!canUsePassword(user)) {
      if (!context.session || Date.now() - context.session.startedAt > FRESH_FOR) throw signInAgain();
      return user;
    }
    if (password === undefined) throw new ValidationError({ password: 'Required' });
    const isRight = await this.attempts.isRight(context, { email: user.email, password, user });
    if (!isRight) throw new ValidationError({ password: 'Wrong password' });
    return user;
  }
}

/** Whether there is a password that the user may sign in with. */
function canUsePassword({ passwordHash, mayUsePassword }: UserCredentials): boolean {
  return passwordHash !== null && mayUsePassword;
}

function signInAgain(): UnauthorizedError {
  return new UnauthorizedError('Sign in again');
}
