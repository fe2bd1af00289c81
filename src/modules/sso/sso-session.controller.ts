import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import { SessionCookie } from '#core/access/session-cookie.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import { readSsoCookie, writeSsoCookie } from './sso-cookie.js';
import { SsoFlows } from './sso-flows.js';
import { SsoSignIn } from './sso-sign-in.js';
import { FinishSso, SsoSessionResponse, SsoUrlResponse, StartSso } from './sso.dto.js';

/** Signing in through the directory of a company. */
@ApiTags('auth')
@Controller('session/sso')
@AuthTier()
export class SsoSessionController {
  constructor(
    private readonly signIn: SsoSignIn,
    private readonly flows: SsoFlows,
    private readonly cookie: SessionCookie,
  ) {}

  /** Where the browser goes to sign in; null where there is no single sign-on. */
  @Post()
  @ApiOperation({ operationId: 'startSingleSignOn' })
  @Public()
  @Returns(SsoUrlResponse, { unauthorized: 'The provider does not answer' })
  async begin(
    @Anonymous() anonymous: AnonymousContext,
    @Req() request: FastifyRequest,
    @Body() body: StartSso,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoUrlResponse> {
    const browser = readSsoCookie(request) ?? this.flows.newBrowser();
    const url = await this.signIn.beginSignIn(anonymous, browser, body);
    if (url !== null) writeSsoCookie(reply, browser);
    return { url };
  }

  /** Takes what the provider has sent the browser back with, and begins a session, or connects the account. */
  @Post('callback')
  @ApiOperation({ operationId: 'finishSingleSignOn' })
  @Public({ readsSession: true })
  @Returns(SsoSessionResponse, {
    unauthorized: 'A part of the answer is not valid',
    conflict: 'The identity is connected with another account',
  })
  async finish(
    @Req() request: FastifyRequest,
    @Body() body: FinishSso,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoSessionResponse> {
    const { user, token } = await this.signIn.finishSignIn(request, readSsoCookie(request), body);
    if (token !== undefined) this.cookie.write(reply, token);
    return { user };
  }
}
