import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import passport from 'passport';
import { hasBody } from '../transport/early-answers.js';
import type { Access } from './access.decorators.js';
import { ApiKeyAuthentication } from './api-key-authentication.js';
import { API_KEY_PREFIX } from './api-key.js';
import { bearerToken } from './bearer-token.js';
import { JwtStrategy } from './jwt.strategy.js';
import type { OfferedCredentials, Principal } from './principal.js';
import { ScimAuthentication } from './scim-authentication.js';
import { SessionCookie } from './session-cookie.js';
import { SessionAuthentication } from './sessions/session-authentication.js';

/** Finds out whose the credentials of a request are, and refuses nothing. */
@Injectable()
export class Authentication {
  constructor(
    private readonly strategy: JwtStrategy,
    private readonly apiKeys: ApiKeyAuthentication,
    private readonly sessions: SessionAuthentication,
    private readonly cookie: SessionCookie,
    private readonly scim: ScimAuthentication,
  ) {}

  /** Has the credentials of requests with a body resolved before it is read: without them nobody uploads. */
  registerEarly(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', (request, reply, _payload, done) => {
      const { access } = request.routeOptions.config;
      const isClosed = access?.kind === 'permission' || access?.kind === 'scim';
      if (!isClosed || !hasBody(request)) done();
      else this.resolve(request, reply, access).then(() => done(), done);
    });
  }

  /** Sets what the request offers, and whose it is. Done once for a request. */
  async resolve(request: FastifyRequest, reply: FastifyReply, access: Access | undefined): Promise<void> {
    if (request.areCredentialsResolved) return;
    request.areCredentialsResolved = true;
    request.credentials = this.offered(request, access);
    if (!request.credentials) return;
    try {
      request.principal = await (access?.kind === 'scim'
        ? this.scim.authenticate(request, request.credentials.token)
        : this.authenticate(request, request.credentials, reply));
    } catch (error) {
      request.authenticationError = error;
    }
  }

  /** Of a public route at most the session counts. */
  private offered(request: FastifyRequest, access: Access | undefined): OfferedCredentials | undefined {
    const isPublic = access?.kind === 'public';
    if (isPublic && !access.readsSession) return undefined;
    const isHeaderOnly = access?.kind === 'scim' || (access?.kind === 'permission' && access.headerOnly);
    const session = isHeaderOnly ? undefined : this.cookie.read(request);
    const token = session ?? (isPublic ? undefined : bearerToken(request.headers));
    return token === undefined ? undefined : { token, bySession: session !== undefined };
  }

  private authenticate(
    request: FastifyRequest,
    { token, bySession }: OfferedCredentials,
    reply: FastifyReply,
  ): Promise<Principal | null> {
    if (bySession) return this.sessions.authenticate(request, token);
    if (token.startsWith(API_KEY_PREFIX)) return this.apiKeys.authenticate(request, token);
    const claims = this.strategy.verifiedClaims(token);
    return claims ? this.strategy.validate(request, claims) : this.authenticateJwt(request, reply);
  }

  private authenticateJwt(request: FastifyRequest, reply: FastifyReply): Promise<Principal | null> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, principal: Principal | false | null): void => {
        if (error) reject(error);
        else resolve(principal || null);
      };
      // passport hangs the outcome on the strategy it is given: each request needs one of its own.
      const strategy = Object.create(this.strategy) as JwtStrategy;
      const middleware = passport.authenticate(strategy, { session: false }, done) as Middleware;
      middleware(request, reply, reject);
    });
  }
}

type Middleware = (request: FastifyRequest, reply: FastifyReply, next: (error?: unknown) => void) => void;
