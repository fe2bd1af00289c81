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
import { Connections } from './connections.js';
import { GrantResponse } from './grant.dto.js';

@ApiTags('me')
@Controller('me/grants')
export class OwnGrantsController {
  constructor(private readonly connections: Connections) {}

  /** The programs that the caller has connected, the oldest first. */
  @Get()
  @ApiOperation({ operationId: 'listMyGrants' })
  @RequirePermission('company-data:read', { jwtOnly: true })
  @ListEndpoint(GrantResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<GrantResponse>> {
    return this.connections.findOwn(context, query);
  }

  /** Disconnects a program: its tokens are refused at once, and its streams end. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteMyGrant' })
  @RequirePermission('own-profile:write', { jwtOnly: true })
  @ReturnsNothing({ missing: 'Grant' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.connections.endOwn(context, id);
  }
}
