import { Body, Controller, Delete, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { MuteTask, TaskMuteResponse, UnmuteQuery } from './task-mutes.dto.js';
import { TaskMutes } from './task-mutes.service.js';

/** What keeps virtual colleagues from speaking of a task. */
@ApiTags('tasks')
@Controller('tasks/:id/mute')
@RequirePermission('colleagues:run')
export class TaskMutesController {
  constructor(private readonly mutes: TaskMutes) {}

  /** Has virtual colleagues say nothing of the task; replaces what was said before of the same colleague, or of all. */
  @Put()
  @ApiOperation({ operationId: 'muteTask' })
  @Returns(TaskMuteResponse, { missing: 'Task or virtual colleague', conflict: 'The project is archived' })
  mute(@Context() context: RequestContext, @Id() id: string, @Body() input: MuteTask): Promise<TaskMuteResponse> {
    return this.mutes.muteTask(context, id, input);
  }

  /** Lets virtual colleagues speak of the task again: one that people muted, or else all, whatever muted them. */
  @Delete()
  @ApiOperation({ operationId: 'unmuteTask' })
  @ReturnsNothing({ missing: 'Task or mute', conflict: 'The project is archived' })
  unmute(@Context() context: RequestContext, @Id() id: string, @Query() { colleagueId }: UnmuteQuery): Promise<void> {
    return this.mutes.unmuteTask(context, id, colleagueId);
  }
}
