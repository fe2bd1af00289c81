import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { Creates } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TimeEntriesService } from './time-entries.service.js';
import { CreateTimeEntry, TimeEntryResponse } from './time-entry.dto.js';

@ApiTags('time-entries')
@Controller('tasks/:id/time-entries')
export class TaskTimeEntriesController {
  constructor(private readonly entries: TimeEntriesService) {}

  /** The time spent on the task, the first made first. */
  @Get()
  @ApiOperation({ operationId: 'listTimeEntries' })
  @RequirePermission('company-data:read')
  @ListEndpoint(TimeEntryResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<TimeEntryResponse>> {
    return this.entries.findAll(context, id, query);
  }

  /** Adds the hours to the task's `loggedHours`. */
  @Post()
  @ApiOperation({ operationId: 'createTimeEntry' })
  @RequirePermission('time-entries:write')
  @Creates(TimeEntryResponse, {
    missing: 'Task',
    conflict: 'The project is archived, or the task would have too many hours',
  })
  create(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: CreateTimeEntry,
  ): Promise<TimeEntryResponse> {
    return this.entries.create(context, id, input);
  }
}
