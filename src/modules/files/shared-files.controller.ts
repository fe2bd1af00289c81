import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Id } from '#common/validation/id.decorator.js';
import { Public } from '#core/access/access.decorators.js';
import { Anonymous } from '#core/access/anonymous.decorator.js';
import type { AnonymousContext } from '#core/company-scope/request-context.js';
import { AnswersFile } from '#core/transport/streamed-body.js';
import { SharedFileQuery } from './attachment.dto.js';
import { FileLinks } from './downloads/file-links.js';
import { ReturnsFile } from './file.decorators.js';

/** What links of GET /attachments/{id}/link lead to. */
@ApiTags('files')
@Controller('files')
export class SharedFilesController {
  constructor(private readonly links: FileLinks) {}

  /** The bytes of a file, by a link of GET /attachments/{id}/link. */
  @Get(':id')
  @ApiOperation({ operationId: 'getSharedFile' })
  @Public()
  @AnswersFile()
  @ReturnsFile({ missing: 'File' })
  findOne(
    @Anonymous() anonymous: AnonymousContext,
    @Id() id: string,
    @Query() query: SharedFileQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.links.followLink(anonymous, id, query, reply);
  }
}
