import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TakesReadBack } from '#core/http/read-back.js';
import { ReadTier } from '#core/rate-limit/rate-limit.decorators.js';
import { CreatedTaskResponse } from '#modules/tasks/task.dto.js';
import {
  CreateRecurrence,
  RECURRENCE_READ_BACK,
  RecurrenceResponse,
  RecurrencesQuery,
  UpdateRecurrence,
} from './recurrence.dto.js';
import { RecurrenceTasks } from './recurrence-tasks.js';
import { RecurrencesService } from './recurrences.service.js';
import { PreviewSchedule, SchedulePreviewResponse } from './schedule.dto.js';
import { SchedulePreviews } from './schedule-previews.js';

const MISSING = 'Project, template, assignee, delegate, sprint, epic or label';

@ApiTags('recurrences')
@Controller('recurrences')
export class RecurrencesController {
  constructor(
    private readonly recurrences: RecurrencesService,
    private readonly tasks: RecurrenceTasks,
    private readonly previews: SchedulePreviews,
  ) {}

  /** The recurrences of projects that the caller reaches, by name. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(RecurrenceResponse)
  findAll(@Context() context: RequestContext, @Query() query: RecurrencesQuery): Promise<List<RecurrenceResponse>> {
    return this.recurrences.findAll(context, query);
  }

  /** Makes a recurrence, which makes tasks as the caller would. */
  @Post()
  @RequirePermission('recurrences:write')
  @Creates(RecurrenceResponse, {
    missing: MISSING,
    conflict: 'There are too many recurrences, the project is archived, or a sprint has ended',
  })
  create(@Context() context: RequestContext, @Body() input: CreateRecurrence): Promise<RecurrenceResponse> {
    return this.recurrences.create(context, input);
  }

  /** When a schedule makes tasks next, and how people say it. Stores nothing. */
  @Post('preview')
  @HttpCode(200)
  @ReadTier()
  @ApiOperation({ operationId: 'previewSchedule' })
  @RequirePermission('company-data:read')
  @Returns(SchedulePreviewResponse)
  preview(@Context() context: RequestContext, @Body() input: PreviewSchedule): Promise<SchedulePreviewResponse> {
    return this.previews.previewSchedule(context, input);
  }

  /** A recurrence of a project that the caller reaches. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(RecurrenceResponse, { missing: 'Recurrence' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<RecurrenceResponse> {
    return this.recurrences.findOne(context, id);
  }

  /** Changes a recurrence, which from then on makes tasks as the caller would. What is given is replaced as a whole. */
  @Put(':id')
  @TakesReadBack(RECURRENCE_READ_BACK)
  @RequirePermission('recurrences:write')
  @Returns(RecurrenceResponse, {
    missing: `Recurrence, ${MISSING.toLowerCase()}`,
    conflict: 'The project is archived, or a sprint has ended',
  })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateRecurrence,
  ): Promise<RecurrenceResponse> {
    return this.recurrences.update(context, id, input);
  }

  /** Deletes a recurrence; its tasks stay. */
  @Delete(':id')
  @RequirePermission('recurrences:write')
  @ReturnsNothing({ missing: 'Recurrence', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.recurrences.remove(context, id);
  }

  /** Makes its task now; its moments stay. One that follows completions makes the next one. */
  @Post(':id/run')
  @ApiOperation({ operationId: 'runRecurrence' })
  @RequirePermission('recurrences:write')
  @Creates(CreatedTaskResponse, {
    missing: 'Recurrence',
    conflict: 'Its last task is still open, the person it acts for is gone, or the project is archived',
  })
  run(@Context() context: RequestContext, @Id() id: string): Promise<CreatedTaskResponse> {
    return this.tasks.run(context, id);
  }
}
