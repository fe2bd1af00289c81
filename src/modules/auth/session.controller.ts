import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import { SessionCookie } from '#core/access/session-cookie.js';
import { BrowserSessions } from './browser-sessions.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import { Login } from './auth.dto.js';
import { SessionResponse, StartedSessionResponse } from './session.dto.js';
import { SessionState } from './session-state.js';

/** Browsers sign in here: a cookie that no script reads says whose session it is. */
@ApiTags('auth')
@Controller('session')
@Public({ readsSession: true })
export class SessionController {
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly state: SessionState,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Signs a browser in, as POST /login does, with a new session in the cookie `__Host-session`. It is good for 24 hours,
   * and less when nobody uses it. The cookie counts on requests of the service's own pages, without an `Authorization`
   * header.
   */
  @Post()
  @ApiOperation({ operationId: 'createSession' })
  @Public()
  @AuthTier()
  @Returns(StartedSessionResponse, { unauthorized: 'E-mail or password is wrong, or the user is not active' })
  async start(
    @Anonymous() anonymous: AnonymousContext,
    @Body() body: Login,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedSessionResponse> {
    const { user, token } = await this.sessions.startSession(anonymous, body);
    this.cookie.write(reply, token);
    return { user };
  }

  /** Whose session the cookie is, if anyone's, and what the service offers. */
  @Get()
  @Returns(SessionResponse)
  findOne(@Req() request: FastifyRequest): Promise<SessionResponse> {
    return this.state.findOne(request);
  }

  /** Ends the session, if there is one, clears the cookie, and has the browser forget the files that it keeps. */
  @Delete()
  @ApiOperation({ operationId: 'deleteSession' })
  @ReturnsNothing()
  async end(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.endSession(request);
    this.cookie.clear(reply);
    void reply.header('Clear-Site-Data', '"cache"');
  }
}
