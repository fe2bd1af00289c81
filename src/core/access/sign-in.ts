import type { SessionMethod } from './sessions/session.js';

/** What a session or JWT was made with. A change of the password makes new ones of the same sign-in. */
export interface SignIn {
  readonly method: SessionMethod;
  /** Milliseconds of Unix time, by the clock of the service. */
  readonly at: number;
}

/** What the company asks of a sign-in, and when the user got the first second factor that they have; null without one. */
export interface FactorState {
  readonly requiresSecondFactor: boolean;
  readonly firstFactorAt: number | null;
}

/** A sign-in of now. */
export function signInBy(method: SessionMethod): SignIn {
  return { method, at: Date.now() };
}

/**
 * Whether the company requires more than the sign-in was made with. A password is enough for who set up their first factor
 * afterwards, and so with it.
 */
export function lacksSecondFactor(
  { requiresSecondFactor, firstFactorAt }: FactorState,
  { method, at }: SignIn,
): boolean {
  return requiresSecondFactor && method === 'password' && !(firstFactorAt !== null && at <= firstFactorAt);
}
