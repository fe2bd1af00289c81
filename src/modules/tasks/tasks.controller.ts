import { Body, Controller, Delete, Get, Inject, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { List } from '#common/http/list.js';
import { ListEndpoint } from '#common/http/list.decorator.js';
import { PrefersCsv } from '#common/http/prefers-csv.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ReadsAnew } from '#core/http/idempotency.js';
import { TakesReadBack } from '#core/http/read-back.js';
import { BulkAnswers } from './changes/bulk-answers.js';
import { TaskActivityResponse } from './history/task-activity.dto.js';
import { TaskCreation } from './changes/task-creation.service.js';
import { TaskDeletion } from './changes/task-deletion.js';
import { BulkCreateTasks, BulkDeleteTasks, BulkUpdateTasks, MoveTask, PostTask, UpdateTask } from './task-input.dto.js';
import {
  TASK_READ_BACK,
  BulkCreateResponse,
  BulkDeleteResponse,
  BulkUpdateResponse,
  CreatedTaskResponse,
  TaskDetailResponse,
  TaskResponse,
} from './task.dto.js';
import { TaskHistory } from './history/task-history.service.js';
import { TaskMoves } from './changes/task-moves.js';
import { TaskQueries } from './list/task-queries.service.js';
import { type ListedTask, ListedTaskResponse, TasksQuery } from './list/tasks-query.dto.js';
import { TaskUpdates } from './changes/task-updates.js';
import { BulkTransferResponse, BulkTransferTasks, TransferTask } from './transfers/task-transfers.dto.js';
import { TaskTransfers } from './transfers/task-transfers.js';

const TRANSFER_REFUSALS = {
  missing: 'Task or project',
  conflict: 'One of the projects is archived, or an agent works on one of the tasks',
};

@ApiTags('tasks')
@Controller('tasks')
export class TasksController {
  @Inject() private readonly transfers: TaskTransfers;

  constructor(
    private readonly queries: TaskQueries,
    private readonly creation: TaskCreation,
    private readonly updates: TaskUpdates,
    private readonly bulk: BulkAnswers,
    private readonly deletion: TaskDeletion,
    private readonly moves: TaskMoves,
    private readonly history: TaskHistory,
  ) {}

  /** The tasks that the caller reaches, filtered and sorted. With `fields` a task has those fields alone, though the schema calls others required. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(ListedTaskResponse, { missing: 'View' }, { cursor: true, csv: true })
  findAll(
    @Context() context: RequestContext,
    @Query() query: TasksQuery,
    @PrefersCsv() asCsv: boolean,
  ): Promise<List<ListedTask>> {
    return this.queries.findTasks(context, query, asCsv);
  }

  /** Creates a task, the last of its project; from a template with its subtasks. */
  @Post()
  @RequirePermission('tasks:write')
  @Creates(CreatedTaskResponse, {
    missing: 'Project, template, assignee, sprint, epic, parent or label',
    conflict: 'The project is archived, the sprint has ended, or with `ifSimilar` an open task has a similar title',
  })
  create(@Context() context: RequestContext, @Body() input: PostTask): Promise<CreatedTaskResponse> {
    return this.creation.postTask(context, input);
  }

  /** Changes up to 200 tasks alike, all or nothing. */
  @Post('bulk')
  @ReadsAnew()
  @ApiOperation({ operationId: 'bulkUpdateTasks' })
  @RequirePermission('tasks:write')
  @Returns(BulkUpdateResponse, {
    missing: 'Task, assignee, sprint, epic, parent or label',
    conflict: 'The project is archived, or the sprint has ended',
  })
  bulkUpdate(@Context() context: RequestContext, @Body() input: BulkUpdateTasks): Promise<StreamableFile> {
    return this.bulk.update(context, input);
  }

  /** Makes up to 100 tasks, all or nothing; `details` names a field as `tasks.3.title`. */
  @Post('bulk-create')
  @ReadsAnew()
  @ApiOperation({ operationId: 'bulkCreateTasks' })
  @RequirePermission('tasks:write')
  @Creates(BulkCreateResponse, {
    missing: 'Project, assignee, sprint, epic, parent or label',
    conflict: 'The project is archived, or the sprint has ended',
  })
  bulkCreate(@Context() context: RequestContext, @Body() input: BulkCreateTasks): Promise<StreamableFile> {
    return this.bulk.create(context, input);
  }

  /** Deletes up to 200 tasks, all or nothing; those below them stay, without a parent. */
  @Post('bulk-delete')
  @ApiOperation({ operationId: 'bulkDeleteTasks' })
  @RequirePermission('tasks:write')
  @Returns(BulkDeleteResponse, { missing: 'Task', conflict: 'The project is archived' })
  bulkDelete(@Context() context: RequestContext, @Body() input: BulkDeleteTasks): Promise<BulkDeleteResponse> {
    return this.deletion.removeAll(context, input);
  }

  /** Takes up to 200 tasks to another project, those below them among them, all or nothing. */
  @Post('bulk-transfer')
  @ReadsAnew()
  @ApiOperation({ operationId: 'bulkTransferTasks' })
  @RequirePermission('tasks:write')
  @Returns(BulkTransferResponse, TRANSFER_REFUSALS)
  bulkTransfer(@Context() context: RequestContext, @Body() input: BulkTransferTasks): Promise<StreamableFile> {
    return this.bulk.transferTasks(context, input);
  }

  /** A task with its assignee and labels. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(TaskDetailResponse, { missing: 'Task' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<TaskDetailResponse> {
    return this.queries.findOne(context, id);
  }

  /** Changes a task; what is not given stays. */
  @Put(':id')
  @TakesReadBack(TASK_READ_BACK)
  @RequirePermission('tasks:write')
  @Returns(TaskResponse, {
    missing: 'Task, assignee, sprint, epic, parent or label',
    conflict: 'The project is archived, or the sprint that `sprintId` newly names has ended',
  })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateTask): Promise<TaskResponse> {
    return this.updates.update(context, id, input);
  }

  /** Deletes a task. Its subtasks stay, without a parent. */
  @Delete(':id')
  @RequirePermission('tasks:write')
  @ReturnsNothing({ missing: 'Task', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.deletion.remove(context, id);
  }

  /** Puts the task right before or after another one of its project, and into another status if given. */
  @Post(':id/move')
  @RequirePermission('tasks:write')
  @Returns(TaskResponse, { missing: 'Task or neighbour', conflict: 'The project is archived' })
  move(@Context() context: RequestContext, @Id() id: string, @Body() input: MoveTask): Promise<TaskResponse> {
    return this.moves.moveTask(context, id, input);
  }

  /** Takes the task to another project, where it ranks last. Its old tid still finds it. */
  @Post(':id/transfer')
  @RequirePermission('tasks:write')
  @Returns(TaskResponse, TRANSFER_REFUSALS)
  transfer(@Context() context: RequestContext, @Id() id: string, @Body() input: TransferTask): Promise<TaskResponse> {
    return this.transfers.transferTask(context, id, input);
  }

  /** Every change of the task, the newest first. */
  @Get(':id/activity')
  @ApiOperation({ operationId: 'listTaskActivity' })
  @RequirePermission('company-data:read')
  @ListEndpoint(TaskActivityResponse, { missing: 'Task' })
  findActivity(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<TaskActivityResponse>> {
    return this.history.findEntries(context, id, query);
  }
}
