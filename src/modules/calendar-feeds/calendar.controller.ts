import { Controller, Get, Param, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { describeRefusals } from '#common/http/outcomes.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { CountsItself } from '#core/rate-limit/rate-limit.decorators.js';
import { FeedReader } from './feed-reader.js';

/** What the addresses of calendars lead to. */
@ApiTags('calendar')
@Controller('calendar')
@Public()
export class CalendarController {
  constructor(private readonly reader: FeedReader) {}

  /**
   * The tasks of a calendar that are due within 180 days either way, as RFC 5545. The address is that which POST /calendar-feeds
   * gives. A client that sends the `ETag` in `If-None-Match` gets a 304 while it is the same.
   */
  @Get(':file')
  @CountsItself()
  @ApiOperation({ operationId: 'readCalendar' })
  @ApiParam({ name: 'file', type: String, description: '`<token>.ics`.' })
  @ApiProduces('text/calendar')
  @ApiOkResponse({ description: 'The calendar.', schema: { type: 'string' } })
  @ApiResponse({ status: 304, description: 'The client has it.' })
  @describeRefusals({ missing: 'Calendar' })
  read(
    @Anonymous() anonymous: AnonymousContext,
    @Param('file') file: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.reader.readFeed(anonymous, file, reply);
  }
}
