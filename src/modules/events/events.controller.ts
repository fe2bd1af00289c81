import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { JsonText } from '#common/http/json-bytes.js';
import { describeRefusals, Returns } from '#common/http/outcomes.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { EventStreamFilters, EventsQuery, EventsResponse } from './event.dto.js';
import { EventsService } from './events.service.js';
import { beginOfStream } from './position.js';
import { beginResponse } from '#core/http/begin-response.js';
import { EventStreams } from './stream/event-streams.js';

const DROPPED = { conflict: 'Events after the position have been dropped, or it is past the newest event' };

/** Reading what has changed. */
@ApiTags('events')
@Controller('events')
@RequirePermission('company-data:read')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly streams: EventStreams,
  ) {}

  /** What has changed after a position, in the order of the commits; `meta.next` is what to ask after next. */
  @Get()
  @Returns(EventsResponse, DROPPED)
  findAll(@Context() context: RequestContext, @Query() query: EventsQuery): Promise<JsonText> {
    return this.events.findAll(context, query);
  }

  /** What changes from a position, or from now, on: as server-sent events, each an Event in `data`. */
  @Get('stream')
  @ApiOperation({ operationId: 'streamEvents' })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The last `id` that was received: goes on after it',
  })
  @ApiOkResponse({
    description: 'The events, for as long as the client listens.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  @describeRefusals(DROPPED)
  stream(
    @Context() context: RequestContext,
    @Query() filters: EventStreamFilters,
    @Res() reply: FastifyReply,
    @Headers('Last-Event-ID') lastEventId?: string,
  ): Promise<void> {
    const after = beginOfStream(lastEventId, filters.after);
    return this.streams.openStream(context, { ...filters, after }, () => beginResponse(reply));
  }
}
