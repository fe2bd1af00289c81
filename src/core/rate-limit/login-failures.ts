import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import { RateLimitExceededError } from '../../common/errors/app-error.js';
import { Configuration } from '../../config/configuration.js';
import type { RateLimitStore } from './rate-limit.js';
import { type Window, Windows } from './windows.js';

/** 15 minutes, in milliseconds. */
const WINDOW = 900_000;
/** How many times as many may fail from anywhere as from one network. */
const ANYWHERE = 10;

/** Who tries a password for which account. */
export interface LoginAttempt {
  /** Of the account, whether there is such a one or not; in any case. */
  readonly email: string;
  readonly clientNetwork: string;
  /** Whether somebody has lately logged in to the account from there: asked only once too many fail elsewhere. */
  readonly isKnownNetwork: () => Promise<boolean>;
}

/**
 * Counts wrong passwords (extensions 1.8) where rate limits are counted, and along with that in this process, which goes on
 * while Redis is away. Windows begin with the first failure, and nothing but their end clears them.
 */
@Injectable()
export class LoginFailures {
  private readonly windows = new Windows();

  constructor(
    @Inject(getStorageToken()) private readonly store: RateLimitStore,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Whether `compare` finds the password right. Of many attempts at once, those that are compared past the limit are
   * refused like those after them, so that nobody learns more than the limit allows.
   *
   * @throws RateLimitExceededError
   */
  async guard(attempt: LoginAttempt, compare: () => Promise<boolean>): Promise<boolean> {
    await this.ensureAllowed(attempt);
    const isRight = await compare();
    await (isRight ? this.ensureAllowed(attempt) : this.countFailure(attempt));
    return isRight;
  }

  private async ensureAllowed(attempt: LoginAttempt): Promise<void> {
    const { loginFailures: most } = this.configuration.limits;
    const [here, anywhere] = keysOf(attempt);
    const [own, all] = await Promise.all([this.count(here, 0), this.count(anywhere, 0)]);
    const isLocked = all.count >= ANYWHERE * most && !(await attempt.isKnownNetwork());
    const ends = [...(own.count >= most ? [own.resetAt] : []), ...(isLocked ? [all.resetAt] : [])];
    if (ends.length > 0) throw refusalUntil(Math.max(...ends));
  }

  private async countFailure(attempt: LoginAttempt): Promise<void> {
    const { loginFailures: most } = this.configuration.limits;
    const [here, anywhere] = keysOf(attempt);
    const own = await this.count(here, 1);
    if (own.count > most) throw refusalUntil(own.resetAt);
    const all = await this.count(anywhere, 1);
    if (all.count > ANYWHERE * most && !(await attempt.isKnownNetwork())) throw refusalUntil(all.resetAt);
  }

  /** Where both count, they agree; what one of them has missed, the other has not. */
  private async count(key: string, hits: 0 | 1): Promise<Readonly<Window>> {
    const shared = await this.store.countShared(key, WINDOW, hits);
    const now = Date.now();
    const own = this.windows.find(key, now, WINDOW);
    const count = Math.max((own?.count ?? 0) + hits, shared?.count ?? 0);
    if (own) return Object.assign(own, { count });
    const window = { count, resetAt: now + (shared?.millisecondsLeft ?? WINDOW) };
    return count > 0 ? this.windows.begin(key, window) : window;
  }
}

/** The address is hashed: it may be of any length, and is nobody's business in Redis. */
function keysOf({ email, clientNetwork }: LoginAttempt): [here: string, anywhere: string] {
  const anywhere = `login-failures:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
  return [`${anywhere}:${clientNetwork}`, anywhere];
}

function refusalUntil(moment: number): RateLimitExceededError {
  return new RateLimitExceededError(Math.max(1, Math.ceil((moment - Date.now()) / 1_000)));
}
