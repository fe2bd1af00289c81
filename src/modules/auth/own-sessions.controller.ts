import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { UserSessionResponse } from './session.dto.js';
import { UserSessions } from './user-sessions.js';

@ApiTags('me')
@Controller('me/sessions')
export class OwnSessionsController {
  constructor(private readonly sessions: UserSessions) {}

  /** Where the caller is signed in to the console, the oldest first. Tokens of POST /login are no sessions. */
  @Get()
  @ApiOperation({ operationId: 'listMySessions' })
  @RequirePermission('company-data:read', { jwtOnly: true })
  @ListEndpoint(UserSessionResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<UserSessionResponse>> {
    return this.sessions.findOwn(context, query);
  }

  /** Ends all sessions of the caller but the one that asks, and disconnects all programs. */
  @Delete()
  @ApiOperation({ operationId: 'endMyOtherSessions' })
  @RequirePermission('own-profile:write', { jwtOnly: true })
  @ReturnsNothing()
  endOthers(@Context() context: RequestContext): Promise<void> {
    return this.sessions.endOthers(context);
  }

  /** Ends a session of the caller: it is refused at once, and its streams end. */
  @Delete(':id')
  @ApiOperation({ operationId: 'endMySession' })
  @RequirePermission('own-profile:write', { jwtOnly: true })
  @ReturnsNothing({ missing: 'Session' })
  end(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.sessions.endOwn(context, id);
  }
}
