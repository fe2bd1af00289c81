import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { AnswersTag, Creates } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AttachmentResponse } from '#modules/tasks/attachment.dto.js';
import { CreateAttachment } from './attachment.dto.js';
import { AttachmentsService } from './attachments.service.js';

@ApiTags('files')
@Controller('tasks/:id/attachments')
export class TaskAttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  /** The files of the task, the oldest first. */
  @Get()
  @ApiOperation({ operationId: 'listAttachments' })
  @RequirePermission('company-data:read')
  @ListEndpoint(AttachmentResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<AttachmentResponse>> {
    return this.attachments.findAll(context, id, query);
  }

  /** Announces a file of the task. Its bytes are then sent to `uploadUrl`. */
  @Post()
  @ApiOperation({ operationId: 'createAttachment' })
  @AnswersTag()
  @RequirePermission('attachments:write')
  @Creates(AttachmentResponse, {
    missing: 'Task',
    conflict: 'The project is archived, or the task, the company or the caller would have too many files',
  })
  create(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: CreateAttachment,
  ): Promise<AttachmentResponse> {
    return this.attachments.create(context, id, input);
  }
}
