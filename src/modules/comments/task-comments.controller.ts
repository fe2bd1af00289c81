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
import { CommentDetailResponse, CreateComment } from './comment.dto.js';
import { CommentsService } from './comments.service.js';

@ApiTags('comments')
@Controller('tasks/:id/comments')
export class TaskCommentsController {
  constructor(private readonly comments: CommentsService) {}

  /** The comments on the task, the oldest first. */
  @Get()
  @ApiOperation({ operationId: 'listComments' })
  @RequirePermission('company-data:read')
  @ListEndpoint(CommentDetailResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<CommentDetailResponse>> {
    return this.comments.findAll(context, id, query);
  }

  /** Adds a comment to the task. */
  @Post()
  @ApiOperation({ operationId: 'createComment' })
  @AnswersTag()
  @RequirePermission('comments:write')
  @Creates(CommentDetailResponse, { missing: 'Task', conflict: 'The project is archived' })
  create(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: CreateComment,
  ): Promise<CommentDetailResponse> {
    return this.comments.create(context, id, input);
  }
}
