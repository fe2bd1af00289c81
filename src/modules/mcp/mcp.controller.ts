import { Body, Controller, Delete, Get, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ReadTier } from '#core/rate-limit/rate-limit.decorators.js';
import { McpEndpoint } from './mcp-endpoint.js';
import { McpQuery } from './mcp.dto.js';

/**
 * The Model Context Protocol, for agents. Any role may call it, each tool asks for its own. It is not in
 * the interface description: the protocol describes its messages and statuses, and clients ask it for the tools.
 */
@ApiExcludeController()
@Controller('mcp')
@RequirePermission('company-data:read', { headerOnly: true, fromOwnPages: true })
export class McpController {
  constructor(private readonly endpoint: McpEndpoint) {}

  @Post()
  @ReadTier()
  call(
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() { readonly: isReadOnly }: McpQuery,
    // Declared, so that the protocol says what is wrong with it.
    @Body() _body: object,
  ): Promise<StreamableFile | undefined> {
    return this.endpoint.answerRequest(context, request, reply, isReadOnly === '1');
  }

  /** There is no session to listen to: 405. */
  @Get()
  listen(
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() _query: McpQuery,
  ): Promise<StreamableFile | undefined> {
    return this.endpoint.answerRequest(context, request, reply);
  }

  /** There is no session to end: 405. */
  @Delete()
  end(
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() _query: McpQuery,
  ): Promise<StreamableFile | undefined> {
    return this.endpoint.answerRequest(context, request, reply);
  }
}
