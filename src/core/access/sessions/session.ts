import { hash } from 'node:crypto';

/** How someone signed in. */
export const SESSION_METHODS = ['password', 'totp', 'passkey', 'sso'] as const;
export type SessionMethod = (typeof SESSION_METHODS)[number];

/** Hours that a session is good for, however much it is used. */
export const SESSION_HOURS = 24;

/** The session that a request came with. */
export interface CallerSession {
  readonly id: string;
  /** SHA-256 of the cookie's value, in hex: what processes call the session among themselves. */
  readonly tokenHash: string;
  readonly method: SessionMethod;
  /** Milliseconds of Unix time. */
  readonly startedAt: number;
}

/** SHA-256 is enough: the value is 32 random bytes. */
export function sessionTokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}
