import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TaskResponse } from '../task.dto.js';
import { DescriptionTextResponse, DescriptionVersionResponse } from './task-descriptions.dto.js';
import { TaskDescriptions } from './task-descriptions.service.js';

@ApiTags('tasks')
@Controller('tasks/:id/descriptions')
export class TaskDescriptionsController {
  constructor(private readonly descriptions: TaskDescriptions) {}

  /** The descriptions that the task has and had, the present one first. */
  @Get()
  @ApiOperation({ operationId: 'listTaskDescriptions' })
  @RequirePermission('company-data:read')
  @ListEndpoint(DescriptionVersionResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<DescriptionVersionResponse>> {
    return this.descriptions.findVersions(context, id, query);
  }

  /** One of them with its whole text. */
  @Get(':versionId')
  @ApiOperation({ operationId: 'getTaskDescription' })
  @RequirePermission('company-data:read')
  @Returns(DescriptionTextResponse, { missing: 'Task or version' })
  findOne(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('versionId') versionId: string,
  ): Promise<DescriptionTextResponse> {
    return this.descriptions.getVersion(context, id, versionId);
  }

  /** Gives the task that description again, which is a change like any other. */
  @Post(':versionId/restore')
  @ApiOperation({ operationId: 'restoreTaskDescription' })
  @RequirePermission('tasks:write')
  @Returns(TaskResponse, { missing: 'Task or version', conflict: 'The project is archived' })
  restore(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('versionId') versionId: string,
  ): Promise<TaskResponse> {
    return this.descriptions.restoreVersion(context, id, versionId);
  }

  /** Deletes a text that should not be kept, such as one with a secret in it. */
  @Delete(':versionId')
  @ApiOperation({ operationId: 'deleteTaskDescription' })
  @RequirePermission('tasks:administer')
  @ReturnsNothing({ missing: 'Task or version', conflict: 'It is the present one, or the project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string, @Id('versionId') versionId: string): Promise<void> {
    return this.descriptions.remove(context, id, versionId);
  }
}
