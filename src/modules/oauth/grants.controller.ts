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
import { CompanyGrantResponse } from './grant.dto.js';

@ApiTags('connected apps')
@Controller('grants')
@RequirePermission('grants:administer')
export class GrantsController {
  constructor(private readonly connections: Connections) {}

  /** The programs that people of the company have connected, the oldest first. */
  @Get()
  @ApiOperation({ operationId: 'listGrants' })
  @ListEndpoint(CompanyGrantResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<CompanyGrantResponse>> {
    return this.connections.findAll(context, query);
  }

  /** Disconnects a program of anybody: its tokens are refused at once, and its streams end. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteGrant' })
  @ReturnsNothing({ missing: 'Grant' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.connections.endGrant(context, id);
  }
}
