import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { ReadTier } from '#core/rate-limit/rate-limit.decorators.js';
import { Filters } from '#modules/filters/filters.service.js';
import { CheckedFilterResponse, CheckFilter, FilterFieldResponse } from './task-filters.dto.js';
import { TaskQueries } from './task-queries.service.js';

/** What a person's editor or an agent needs to write a filter. */
@ApiTags('tasks')
@Controller()
export class TaskFiltersController {
  constructor(
    private readonly filters: Filters,
    private readonly queries: TaskQueries,
    private readonly outbox: Outbox,
  ) {}

  /** The fields of the filter language, with what each takes; the company's own that are not archived come last. */
  @Get('filter-fields')
  @ApiOperation({ operationId: 'listFilterFields' })
  @RequirePermission('company-data:read')
  @Returns([FilterFieldResponse])
  findFields(@Context() context: RequestContext): Promise<FilterFieldResponse[]> {
    return this.filters.findFields(context);
  }

  /** Whether a filter is right, how canonical text writes it, and how many tasks it lets through now. */
  @Post('filters/check')
  @HttpCode(200)
  @ReadTier()
  @ApiOperation({ operationId: 'checkFilter' })
  @RequirePermission('company-data:read')
  @Returns(CheckedFilterResponse, { missing: 'Project' })
  check(@Context() context: RequestContext, @Body() input: CheckFilter): Promise<CheckedFilterResponse> {
    return this.outbox.commit(context, async (tx) => unannounced(await this.queries.checkFilter(tx, input)));
  }
}
