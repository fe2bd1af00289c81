import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TaskGroupResponse, TaskGroupsQuery } from './task-groups.dto.js';
import { TaskGroups } from './task-groups.js';

@ApiTags('tasks')
@Controller('tasks/groups')
export class TaskGroupsController {
  constructor(private readonly groups: TaskGroups) {}

  /** How many tasks there are by one or two of their properties, and what their hours add up to. */
  @Get()
  @ApiOperation({ operationId: 'groupTasks' })
  @RequirePermission('company-data:read')
  @Returns([TaskGroupResponse], { missing: 'View' })
  find(@Context() context: RequestContext, @Query() query: TaskGroupsQuery): Promise<TaskGroupResponse[]> {
    return this.groups.findGroups(context, query);
  }
}
