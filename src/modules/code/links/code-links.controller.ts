import { Body, Controller, Delete, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AddCodeLink, CodeLinkResponse } from './code-links.dto.js';
import { CodeLinks } from './code-links.service.js';

@ApiTags('code')
@Controller('tasks/:id/code')
export class CodeLinksController {
  constructor(private readonly links: CodeLinks) {}

  /** The branches, commits and pull requests of the task, the newest first. */
  @Get()
  @ApiOperation({ operationId: 'listTaskCode' })
  @RequirePermission('company-data:read')
  @ListEndpoint(CodeLinkResponse, { missing: 'Task' })
  findAll(
    @Context() context: RequestContext,
    @Id() id: string,
    @Query() query: PageQuery,
  ): Promise<List<CodeLinkResponse>> {
    return this.links.findLinks(context, id, query);
  }

  /** Links a pull request by hand; its state comes with the next event. */
  @Post()
  @ApiOperation({ operationId: 'linkPullRequest' })
  @RequirePermission('tasks:write')
  @Creates(CodeLinkResponse, {
    existing: 'The task has it already',
    missing: 'Task',
    conflict: 'The project is archived, or the task has 500 links to code',
  })
  async add(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: AddCodeLink,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CodeLinkResponse> {
    const { link, isNew } = await this.links.addByUrl(context, id, input);
    if (!isNew) void reply.status(HttpStatus.OK);
    return link;
  }

  /** Takes a link away; no event brings it back. */
  @Delete(':linkId')
  @ApiOperation({ operationId: 'unlinkTaskCode' })
  @RequirePermission('tasks:write')
  @ReturnsNothing({ missing: 'Task or link', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string, @Id('linkId') linkId: string): Promise<void> {
    return this.links.remove(context, id, linkId);
  }
}
