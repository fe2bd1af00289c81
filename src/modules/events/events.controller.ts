import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Returns } from '../../common/http/outcomes.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { EventsQuery, EventsResponse } from './event.dto.js';
import { EventsService } from './events.service.js';

/** Reading what has changed (extensions 2). */
@ApiTags('events')
@Controller('events')
@RequirePermission('company-data:read')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  /** What has changed after a position, in the order of the commits; `meta.next` is what to ask after next. */
  @Get()
  @Returns(EventsResponse, {
    conflict: 'Events after the position have been dropped, or it is past the newest event',
  })
  find(@Context() context: RequestContext, @Query() query: EventsQuery): Promise<EventsResponse> {
    return this.events.find(context, query);
  }
}
