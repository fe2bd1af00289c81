import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { List } from '#common/http/list.js';
import { ListEndpoint } from '#common/http/list.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { WorkResponse } from './work.dto.js';
import { WorkQueriesRepository } from './work-queries.repository.js';

@ApiTags('work')
@Controller('tasks/:id/work')
export class TaskWorksController {
  constructor(private readonly queries: WorkQueriesRepository) {}

  /** All works of the task, the newest first. */
  @Get()
  @ApiOperation({ operationId: 'listWorkOfTask' })
  @RequirePermission('company-data:read')
  @ListEndpoint(WorkResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<WorkResponse>> {
    return this.queries.findOfTask(context, id, query);
  }
}
