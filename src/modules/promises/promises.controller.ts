import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { PromiseResponse } from '#modules/tasks/task-promise.dto.js';
import { PromisesQuery } from './promises.dto.js';
import { PromisesService } from './promises.service.js';

@ApiTags('promises')
@Controller('promises')
export class PromisesController {
  constructor(private readonly promises: PromisesService) {}

  /** What is and was promised of tasks that the caller reaches, the earliest day first. */
  @Get()
  @ApiOperation({ operationId: 'listPromises' })
  @RequirePermission('company-data:read')
  @ListEndpoint(PromiseResponse)
  findAll(@Context() context: RequestContext, @Query() query: PromisesQuery): Promise<List<PromiseResponse>> {
    return this.promises.findPromises(context, query);
  }
}
