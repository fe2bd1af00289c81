import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { anonymousContext } from '#core/access/anonymous-context.js';
import { Sessions } from '#core/access/sessions/sessions.js';
import type { AnonymousContext, RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import type { SessionMethod } from '#core/access/sessions/session.js';
import type { UserCredentials } from '#modules/users/user-credentials.service.js';
import { type LoginUserResponse, toLoginUserResponse } from '#core/access/login-user.dto.js';
import { Login } from './auth.dto.js';
import { AuthService } from './auth.service.js';

/** The sessions that browsers begin and end. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: Sessions,
    private readonly database: Database,
  ) {}

  /** Who has signed in, and the value of the cookie. */
  async startSession(anonymous: AnonymousContext, login: Login): Promise<{ user: LoginUserResponse; token: string }> {
    const { user, signIn } = await this.auth.signIn(anonymous, login);
    const token = await this.sessions.start(anonymous, user, signIn);
    return { user: toLoginUserResponse(user), token };
  }

  /** Begins the session of someone who has signed in without a password. Returns the value of the cookie. */
  startFor(anonymous: AnonymousContext, user: UserCredentials, method: SessionMethod): Promise<string> {
    return this.auth.startFor(anonymous, user, method);
  }

  /** Ends the session whose cookie a request carries, if it carries one that counts. */
  async endSession(request: FastifyRequest): Promise<void> {
    const { principal, authenticationError } = request;
    if (authenticationError !== undefined) throw authenticationError;
    if (!principal?.session) return;
    const { companyId: share, userId, session } = principal;
    const context: RequestContext = { ...anonymousContext(request), ...principal, share, signal: undefined };
    await this.database.transaction(context, (tx) => this.sessions.end(tx, userId, session.id));
  }
}
