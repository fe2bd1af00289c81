import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import { SessionCookie } from '#core/access/session-cookie.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';
import { ChangedPasswordResponse, ChangePassword, MeResponse, UpdateMe } from './me.dto.js';
import { MeService } from './me.service.js';
import { PasswordChanges } from './password-changes.js';

@ApiTags('me')
@Controller('me')
export class MeController {
  constructor(
    private readonly me: MeService,
    private readonly passwords: PasswordChanges,
    private readonly cookie: SessionCookie,
  ) {}

  /** The caller's own user. */
  @Get()
  @ApiOperation({ operationId: 'getMe' })
  @RequirePermission('company-data:read')
  @Returns(MeResponse)
  findOne(@Context() context: RequestContext): Promise<MeResponse> {
    return this.me.findOne(context);
  }

  /** Changes the caller's own name, time zone and absence. */
  @Put()
  @ApiOperation({ operationId: 'updateMe' })
  @RequirePermission('own-profile:write')
  @Returns(MeResponse)
  update(@Context() context: RequestContext, @Body() body: UpdateMe): Promise<MeResponse> {
    return this.me.update(context, body);
  }

  /**
   * Changes the caller's password. It ends all sessions and tokens, this one included: go on with the token of the answer,
   * or with the new session that is in the cookie for whoever sent one.
   */
  @Put('password')
  @ApiOperation({ operationId: 'changePassword' })
  @RequirePermission('own-profile:write', { jwtOnly: true })
  @AuthTier()
  @Returns(ChangedPasswordResponse)
  async changePassword(
    @Context() context: RequestContext,
    @Body() body: ChangePassword,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedPasswordResponse> {
    const { token, session } = await this.passwords.changePassword(context, body);
    if (session === undefined) return { token };
    this.cookie.write(reply, session);
    return {};
  }
}
