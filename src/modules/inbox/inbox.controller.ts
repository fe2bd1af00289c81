import { Body, Controller, Get, Post, Put, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { beginResponse } from '#core/http/begin-response.js';
import { InboxUnreadInterceptor } from './inbox-unread.interceptor.js';
import {
  ChangedInboxResponse,
  ChangeInbox,
  InboxCountResponse,
  InboxEntryResponse,
  InboxQuery,
  UpdateInboxEntry,
} from './inbox.dto.js';
import { InboxService } from './inbox.service.js';
import { InboxStreams } from './live/inbox-streams.js';

/** What concerns the caller. */
@ApiTags('inbox')
@Controller('inbox')
@RequirePermission('own-inbox:write', { by: 'person' })
@UseInterceptors(InboxUnreadInterceptor)
export class InboxController {
  constructor(
    private readonly inbox: InboxService,
    private readonly streams: InboxStreams,
  ) {}

  /** The caller's entries, the newest first. */
  @Get()
  @ApiOperation({ operationId: 'listInbox' })
  @ListEndpoint(InboxEntryResponse, {}, { cursor: true })
  findAll(@Context() context: RequestContext, @Query() query: InboxQuery): Promise<List<InboxEntryResponse>> {
    return this.inbox.findAll(context, query);
  }

  /** How many entries are open, and how many of them unread. */
  @Get('count')
  @ApiOperation({ operationId: 'countInbox' })
  @Returns(InboxCountResponse)
  count(@Context() context: RequestContext): Promise<InboxCountResponse> {
    return this.inbox.countOpen(context);
  }

  /**
   * What changes in the caller's inbox, as server-sent events `inbox`. Each has the counts, and the entry unless many
   * changed.
   */
  @Get('stream')
  @ApiOperation({ operationId: 'streamInbox' })
  @ApiOkResponse({
    description: 'The counts at once, then each change, for as long as the client listens.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  stream(@Context() context: RequestContext, @Res() reply: FastifyReply): Promise<void> {
    return this.streams.openStream(context, () => beginResponse(reply));
  }

  /** Reads the open entries that last changed at `before` or earlier. */
  @Post('read-all')
  @ApiOperation({ operationId: 'readInbox' })
  @Returns(ChangedInboxResponse, { missing: 'Project' })
  readAll(@Context() context: RequestContext, @Body() input: ChangeInbox): Promise<ChangedInboxResponse> {
    return this.inbox.readAll(context, input);
  }

  /** Is done with the open entries that last changed at `before` or earlier. */
  @Post('done-all')
  @ApiOperation({ operationId: 'finishInbox' })
  @Returns(ChangedInboxResponse, { missing: 'Project' })
  doneAll(@Context() context: RequestContext, @Body() input: ChangeInbox): Promise<ChangedInboxResponse> {
    return this.inbox.doneAll(context, input);
  }

  /** One entry. */
  @Get(':id')
  @ApiOperation({ operationId: 'getInboxEntry' })
  @Returns(InboxEntryResponse, { missing: 'Entry' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<InboxEntryResponse> {
    return this.inbox.findOne(context, id);
  }

  /** Reads an entry, is done with it, or puts it off. */
  @Put(':id')
  @ApiOperation({ operationId: 'updateInboxEntry' })
  @Returns(InboxEntryResponse, { missing: 'Entry' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateInboxEntry,
  ): Promise<InboxEntryResponse> {
    return this.inbox.update(context, id, input);
  }
}
