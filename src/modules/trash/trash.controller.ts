import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import {
  EmptyTrash,
  RestoredTaskResponse,
  RestoredTasksResponse,
  RestoreTasks,
  TrashedTaskResponse,
  TrashQuery,
} from './trash.dto.js';
import { TrashRestores } from './trash-restores.js';
import { TrashService } from './trash.service.js';

@ApiTags('trash')
@Controller('trash')
export class TrashController {
  constructor(
    private readonly trash: TrashService,
    private readonly restores: TrashRestores,
  ) {}

  /** Deleted tasks of projects that the caller reaches, the last deleted first. Each can come back until it goes for good. */
  @Get()
  @ApiOperation({ operationId: 'listTrash' })
  @RequirePermission('company-data:read')
  @ListEndpoint(TrashedTaskResponse)
  findAll(@Context() context: RequestContext, @Query() query: TrashQuery): Promise<List<TrashedTaskResponse>> {
    return this.trash.findTasks(context, query);
  }

  /** Brings up to 200 tasks back, all or nothing, whatever their order. */
  @Post('restore')
  @ApiOperation({ operationId: 'restoreTasks' })
  @RequirePermission('tasks:write')
  @Returns(RestoredTasksResponse, { missing: 'Task', conflict: 'The project of one of them is archived' })
  restoreAll(@Context() context: RequestContext, @Body() { ids }: RestoreTasks): Promise<RestoredTasksResponse> {
    return this.restores.restoreAll(context, ids);
  }

  /**
   * Brings a task back as it was, with its comments, files, hours, watchers and place. `omitted` says which of its fields
   * lost what is gone, or not allowed any more.
   */
  @Post(':id/restore')
  @ApiOperation({ operationId: 'restoreTask' })
  @RequirePermission('tasks:write')
  @Returns(RestoredTaskResponse, { missing: 'Task', conflict: 'The project is archived' })
  restore(@Context() context: RequestContext, @Id() id: string): Promise<RestoredTaskResponse> {
    return this.restores.restoreTask(context, id);
  }

  /** Deletes a task of the trash for good. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteTrashedTask' })
  @RequirePermission('trash:empty')
  @ReturnsNothing({ missing: 'Task', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.trash.remove(context, id);
  }

  /** Deletes all tasks of a project's trash for good. */
  @Delete()
  @ApiOperation({ operationId: 'emptyTrash' })
  @RequirePermission('trash:empty')
  @ReturnsNothing({ missing: 'Project', conflict: 'The project is archived' })
  empty(@Context() context: RequestContext, @Query() { projectId }: EmptyTrash): Promise<void> {
    return this.trash.emptyTrash(context, projectId);
  }
}
