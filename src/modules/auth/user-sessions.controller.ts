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

@ApiTags('users')
@Controller('users/:id/sessions')
@RequirePermission('users:write')
export class UserSessionsController {
  constructor(private readonly sessions: UserSessions) {}

  /** Where a user is signed in to the console, the oldest first. Only an OWNER sees those of one. */
  @Get()
  @ApiOperation({ operationId: 'listUserSessions' })
  @ListEndpoint(UserSessionResponse, { missing: 'User' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<UserSessionResponse>> {
    return this.sessions.findAll(context, query, id);
  }

  /** Ends all sessions of a user. Only an OWNER ends those of one. */
  @Delete()
  @ApiOperation({ operationId: 'endUserSessions' })
  @ReturnsNothing({ missing: 'User' })
  endAll(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.sessions.endAll(context, id);
  }
}
