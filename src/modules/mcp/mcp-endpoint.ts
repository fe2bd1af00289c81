import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import type { McpCaller } from './api-calls.js';
import { makeMcpServer } from './mcp-server.js';

/** What of the protocol's own headers is sent on; caching is decided for every answer alike. */
const ANSWERED_HEADERS = ['content-type', 'x-accel-buffering'] as const;

/** Answers one request of the protocol, whichever of its two eras the client speaks; there are no sessions. */
@Injectable()
export class McpEndpoint {
  constructor(private readonly host: HttpAdapterHost) {}

  async answer(
    context: RequestContext,
    request: FastifyRequest,
    reply: FastifyReply,
    isReadOnly = false,
  ): Promise<void> {
    const caller: McpCaller = { request, context, hangUp: hangUpOf(reply) };
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const handler = createMcpHandler(() => makeMcpServer(fastify, caller, isReadOnly), {
      // There is nothing to subscribe to: what changes is at GET /events and get_events.
      maxSubscriptions: 0,
      onerror: (error) => request.log.debug({ err: error }, 'mcp'),
    });
    const response = await handler.fetch(toWebRequest(request, caller.hangUp), { parsedBody: request.body });
    void reply.status(response.status);
    if (response.status === 405) void reply.header('Allow', 'POST');
    for (const name of ANSWERED_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    void reply.send(response.body ? Readable.fromWeb(response.body) : undefined);
  }
}

/** Aborts when the client hangs up before its answer is complete. */
function hangUpOf({ raw: response }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Without its body, which has been read: the protocol looks at the method and the headers. */
function toWebRequest({ method, headers }: FastifyRequest, signal: AbortSignal): Request {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    return typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [];
  });
  return new Request('https://service.invalid/', { method, headers: entries, signal });
}
