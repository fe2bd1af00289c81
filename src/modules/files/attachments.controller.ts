import type { IncomingMessage } from 'node:http';
import { Body, Controller, Delete, Get, Put, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AnswersFile, StreamsBody } from '#core/transport/streamed-body.js';
import { AttachmentResponse } from '#modules/tasks/attachment.dto.js';
import { AttachmentLinkResponse, PreviewQuery, UpdateAttachment } from './attachment.dto.js';
import { AttachmentsService } from './attachments.service.js';
import { Downloads } from './downloads/downloads.js';
import { FileLinks } from './downloads/file-links.js';
import { ReturnsFile, TakesFile } from './file.decorators.js';
import { Uploads } from './uploads/uploads.js';

@ApiTags('files')
@Controller('attachments')
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentsService,
    private readonly uploads: Uploads,
    private readonly downloads: Downloads,
    private readonly links: FileLinks,
  ) {}

  /** A file of a task. Until it is ready, only its author, ADMIN and OWNER know of it. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(AttachmentResponse, { missing: 'Attachment' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<AttachmentResponse> {
    return this.attachments.findOne(context, id);
  }

  /** Renames a file. For its author, and for ADMIN and OWNER. */
  @Put(':id')
  @RequirePermission('attachments:write')
  @Returns(AttachmentResponse, { missing: 'Attachment', conflict: 'The project is archived' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateAttachment,
  ): Promise<AttachmentResponse> {
    return this.attachments.update(context, id, input);
  }

  /** Deletes a file. For its author, and for ADMIN and OWNER. */
  @Delete(':id')
  @RequirePermission('attachments:write')
  @ReturnsNothing({ missing: 'Attachment', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.attachments.remove(context, id);
  }

  /**
   * Sends the bytes of a file, as they are. For the user who attached it, within an hour, with a `Content-Length` that is
   * the announced size and any `Content-Type`. What breaks off leaves nothing, and can be sent again. `Idempotency-Key` is
   * ignored.
   */
  @Put(':id/content')
  @ApiOperation({ operationId: 'sendAttachmentContent' })
  @RequirePermission('attachments:write')
  @StreamsBody()
  @TakesFile()
  @Returns(AttachmentResponse, {
    missing: 'Attachment',
    conflict: 'The bytes are there already, another request sends them, or the project is archived',
    invalid: '`Content-Length` is not the announced size',
  })
  send(
    @Context() context: RequestContext,
    @Id() id: string,
    @Req() request: FastifyRequest,
  ): Promise<AttachmentResponse> {
    return this.uploads.receiveBytes(context, id, request.raw satisfies IncomingMessage);
  }

  /** The bytes of a file. A client that sends their `ETag` in `If-None-Match` gets a 304. `Range` is ignored. */
  @Get(':id/content')
  @ApiOperation({ operationId: 'getAttachmentContent' })
  @RequirePermission('company-data:read')
  @AnswersFile()
  @ReturnsFile({ missing: 'Attachment', conflict: 'The bytes are not there yet' })
  content(
    @Context() context: RequestContext,
    @Id() id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.downloads.readContent(context, id, reply);
  }

  /** A small WebP of a picture (PNG, JPEG, GIF, WebP or AVIF of at most 50 megapixels), which is never enlarged. */
  @Get(':id/preview')
  @ApiOperation({ operationId: 'getAttachmentPreview' })
  @RequirePermission('company-data:read')
  @AnswersFile()
  @ReturnsFile({ missing: 'Attachment or preview', conflict: 'The bytes are not there yet' })
  preview(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PreviewQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.downloads.readPreview(context, id, query, reply);
  }

  /** An address of the bytes that works for five minutes without credentials, while the caller may read them. */
  @Get(':id/link')
  @ApiOperation({ operationId: 'getAttachmentLink' })
  @RequirePermission('company-data:read')
  @Returns(AttachmentLinkResponse, { missing: 'Attachment', conflict: 'The bytes are not there yet' })
  link(@Context() context: RequestContext, @Id() id: string): Promise<AttachmentLinkResponse> {
    return this.links.makeLink(context, id);
  }
}
