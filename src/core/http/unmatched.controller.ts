import { All, Body, Controller, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, NotFoundError } from '#common/errors/app-error.js';
import { isScimPath, scimRouteError } from '#common/http/scim.js';
import { Anyone } from '../access/access.decorators.js';

/**
 * Every path and method that no other route has: counted like any request, then 404. Answers
 * browsers that ask in advance (CORS preflight) when their origin has been let in.
 */
@ApiExcludeController()
@Controller()
@Anyone()
export class UnmatchedController {
  @All('*')
  answer(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    // Declared, so that nothing that is sent along is refused before the path is.
    @Query() _query: object,
    @Body() _body: object,
  ): void {
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || !reply.hasHeader('Access-Control-Allow-Origin')) throw refusalOf(request);
    void reply
      .status(204)
      .header('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
      .header(
        'Access-Control-Allow-Headers',
        'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, traceparent',
      )
      .header('Access-Control-Max-Age', '600');
  }
}

function refusalOf({ method, url }: FastifyRequest): AppError {
  return isScimPath(url) ? scimRouteError(method, url) : new NotFoundError('Path');
}
