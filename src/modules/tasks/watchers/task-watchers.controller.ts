import { Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TaskWatcherResponse, TaskWatchResponse } from './task-watchers.dto.js';
import { TaskWatchers } from './task-watchers.service.js';

/** Watching single tasks. */
@ApiTags('tasks')
@Controller('tasks/:id')
export class TaskWatchersController {
  constructor(private readonly watchers: TaskWatchers) {}

  /** Who watches the task itself, by name. */
  @Get('watchers')
  @ApiOperation({ operationId: 'listTaskWatchers' })
  @RequirePermission('company-data:read')
  @ListEndpoint(TaskWatcherResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<TaskWatcherResponse>> {
    return this.watchers.findAll(context, id, query);
  }

  /** The caller watches the task by choice. */
  @Put('watch')
  @ApiOperation({ operationId: 'watchTask' })
  @RequirePermission('own-inbox:write', { by: 'person' })
  @Returns(TaskWatchResponse, { missing: 'Task' })
  watch(@Context() context: RequestContext, @Id() id: string): Promise<TaskWatchResponse> {
    return this.watchers.watchTask(context, id);
  }

  /** The caller no longer watches the task; being assigned or mentioned still tells. */
  @Delete('watch')
  @ApiOperation({ operationId: 'unwatchTask' })
  @RequirePermission('own-inbox:write', { by: 'person' })
  @ReturnsNothing({ missing: 'Task' })
  unwatch(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.watchers.unwatchTask(context, id);
  }
}
