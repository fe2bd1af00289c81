import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { List } from '../../common/http/list.js';
import { ListEndpoint } from '../../common/http/list.decorator.js';
import { PageQuery } from '../../common/http/page.query.js';
import { Id } from '../../common/validation/id.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { TaskActivityResponse } from './task-activity.dto.js';
import { TaskCreation } from './task-creation.service.js';
import { BulkUpdateTasks, CreateTask, MoveTask, UpdateTask } from './task-input.dto.js';
import { BulkUpdateResponse, TaskDetailResponse, TaskResponse } from './task.dto.js';
import { TaskHistory } from './task-history.service.js';
import { TaskMoves } from './task-moves.service.js';
import { ListedTask, TaskQueries } from './task-queries.service.js';
import { ListedTaskResponse, TasksQuery } from './tasks-query.dto.js';
import { TasksService } from './tasks.service.js';

@ApiTags('tasks')
@Controller('tasks')
export class TasksController {
  constructor(
    private readonly queries: TaskQueries,
    private readonly creation: TaskCreation,
    private readonly tasks: TasksService,
    private readonly moves: TaskMoves,
    private readonly history: TaskHistory,
  ) {}

  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(ListedTaskResponse)
  findAll(@Context() context: RequestContext, @Query() query: TasksQuery): Promise<List<ListedTask>> {
    return this.queries.find(context, query);
  }

  @Post()
  @RequirePermission('tasks:write')
  @ApiCreatedResponse({ type: TaskResponse })
  @ApiNotFoundResponse()
  @ApiConflictResponse()
  create(@Context() context: RequestContext, @Body() input: CreateTask): Promise<TaskResponse> {
    return this.creation.create(context, input);
  }

  /** Changes up to 200 tasks alike, all or nothing. */
  @Post('bulk')
  @HttpCode(200)
  @RequirePermission('tasks:write')
  @ApiOkResponse({ type: BulkUpdateResponse })
  @ApiNotFoundResponse()
  @ApiConflictResponse()
  bulkUpdate(@Context() context: RequestContext, @Body() input: BulkUpdateTasks): Promise<BulkUpdateResponse> {
    return this.tasks.bulkUpdate(context, input);
  }

  @Get(':id')
  @RequirePermission('company-data:read')
  @ApiOkResponse({ type: TaskDetailResponse })
  @ApiNotFoundResponse()
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<TaskDetailResponse> {
    return this.queries.findOne(context, id);
  }

  @Put(':id')
  @RequirePermission('tasks:write')
  @ApiOkResponse({ type: TaskResponse })
  @ApiNotFoundResponse()
  @ApiConflictResponse()
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateTask): Promise<TaskResponse> {
    return this.tasks.update(context, id, input);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('tasks:write')
  @ApiNoContentResponse()
  @ApiNotFoundResponse()
  @ApiConflictResponse()
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.tasks.remove(context, id);
  }

  /** Puts the task right before or after another one of its project, and into another status if given. */
  @Post(':id/move')
  @HttpCode(200)
  @RequirePermission('tasks:write')
  @ApiOkResponse({ type: TaskResponse })
  @ApiNotFoundResponse()
  @ApiConflictResponse()
  move(@Context() context: RequestContext, @Id() id: string, @Body() input: MoveTask): Promise<TaskResponse> {
    return this.moves.move(context, id, input);
  }

  /** Every change of the task, the newest first. */
  @Get(':id/activity')
  @RequirePermission('company-data:read')
  @ListEndpoint(TaskActivityResponse)
  @ApiNotFoundResponse()
  findActivity(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<TaskActivityResponse>> {
    return this.history.find(context, id, query);
  }
}
