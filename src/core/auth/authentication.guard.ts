import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import passport from 'passport';
import type { Access } from './access.decorators.js';
import { accessOf } from './access.js';
import { ApiKeyAuthentication } from './api-key-authentication.js';
import { API_KEY_PREFIX } from './api-key.js';
import { bearerToken } from './bearer-token.js';
import { JwtStrategy } from './jwt.strategy.js';
import type { OfferedCredentials, Principal } from './principal.js';
import { SessionCookie } from './session-cookie.js';
import { SessionAuthentication } from './sessions/session-authentication.js';

/**
 * Resolves the credentials and refuses nothing yet: the request is first counted for their user or key; the
 * access guard then decides (order of checks, decisions 4). In the place of @nestjs/passport's guard, which finds
 * strategies by name and process-wide: two services of one process would share theirs.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: JwtStrategy,
    private readonly apiKeys: ApiKeyAuthentication,
    private readonly sessions: SessionAuthentication,
    private readonly cookie: SessionCookie,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    request.credentials = this.offered(request, accessOf(this.reflector, context));
    if (!request.credentials) return true;
    try {
      request.principal = await this.authenticate(request, request.credentials, http.getResponse<FastifyReply>());
    } catch (error) {
      request.authenticationError = error;
    }
    return true;
  }

  /** Of a public route at most the session counts (decisions 1.12, extensions 8.2). */
  private offered(request: FastifyRequest, access: Access | undefined): OfferedCredentials | undefined {
    const isPublic = access?.kind === 'public';
    if (isPublic && !access.readsSession) return undefined;
    const isHeaderOnly = access?.kind === 'permission' && access.headerOnly;
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
