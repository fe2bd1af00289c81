import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuthModuleOptions, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { isUuid } from '#common/validation/uuid.js';
import { Configuration } from '#config/configuration.js';
import type { Principal } from './principal.js';
import { lacksSecondFactor } from './sign-in.js';
import { register } from './strategies.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TokenClaims } from './tokens.js';
import { UserCache } from './user-cache.js';

/** Longest token that is looked at; ours have about 350 characters. */
const MAX_TOKEN_LENGTH = 2_048;
/** Tokens whose signature is remembered: a few megabytes. */
const MOST_VERIFIED = 5_000;

/** Tokens of earlier versions do not say what they were made with. */
type Claims = Partial<TokenClaims & { iat: number; exp: number }>;

/** A JWT is good while its user is active and its credential version is current. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  /** Claims by token, of those that were good once; the oldest comes first. */
  private readonly verified = new Map<string, Claims>();

  constructor(
    options: AuthModuleOptions,
    configuration: Configuration,
    private readonly users: UserCache,
  ) {
    super({
      jwtFromRequest: ({ credentials }: FastifyRequest) => {
        if (credentials?.kind !== 'jwt' || credentials.token.length > MAX_TOKEN_LENGTH) return null;
        return credentials.token;
      },
      // A KeyObject is checked many times faster than a string; passport-jwt only hands it on.
      secretOrKey: createSecretKey(Buffer.from(configuration.jwtSecret)) as unknown as Buffer,
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      passReqToCallback: true,
    });
    register('jwt', this, options);
  }

  /** Whose a token is that was verified before; undefined for every other, which passport verifies. */
  async recognize(request: FastifyRequest): Promise<Principal | null | undefined> {
    const { credentials } = request;
    const claims = credentials?.kind === 'jwt' ? this.verifiedClaims(credentials.token) : undefined;
    return claims && this.validate(request, claims);
  }

  /** The claims of a token whose signature was checked before and that has not expired. They are validated again. */
  private verifiedClaims(token: string): Claims | undefined {
    const claims = this.verified.get(token);
    if (claims?.exp === undefined || claims.exp * 1_000 > Date.now()) return claims;
    this.verified.delete(token);
    return undefined;
  }

  async validate({ hangUp, credentials }: FastifyRequest, claims: Claims): Promise<Principal | null> {
    const { sub, company, ver, exp, iat = 0, method = 'password', at = iat * 1_000 } = claims;
    // passport-jwt would accept a token without an end.
    if (!sub || !company || !isUuid(sub) || !isUuid(company) || exp === undefined) return null;
    const user = await this.users.find({ companyId: company, userId: sub }, hangUp);
    if (!user?.active || user.credentialVersion !== ver) return null;
    this.remember(credentials?.token, claims);
    const expiresAt = exp * 1_000;
    const { role } = user;
    const signIn = { method, at };
    return {
      companyId: company,
      userId: sub,
      role,
      credentialVersion: ver,
      expiresAt,
      signIn,
      lacksSecondFactor: lacksSecondFactor(user, signIn),
    };
  }

  private remember(token: string | undefined, claims: Claims): void {
    if (token === undefined || this.verified.has(token)) return;
    if (this.verified.size >= MOST_VERIFIED) this.verified.delete(this.verified.keys().next().value as string);
    this.verified.set(token, claims);
  }
}
