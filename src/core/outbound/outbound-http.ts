import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Client, type Dispatcher } from 'undici';
import { ValidationError } from '../../common/errors/app-error.js';
import { Configuration } from '../../config/configuration.js';
import type { ResolveName } from './name-resolution.js';
import { OutboundAddresses } from './outbound-address.js';
import { literalAddress, outboundConnector } from './outbound-connector.js';
import { outboundErrorText } from './outbound-error.js';

/** The token of the `ResolveName` that names are resolved with. */
export const RESOLVE_NAME = Symbol('ResolveName');

/** Bytes of an answer's body that are read at most. */
const MOST_BODY_BYTES = 64 * 1024;

export interface OutboundRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** From before the name is resolved to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Breaks the request off. */
  readonly signal?: AbortSignal;
}

/** How a request ended. It went well exactly when `error` is null. */
export interface OutboundOutcome {
  /** Null when no answer came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** For the eyes of whoever chose the target. */
  readonly error: string | null;
}

/**
 * All HTTP to targets that users choose: webhooks and chat. Only public addresses and those of `OUTBOUND_ALLOWED_CIDRS`
 * are dialled, each on a connection of its own; redirects are not followed, and an attempt ends in time whatever the
 * receiver does (decisions 9). The AI provider is chosen by the operator, and so not bound to public addresses.
 */
@Injectable()
export class OutboundHttp implements OnApplicationBootstrap {
  private readonly logger = new Logger(OutboundHttp.name);
  private readonly addresses: OutboundAddresses;
  private readonly connect: ReturnType<typeof outboundConnector>;

  constructor(
    private readonly configuration: Configuration,
    @Inject(RESOLVE_NAME) resolve: ResolveName,
  ) {
    this.addresses = new OutboundAddresses(configuration.outboundAllowedCidrs);
    this.connect = outboundConnector(this.addresses, resolve);
  }

  onApplicationBootstrap(): void {
    const targets = ['public addresses', ...this.configuration.outboundAllowedCidrs];
    this.logger.log(`Webhooks and chat may reach: ${targets.join(', ')}`);
  }

  /**
   * Refuses a literal address that could never be reached; names are judged whenever they are resolved.
   *
   * @param field the name that the problem has in `details`
   * @throws ValidationError
   */
  requireAllowed(url: string, field: string): void {
    const literal = literalAddress(new URL(url).hostname);
    if (literal !== undefined && !this.addresses.allows(literal)) {
      throw new ValidationError({ [field]: 'Must not point to a private or special address' });
    }
  }

  /** Sends one POST. Never throws: what goes wrong is the outcome. Any status but 2xx is an error. */
  async post(url: string, request: OutboundRequest): Promise<OutboundOutcome> {
    const start = performance.now();
    const ended = (statusCode: number | null, error: string | null): OutboundOutcome => ({
      statusCode,
      durationMs: Math.round(performance.now() - start),
      error,
    });
    try {
      const statusCode = await this.exchange(new URL(url), request);
      return ended(statusCode, statusError(statusCode));
    } catch (error) {
      return ended(null, outboundErrorText(error, request.timeoutMs));
    }
  }

  private async exchange(url: URL, request: OutboundRequest): Promise<number> {
    // The time limit of the whole attempt stands for those of its parts.
    const client = new Client(url.origin, { connect: this.connect, headersTimeout: 0, bodyTimeout: 0 });
    const limit = AbortSignal.timeout(request.timeoutMs);
    try {
      const { headers, body } = request;
      const path = url.pathname + url.search;
      const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
      const answer = await client.request({ method: 'POST', path, headers, body, signal, reset: true });
      await readSome(answer.body);
      return answer.statusCode;
    } finally {
      client.destroy(null, () => undefined);
    }
  }
}

/** Reads as much as is allowed, so that the receiver can finish; its status counts even if it never does. */
async function readSome(body: Dispatcher.ResponseData['body']): Promise<void> {
  let count = 0;
  try {
    for await (const chunk of body) {
      count += (chunk as Buffer).length;
      if (count >= MOST_BODY_BYTES) return;
    }
  } catch {
    // Broken off, or out of time.
  }
}

function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `Answered with the redirect ${status}, which is not followed`;
  return `Answered with the status ${status}`;
}
