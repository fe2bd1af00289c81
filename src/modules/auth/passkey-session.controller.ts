import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import { SessionCookie } from '#core/access/session-cookie.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';
import { PasskeyOptionsResponse, PasskeySessionResponse, SignInByPasskey } from './passkey.dto.js';
import { PasskeysService } from './passkeys.service.js';

/** Signing in by a passkey, which counts as both factors. */
@ApiTags('auth')
@Controller('session/passkey')
@Public()
@AuthTier()
export class PasskeySessionController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly cookie: SessionCookie,
  ) {}

  /** What the browser signs in with. Nobody is asked who they are. The challenge is good for 5 minutes, once. */
  @Post('options')
  @ApiOperation({ operationId: 'beginPasskeySession' })
  @Returns(PasskeyOptionsResponse)
  begin(@Anonymous() anonymous: AnonymousContext): Promise<PasskeyOptionsResponse> {
    return this.passkeys.signInOptions(anonymous);
  }

  /** Begins a session of the user whose passkey it is. */
  @Post()
  @ApiOperation({ operationId: 'createPasskeySession' })
  @Returns(PasskeySessionResponse, { unauthorized: 'The passkey is not valid here' })
  async start(
    @Anonymous() anonymous: AnonymousContext,
    @Body() { response }: SignInByPasskey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasskeySessionResponse> {
    const { user, token } = await this.passkeys.signIn(anonymous, response);
    this.cookie.write(reply, token);
    return { user };
  }
}
