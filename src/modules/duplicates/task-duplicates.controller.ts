import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Creates } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TaskResponse } from '#modules/tasks/task.dto.js';
import { DuplicateTask } from './duplicate.dto.js';
import { TaskDuplicates } from './task-duplicates.js';

@ApiTags('tasks')
@Controller('tasks/:id/duplicate')
export class TaskDuplicatesController {
  constructor(private readonly duplicates: TaskDuplicates) {}

  /**
   * Makes the task again, with what `with` names and with parent and epic where they fit. Sprint, agent, logged hours, comments,
   * blockers and watchers stay behind. At most 200 tasks, the subtasks among them.
   */
  @Post()
  @ApiOperation({ operationId: 'duplicateTask' })
  @RequirePermission('tasks:write')
  @Creates(TaskResponse, {
    missing: 'Task or project',
    conflict: 'The project is archived, or has no room for the files',
  })
  duplicate(@Context() context: RequestContext, @Id() id: string, @Body() input: DuplicateTask): Promise<TaskResponse> {
    return this.duplicates.duplicateTask(context, id, input);
  }
}
