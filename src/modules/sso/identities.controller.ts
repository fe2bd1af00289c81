import { Body, Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ChangeSignIn } from '#core/access/fresh-caller.dto.js';
import { Identities } from './identities.js';
import { readSsoCookie, writeSsoCookie } from './sso-cookie.js';
import { SsoFlows } from './sso-flows.js';
import { SsoSignIn } from './sso-sign-in.js';
import { IdentityResponse, IdentityUrlResponse, LinkIdentity } from './sso.dto.js';

const STALE = 'The caller has no password and signed in more than 5 minutes ago';

/** Whom the directory of the company knows the caller as. */
@ApiTags('me')
@Controller('me/identities')
export class IdentitiesController {
  constructor(
    private readonly identities: Identities,
    private readonly signIn: SsoSignIn,
    private readonly flows: SsoFlows,
  ) {}

  /** What the caller is connected with. */
  @Get()
  @ApiOperation({ operationId: 'listMyIdentities' })
  @RequirePermission('company-data:read', { jwtOnly: true })
  @ListEndpoint(IdentityResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<IdentityResponse>> {
    return this.identities.findOwn(context, query);
  }

  /** Where the browser goes to connect the account. It comes back in the same session. */
  @Post('sso')
  @ApiOperation({ operationId: 'linkIdentity' })
  @RequirePermission('own-profile:write', { jwtOnly: true })
  @Returns(IdentityUrlResponse, { conflict: 'There is no single sign-on that is enabled', unauthorized: STALE })
  async link(
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Body() body: LinkIdentity,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IdentityUrlResponse> {
    const browser = readSsoCookie(request) ?? this.flows.newBrowser();
    const url = await this.signIn.beginLinking(context, browser, body);
    writeSsoCookie(reply, browser);
    return { url };
  }

  /** Disconnects the account, unless nothing would be left to sign in with. */
  @Delete(':id')
  @ApiOperation({ operationId: 'removeIdentity' })
  @RequirePermission('own-profile:write', { jwtOnly: true })
  @ReturnsNothing({ missing: 'Identity', conflict: 'It is the last way to sign in', unauthorized: STALE })
  remove(@Context() context: RequestContext, @Id() id: string, @Body() body: ChangeSignIn): Promise<void> {
    return this.identities.remove(context, id, body);
  }
}
