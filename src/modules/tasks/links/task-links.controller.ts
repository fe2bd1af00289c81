import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AddTaskLink, TaskLinkResponse } from './task-links.dto.js';
import { TaskLinks } from './task-links.service.js';

@ApiTags('tasks')
@Controller('tasks/:id/links')
export class TaskLinksController {
  constructor(private readonly links: TaskLinks) {}

  /** What the task has to do with others that the caller reaches, the oldest link first. */
  @Get()
  @ApiOperation({ operationId: 'listTaskLinks' })
  @RequirePermission('company-data:read')
  @ListEndpoint(TaskLinkResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<TaskLinkResponse>> {
    return this.links.findLinks(context, id, query);
  }

  /** Links the task to another one. Both tell of it. */
  @Post()
  @ApiOperation({ operationId: 'addTaskLink' })
  @RequirePermission('tasks:write')
  @Creates(TaskLinkResponse, {
    missing: 'Task',
    conflict: 'The project of one of them is archived, one has 200 links, or the two have one of this type',
  })
  add(@Context() context: RequestContext, @Id() id: string, @Body() input: AddTaskLink): Promise<TaskLinkResponse> {
    return this.links.addLink(context, id, input);
  }

  /** Takes a link away, from either of its tasks. */
  @Delete(':linkId')
  @ApiOperation({ operationId: 'removeTaskLink' })
  @RequirePermission('tasks:write')
  @ReturnsNothing({ missing: 'Task or link', conflict: 'The project of one of them is archived' })
  remove(@Context() context: RequestContext, @Id() id: string, @Id('linkId') linkId: string): Promise<void> {
    return this.links.remove(context, id, linkId);
  }
}
