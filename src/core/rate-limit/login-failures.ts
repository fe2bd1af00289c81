import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { getStorageToken } from '@nestjs/throttler';
import { RateLimitExceededError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { RateLimitStore } from './rate-limit.js';
import { type Window, Windows } from './windows.js';

/** 15 minutes, in milliseconds. */
const WINDOW = 900_000;
/** So many times more may fail from all networks together than from one. */
const ANYWHERE = 10;

/** Who tries a password for which account. */
export interface LoginAttempt {
  /** The address of the account, in any case of letters. The account need not exist. */
  readonly email: string;
  readonly clientNetwork: string;
  /** Whether somebody has lately logged in to the account from there. Called only after too many failures elsewhere. */
  readonly isKnownNetwork: () => Promise<boolean>;
}

/**
 * Counts wrong passwords where rate limits are counted, and also in this process, which goes on while Redis is away.
 * A window begins with the first failure; nothing clears it before its end.
 */
@Injectable()
export class LoginFailures {
  private readonly windows = new Windows();

  constructor(
    @Inject(getStorageToken()) private readonly store: RateLimitStore,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Returns whether `compare` finds the password right. Of many attempts at once, those past the limit are refused even
   * after they are compared: nobody learns more than the limit allows.
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

  /** The larger of both counts: what one has missed, the other has not. */
  private async count(key: string, hits: 0 | 1): Promise<Readonly<Window>> {
    const shared = await this.store.countShared(key, WINDOW, hits);
    const now = Date.now();
    const own = this.windows.find(key, now, WINDOW);
    const count = Math.max((own?.count ?? 0) + hits, shared?.count ?? 0);
    const window = { count, resetAt: own?.resetAt ?? now + (shared?.millisecondsLeft ?? WINDOW) };
    if (own) own.count = count;
    else if (count > 0) this.windows.begin(key, { ...window });
    // A copy: attempts at the same time count on, and each is judged by its own number.
    return window;
  }
}

/** Hashes the address: it may have any length, and nobody should read it in Redis. */
function keysOf({ email, clientNetwork }: LoginAttempt): [here: string, anywhere: string] {
  const anywhere = `login-failures:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
  return [`${anywhere}:${clientNetwork}`, anywhere];
}

function refusalUntil(moment: number): RateLimitExceededError {
  return new RateLimitExceededError(Math.max(1, Math.ceil((moment - Date.now()) / 1_000)));
}
