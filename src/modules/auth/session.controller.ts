import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Returns, ReturnsNothing } from '../../common/http/outcomes.decorator.js';
import { Public } from '../../core/auth/access.decorators.js';
import { SessionCookie } from '../../core/auth/session-cookie.js';
import type { AnonymousContext } from '../../core/company-scope/request-context.js';
import { AuthTier } from '../../core/rate-limit/rate-limit.decorators.js';
import { Anonymous } from './anonymous.decorator.js';
import { Login } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { SessionResponse, StartedSessionResponse } from './session.dto.js';
import { Sessions } from './sessions.js';

/** Browsers log in here: the token stays in a cookie that no script reads (extensions 8.1). */
@ApiTags('auth')
@Controller('session')
@Public({ readsSession: true })
export class SessionController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Logs a browser in, as POST /login does, with the token in the cookie `__Host-session`. The cookie counts on requests
   * of the service's own pages, without an `Authorization` header.
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
    const { user, token } = await this.auth.login(anonymous, body);
    this.cookie.write(reply, token);
    return { user };
  }

  /** Whose session the cookie is, if anyone's, and what the service offers. */
  @Get()
  @Returns(SessionResponse)
  findOne(@Req() request: FastifyRequest): Promise<SessionResponse> {
    return this.sessions.findOne(request);
  }

  /** Clears the cookie, and has the browser forget the files that it keeps. The token itself is good until it expires: a change of the password ends it. */
  @Delete()
  @ApiOperation({ operationId: 'deleteSession' })
  @ReturnsNothing()
  end(@Res({ passthrough: true }) reply: FastifyReply): void {
    this.cookie.clear(reply);
    void reply.header('Clear-Site-Data', '"cache"');
  }
}
