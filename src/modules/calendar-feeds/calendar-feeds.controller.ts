import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CalendarFeedResponse, CreateCalendarFeed, CreatedCalendarFeedResponse } from './calendar-feed.dto.js';
import { CalendarFeedsService } from './calendar-feeds.service.js';

@ApiTags('calendar')
@Controller('calendar-feeds')
@RequirePermission('own-calendar-feeds:write', { by: 'person' })
export class CalendarFeedsController {
  constructor(private readonly feeds: CalendarFeedsService) {}

  /** The caller's own calendars, the oldest first. */
  @Get()
  @ListEndpoint(CalendarFeedResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<CalendarFeedResponse>> {
    return this.feeds.findAll(context, query);
  }

  /** Makes a calendar that programs read by its address, without credentials. It shows what the caller may read at that time. */
  @Post()
  @Creates(CreatedCalendarFeedResponse, { missing: 'View or project', conflict: 'The caller has 20 calendars' })
  create(@Context() context: RequestContext, @Body() input: CreateCalendarFeed): Promise<CreatedCalendarFeedResponse> {
    return this.feeds.create(context, input);
  }

  /** Deletes a calendar of the caller: its address leads nowhere then. */
  @Delete(':id')
  @ReturnsNothing({ missing: 'Calendar feed' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.feeds.remove(context, id);
  }
}
