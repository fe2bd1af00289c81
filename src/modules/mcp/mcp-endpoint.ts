import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Injectable, Logger, StreamableFile } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotentRequest, RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { InsufficientScopeError } from '#common/errors/app-error.js';
import { MCP_PATH, resourceMetadata } from '#common/http/oauth.js';
import { Configuration } from '#config/configuration.js';
import type { McpCaller } from './api-calls.js';
import { makeMcpServer } from './mcp-server.js';
import { WRITING_TOOLS } from './mcp-tools.js';

/** Milliseconds after which a call with an Idempotency-Key says that it is still under way. */
const RENEWAL = 10_000;

/** Answers one request of the protocol, whichever of its two eras the client speaks; there are no sessions. */
@Injectable()
export class McpEndpoint {
  private readonly logger = new Logger(McpEndpoint.name);

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly outbox: Outbox,
    private readonly configuration: Configuration,
  ) {}

  /** The body of the answer; its status and type are on the reply. */
  async answerRequest(
    context: RequestContext,
    request: FastifyRequest,
    reply: FastifyReply,
    isReadOnly = false,
  ): Promise<StreamableFile | undefined> {
    this.ensureScope(context, request.body);
    const { idempotentRequest } = context;
    const handle = () => this.handle(context, request, reply, isReadOnly);
    // A notification changes nothing, and has no answer to keep.
    const isKept = idempotentRequest && (request.body as { id?: unknown } | undefined)?.id !== undefined;
    const response = isKept ? await this.handleOnce(context, idempotentRequest, handle) : await handle();
    if (!response) return undefined;
    void reply.status(response.status);
    if (response.status === 405) void reply.header('Allow', 'POST');
    const type = typeOf(response);
    if (response.headers.has('x-accel-buffering')) void reply.header('X-Accel-Buffering', 'no');
    return response.body ? new StreamableFile(Readable.fromWeb(response.body), { type }) : undefined;
  }

  /** A program that may only read is told how to get more, before the tool is tried. @throws InsufficientScopeError */
  private ensureScope({ grant }: RequestContext, body: unknown): void {
    const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
    if (!grant || grant.canWrite || method !== 'tools/call') return;
    if (!WRITING_TOOLS.some(({ name }) => name === params?.name)) return;
    throw new InsufficientScopeError(resourceMetadata(this.configuration.issuer ?? '', MCP_PATH));
  }

  private async handle(
    context: RequestContext,
    request: FastifyRequest,
    reply: FastifyReply,
    isReadOnly: boolean,
  ): Promise<Response> {
    const caller: McpCaller = { request, context, response: reply.raw, hangUp: request.hangUp ?? hangUpOf(reply) };
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const handler = createMcpHandler(() => makeMcpServer(fastify, caller, isReadOnly), {
      maxSubscriptions: 0,
      onerror: (error) => request.log.debug({ err: error }, 'mcp'),
    });
    const response = await handler.fetch(toWebRequest(request, caller.hangUp), { parsedBody: request.body });
    return asksToListen(request.body) && response.ok ? unknownMethod(request.body) : response;
  }

  /**
   * As `handle`, with an Idempotency-Key: nothing when its answer has been kept, to be sent from there. It is
   * kept as JSON, the form that fits in one piece; any other than a 2xx leaves the key unused.
   */
  private async handleOnce(
    context: RequestContext,
    idempotentRequest: IdempotentRequest,
    handle: () => Promise<Response>,
  ): Promise<Response | undefined> {
    await this.outbox.commit(context, () => Promise.resolve({ ...unannounced(undefined), answer: 'later' }));
    const renewal = setInterval(() => void this.renew(idempotentRequest), RENEWAL);
    try {
      const response = await handle();
      if (!response.ok) {
        await idempotentRequest.fail();
        return response;
      }
      const answer = { body: messageOf(typeOf(response), await response.text()), status: response.status };
      await this.outbox.commit(context, () => Promise.resolve({ ...unannounced(undefined), answer }));
      return undefined;
    } finally {
      clearInterval(renewal);
    }
  }

  private async renew(idempotentRequest: IdempotentRequest): Promise<void> {
    try {
      await idempotentRequest.renew();
    } catch (error) {
      // The next renewal may succeed; if none does, the key counts as unused.
      this.logger.warn(`A call of the protocol cannot be held under its key: ${(error as Error).message}`);
    }
  }
}

interface ProtocolRequest {
  readonly id: string | number;
  readonly method: string;
}

/** There is nothing to subscribe to: what changes is at GET /events and get_events. */
function asksToListen(body: unknown): body is ProtocolRequest {
  return (body as Partial<ProtocolRequest> | undefined)?.method === 'subscriptions/listen';
}

/** What the protocol answers to a method that a server does not have. */
function unknownMethod({ id }: ProtocolRequest): Response {
  const error = { code: -32601, message: 'Method not found' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? 'application/json';
}

/** The one message of an answer, which is JSON or an event stream. */
function messageOf(type: string, text: string): unknown {
  return JSON.parse(type.startsWith('text/event-stream') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text);
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
