import { Injectable, Logger, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutPort } from '#common/http/client-address.js';
import { API_KEY_PREFIX } from '#core/access/api-key.js';
import { shownPath } from '#common/http/shown-path.js';
import { bearerToken } from '#core/access/bearer-token.js';
import { ApiKeyUsageRepository, WriteId } from './api-key-usage.repository.js';
import { UsageBatch } from './usage-batch.js';

/** Milliseconds from a request to the write that holds it: with the write itself less than a second. */
const FLUSH_DELAY = 800;
/** Characters of a path that are kept. */
const LONGEST_PATH = 2_048;
/** The client went away before there was an answer: nginx's number for it. */
const CLIENT_CLOSED_REQUEST = 499;

interface Unwritten {
  readonly batch: UsageBatch;
  /** The transaction of the failed write, if it had begun. */
  writeId?: WriteId;
}

/**
 * Logs every request that is made with a key, whatever comes of it: counted exactly, written in batches. While the
 * database cannot take them they wait; their number in memory is bounded by `UsageBatch`.
 */
@Injectable()
export class ApiKeyUsageLog implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ApiKeyUsageLog.name);
  /** Routes as they are shown, by their spelling in Fastify. */
  private readonly routes = new Map<string, string>();
  private batch = new UsageBatch();
  /** A batch whose write has failed. */
  private unwritten: Unwritten | null = null;
  private timer: NodeJS.Timeout | undefined;
  private flushing = Promise.resolve();

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly repository: ApiKeyUsageRepository,
  ) {}

  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRequest', (request, reply, done) => {
      if (bearerToken(request.headers)?.startsWith(API_KEY_PREFIX)) this.watch(request, reply);
      done();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.flushing;
    // The first writes what had failed before, if anything.
    await this.flush();
    await this.flush();
    if (this.unwritten) this.logger.error('The service stops before the usage of API keys could be written');
  }

  /** The end of the response, unlike Fastify's hook for it, also comes when the client goes away. */
  private watch(request: FastifyRequest, reply: FastifyReply): void {
    const at = Date.now();
    const start = performance.now();
    reply.raw.once('close', () => {
      const { principal } = request;
      if (principal?.apiKeyId === undefined) return;
      const { companyId, apiKeyId } = principal;
      this.batch.add({
        companyId,
        apiKeyId,
        at,
        method: request.method,
        path: pathOf(request.url),
        route: this.routeOf(request),
        status: reply.raw.headersSent ? reply.raw.statusCode : CLIENT_CLOSED_REQUEST,
        durationMs: Math.round(performance.now() - start),
        ip: withoutPort(request.ip),
      });
      this.timer ??= setTimeout(() => this.flushInBackground(), FLUSH_DELAY);
    });
  }

  private flushInBackground(): void {
    this.flushing = this.flush().finally(() => {
      this.timer = undefined;
      if (this.unwritten || !this.batch.isEmpty) this.timer = setTimeout(() => this.flushInBackground(), FLUSH_DELAY);
    });
  }

  private async flush(): Promise<void> {
    const unwritten = this.unwritten ?? this.take();
    if (unwritten.batch.isEmpty) return;
    try {
      await this.write(unwritten);
      if (this.unwritten) this.logger.warn('The usage of API keys is written again');
      this.unwritten = null;
    } catch (error) {
      if (!this.unwritten) this.logger.warn(`The usage of API keys waits to be written: ${(error as Error).message}`);
      this.unwritten = unwritten;
    }
  }

  private take(): Unwritten {
    const { batch } = this;
    this.batch = new UsageBatch();
    return { batch };
  }

  private async write(unwritten: Unwritten): Promise<void> {
    const { batch, writeId } = unwritten;
    if (writeId === undefined || !(await this.repository.isWritten(writeId))) {
      await this.repository.writeBatch(batch, (id) => (unwritten.writeId = id));
    }
    if (batch.unlisted > 0) {
      this.logger.warn(`${batch.unlisted} requests made with API keys are counted, but not listed one by one`);
    }
  }

  /** The path with the names of its parameters as in the interface description; `*` for those that no route has. */
  private routeOf({ routeOptions: { url = '/*' } }: FastifyRequest): string {
    let route = this.routes.get(url);
    if (route === undefined) {
      route = url === '/*' ? '*' : url.replace(/:(\w+)/g, '{$1}');
      this.routes.set(url, route);
    }
    return route;
  }
}

function pathOf(url: string): string {
  return shownPath(url).slice(0, LONGEST_PATH);
}
