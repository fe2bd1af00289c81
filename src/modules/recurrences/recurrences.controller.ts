import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ReadTier } from '#core/rate-limit/rate-limit.decorators.js';
import { PreviewSchedule, SchedulePreviewResponse } from './schedule.dto.js';
import { SchedulePreviews } from './schedule-previews.js';

@ApiTags('recurrences')
@Controller('recurrences')
export class RecurrencesController {
  constructor(private readonly previews: SchedulePreviews) {}

  /** When a schedule makes tasks next, and how people say it. Stores nothing. */
  @Post('preview')
  @HttpCode(200)
  @ReadTier()
  @ApiOperation({ operationId: 'previewSchedule' })
  @RequirePermission('company-data:read')
  @Returns(SchedulePreviewResponse)
  preview(@Context() context: RequestContext, @Body() input: PreviewSchedule): Promise<SchedulePreviewResponse> {
    return this.previews.preview(context, input);
  }
}
