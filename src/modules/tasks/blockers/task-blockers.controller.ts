import { Body, Controller, Delete, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { List } from '#common/http/list.js';
import { ListEndpoint } from '#common/http/list.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Creates, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AddBlocker } from '../task-input.dto.js';
import { TaskBlockers } from './task-blockers.service.js';
import { TaskResponse } from '../task.dto.js';
import { TaskQueries } from '../list/task-queries.service.js';

@ApiTags('tasks')
@Controller('tasks/:id')
export class TaskBlockersController {
  constructor(
    private readonly blockers: TaskBlockers,
    private readonly queries: TaskQueries,
  ) {}

  /** The tasks that this one waits for, closed ones included. */
  @Get('blockers')
  @RequirePermission('company-data:read')
  @ListEndpoint(TaskResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<TaskResponse>> {
    return this.queries.findBlockers(context, id, query);
  }

  /** The tasks that wait for this one, closed ones included. */
  @Get('blocking')
  @RequirePermission('company-data:read')
  @ListEndpoint(TaskResponse, { missing: 'Task' })
  @ApiOperation({ operationId: 'listBlockedTasks' })
  findBlocked(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<TaskResponse>> {
    return this.queries.findBlocked(context, id, query);
  }

  /** The blocker; 200 when it had been one before. */
  @Post('blockers')
  @RequirePermission('tasks:write')
  @Creates(TaskResponse, {
    existing: 'It was a blocker already',
    missing: 'Task or blocker',
    conflict: 'The project of the task is archived, it has 200 blockers, or the tasks would wait for each other',
  })
  async add(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() { taskId }: AddBlocker,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TaskResponse> {
    const { blocker, isNew } = await this.blockers.addBlocker(context, id, taskId);
    void reply.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return blocker;
  }

  /** Ends that one task blocks the other. */
  @Delete('blockers/:taskId')
  @ApiOperation({ operationId: 'removeTaskBlocker' })
  @RequirePermission('tasks:write')
  @ReturnsNothing({ missing: 'Task or blocker', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string, @Id('taskId') taskId: string): Promise<void> {
    return this.blockers.remove(context, id, taskId);
  }
}
