import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CommentDetailResponse, UpdateComment } from './comment.dto.js';
import { CommentsService } from './comments.service.js';

@ApiTags('comments')
@Controller('comments')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  /** A comment of a task that the caller reaches. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(CommentDetailResponse, { missing: 'Comment' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<CommentDetailResponse> {
    return this.comments.findOne(context, id);
  }

  /** For the author alone. */
  @Put(':id')
  @RequirePermission('comments:write')
  @Returns(CommentDetailResponse, { missing: 'Comment', conflict: 'The project is archived' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateComment,
  ): Promise<CommentDetailResponse> {
    return this.comments.update(context, id, input);
  }

  /** For the author, and for ADMIN and OWNER. */
  @Delete(':id')
  @RequirePermission('comments:write')
  @ReturnsNothing({ missing: 'Comment', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.comments.remove(context, id);
  }
}
