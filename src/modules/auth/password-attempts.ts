import { Injectable } from '@nestjs/common';
import { Passwords } from '#core/access/passwords.js';
import type { DatabaseContext, RequestContext } from '#core/company-scope/request-context.js';
import { LoginFailures } from '#core/rate-limit/login-failures.js';
import { OWN_WORK } from '#core/concurrency-limits/concurrency-limit.js';
import type { UserCredentials } from '#modules/users/user-credentials.service.js';
import { LoginNetworksRepository } from './login-networks.repository.js';

type Client = Pick<RequestContext, 'clientNetwork'>;

/** A password that someone tries for an account. The answer must not show whether the account exists. */
interface Offer {
  readonly email: string;
  readonly password: string;
  /** Undefined when nobody has the address. */
  readonly user: UserCredentials | undefined;
}

/** Compares passwords with those of accounts, as often as may be. */
@Injectable()
export class PasswordAttempts {
  constructor(
    private readonly passwords: Passwords,
    private readonly failures: LoginFailures,
    private readonly networks: LoginNetworksRepository,
  ) {}

  /**
   * Whether the password belongs to an active user. Takes the same steps for every address.
   *
   * @throws RateLimitExceededError after too many wrong ones, ServiceUnavailableError when too many wait
   */
  isRight(context: DatabaseContext & Client, { email, password, user }: Offer): Promise<boolean> {
    const { clientNetwork = OWN_WORK } = context;
    const isKnownNetwork = () => this.networks.isKnown(context, user, clientNetwork);
    return this.failures.guard({ email, clientNetwork, isKnownNetwork }, async () => {
      const isMatch = await this.passwords.matches(context, password, user?.passwordHash);
      return isMatch && user?.active === true && user.mayUsePassword;
    });
  }
}
