import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { SessionMethod } from './sessions/session.js';
import type { SignIn } from './sign-in.js';

/** The claims of a token. */
export interface TokenClaims {
  sub: string;
  company: string;
  /** The user's credential version; every password change and deactivation raises it. */
  ver: number;
  /** What it was made with, and when, in milliseconds. */
  method: SessionMethod;
  at: number;
}

export const TOKEN_ISSUER = 'project-management-service';
export const TOKEN_AUDIENCE = 'project-management-api';
export const TOKEN_ALGORITHM = 'HS256';
export const TOKEN_LIFETIME_SECONDS = 24 * 3_600;

/** Issues JWTs: 24 hours, HS256. `JwtStrategy` reads them. */
@Injectable()
export class Tokens {
  constructor(private readonly jwt: JwtService) {}

  issue(user: { id: string; companyId: string; credentialVersion: number }, { method, at }: SignIn): string {
    const claims: TokenClaims = { sub: user.id, company: user.companyId, ver: user.credentialVersion, method, at };
    return this.jwt.sign(claims);
  }
}
