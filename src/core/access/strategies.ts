import { randomUUID } from 'node:crypto';
import { AuthModuleOptions, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { CREDENTIAL_KINDS, type CredentialKind } from './credential-kinds.js';
import type { Principal } from './principal.js';

/**
 * The names of an application's strategies, and where the guard puts the caller. passport and its names are one for the
 * whole process, which may run several applications.
 */
export function passportOptions(): AuthModuleOptions {
  const application = randomUUID();
  return { defaultStrategy: CREDENTIAL_KINDS.map((kind) => `${kind} ${application}`), property: 'principal' };
}

/** Registers a strategy under the name that it has in this application. */
export function register(
  kind: CredentialKind,
  strategy: passport.Strategy,
  { defaultStrategy }: AuthModuleOptions,
): void {
  passport.use(defaultStrategy?.[CREDENTIAL_KINDS.indexOf(kind)] ?? kind, strategy);
}

/** A strategy for credentials of a kind that are looked up by their text. */
export abstract class LookupStrategy extends PassportStrategy(passport.Strategy, 'lookup') {
  protected constructor(
    private readonly kind: CredentialKind,
    options: AuthModuleOptions,
  ) {
    super();
    register(kind, this, options);
  }

  /** Whose the credentials are; null when they are not valid. */
  abstract override validate(request: FastifyRequest, token: string): Promise<Principal | null>;

  override authenticate(request: unknown): void {
    const { credentials } = request as FastifyRequest;
    if (credentials?.kind === this.kind) settle(this, this.validate(request as FastifyRequest, credentials.token));
    else this.fail();
  }
}

/** Tells passport the outcome of a look-up. */
function settle(strategy: passport.StrategyCreatedStatic, found: Promise<Principal | null>): void {
  found.then(
    (principal) => {
      if (principal) strategy.success(principal);
      else strategy.fail();
    },
    (error: unknown) => strategy.error(error),
  );
}
