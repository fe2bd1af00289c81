import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import inject, { type DispatchFunc, type Response } from 'light-my-request';
import { BASE_PATH } from '#common/http/base-path.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { answersIn } from '#core/transport/outer-response.js';
import { refusedByApi, ToolError } from './tool-error.js';

/** Most requests that one call of a tool may make. */
const MOST_REQUESTS = 10;

/** Headers of the caller's request that its tools' requests repeat: who calls, and from where. */
const REPEATED_HEADERS = ['authorization', 'x-forwarded-for', 'x-forwarded-proto', 'user-agent'] as const;

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A page of a list. */
export interface Page<Item> {
  readonly data: Item[];
  readonly meta: { readonly pagination: { readonly total: number; readonly totalPages: number } };
}

/** On whose behalf tools call the API. */
export interface McpCaller {
  readonly request: FastifyRequest;
  readonly context: RequestContext;
  /** What the caller waits for. */
  readonly response: ServerResponse;
  /** Aborts when the caller hangs up: reads end then, writes go on to their end. */
  readonly hangUp: AbortSignal;
}

/**
 * The API as one call of a tool uses it: at most 10 requests through the service's own routes, with the caller's
 * credentials and address, so that its guards, limits, validation and usage log hold for them, too.
 * They are dispatched without a connection; unlike Fastify's own `inject`, also while the service finishes its last requests.
 */
export class ApiCalls {
  private left = MOST_REQUESTS;
  private posts = 0;

  constructor(
    private readonly fastify: FastifyInstance,
    private readonly caller: McpCaller,
    /** The work that it writes for. */
    private readonly workId?: string,
  ) {}

  /** The id of the user who calls. */
  get userId(): string {
    return this.caller.context.userId;
  }

  /** The virtual colleague that the key belongs to. */
  get agent(): { id: string; name: string } | null {
    const { agent } = this.caller.context;
    return agent ? { id: agent.id, name: agent.name } : null;
  }

  /** How many more requests this call may make. */
  get requestsLeft(): number {
    return this.left;
  }

  /** Of what no tool expects: for the operator, unless the caller is gone. */
  reportDefect(error: unknown): void {
    if (!this.caller.hangUp.aborted) this.caller.request.log.error({ err: error }, 'A tool has failed');
  }

  get<Body>(path: string, query: Query = {}): Promise<Body> {
    const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] => {
      return value === undefined ? [] : [[name, typeof value === 'object' ? toList(value) : String(value)]];
    });
    return this.send('GET', `${path}?${new URLSearchParams(parameters).toString()}`);
  }

  /** The first items of a list, and how many there are. */
  page<Item>(path: string, limit: number, query: Query = {}): Promise<Page<Item>> {
    return this.get(path, { page: 1, limit, ...query });
  }

  post<Body>(path: string, body?: object): Promise<Body> {
    return this.send('POST', path, body);
  }

  put<Body>(path: string, body: object): Promise<Body> {
    return this.send('PUT', path, body);
  }

  delete(path: string): Promise<void> {
    return this.send('DELETE', path);
  }

  private async send<Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Body> {
    if (this.left === 0) {
      throw new ToolError(
        `This takes more than ${MOST_REQUESTS} requests: do it in several calls, or give ids in place of names.`,
      );
    }
    this.left -= 1;
    const { request, context, hangUp, response: outer } = this.caller;
    const dispatch: DispatchFunc = (raw, answer) => {
      answersIn(raw, outer);
      this.fastify.routing(raw, answer);
    };
    const response: Response = await inject(dispatch, {
      method,
      url: `/${BASE_PATH}${path}`,
      headers: {
        ...repeated(request),
        ...(method === 'POST' && this.nextKey()),
        ...(this.workId !== undefined && { 'x-work': this.workId }),
        traceparent: `00-${context.traceId}-${context.traceId.slice(0, 16)}-01`,
      },
      remoteAddress: request.raw.socket.remoteAddress,
      ...(payload && { payload }),
      ...(method === 'GET' && { signal: hangUp }),
    });
    const body = (response.payload === '' ? {} : response.json()) as Body;
    if (response.statusCode >= 400) throw refusedByApi(response.statusCode, body as object, context.role);
    return body;
  }

  /** A key for each POST, made from the key of the call: a repeated call does not do its POSTs twice. */
  private nextKey(): { 'idempotency-key'?: string } {
    const key = this.caller.request.headers['idempotency-key'];
    if (key === undefined) return {};
    this.posts += 1;
    return {
      'idempotency-key': createHash('sha256')
        .update(`${String(key)}\n${this.posts}`)
        .digest('hex'),
    };
  }
}

function repeated({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    REPEATED_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** A multi-value parameter: `\,` is a comma that belongs to the value. */
function toList(values: readonly string[]): string {
  return values.map((value) => value.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',');
}
