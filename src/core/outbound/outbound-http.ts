import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { ResolveName } from './name-resolution.js';
import { OutboundAddresses, RefusedAddressError } from './outbound-address.js';
import { outboundErrorText, type OutboundFailure, outboundFailureOf } from './outbound-error.js';
import { aborted, type Answer, exchange, exchangeWhole, isSuccess, type WholeAnswer } from './outbound-exchange.js';

/** The token of the `ResolveName` that names are resolved with. */
export const RESOLVE_NAME = Symbol('ResolveName');

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
  /** The first 2 KiB of the answer, as text; null when none came. */
  readonly answer: string | null;
  /** How long the answer asks to wait, as its header says it; null when it does not. */
  readonly retryAfter: string | null;
  readonly durationMs: number;
  /** A message for the user who chose the target. */
  readonly error: string | null;
  /** Why no answer came; null when one did. */
  readonly failure: OutboundFailure | null;
}

/**
 * All HTTP to targets that users choose: webhooks and chat. It dials only public addresses and those of
 * `OUTBOUND_ALLOWED_CIDRS`; every request resolves and judges its name anew. It follows no redirect, sends a request
 * once, and ends in time whatever the receiver does. The operator chooses the AI provider, which may therefore have
 * any address.
 */
@Injectable()
export class OutboundHttp {
  private readonly addresses: OutboundAddresses;

  constructor(
    { outboundAllowedCidrs }: Configuration,
    @Inject(RESOLVE_NAME) private readonly resolve: ResolveName,
  ) {
    this.addresses = new OutboundAddresses(outboundAllowedCidrs);
  }

  /**
   * Refuses a literal address that could never be reached; names are judged whenever they are resolved.
   *
   * @param field the name that the problem has in `details`
   * @throws ValidationError
   */
  ensureAllowed(url: string, field: string): void {
    const literal = literalAddress(new URL(url));
    if (literal !== undefined && !this.addresses.allows(literal)) {
      throw new ValidationError({ [field]: 'Must not point to a private or special address' });
    }
  }

  /** Sends one POST. Never throws: what goes wrong is the outcome. Any status but 2xx is an error. */
  async post(url: string, request: OutboundRequest): Promise<OutboundOutcome> {
    const start = performance.now();
    const durationMs = () => Math.round(performance.now() - start);
    try {
      const { status, body, retryAfter } = await this.send(new URL(url), request);
      const answered = { statusCode: status, answer: body, retryAfter, failure: null };
      return { ...answered, durationMs: durationMs(), error: statusError(status) };
    } catch (error) {
      const silent = { statusCode: null, answer: null, retryAfter: null, failure: outboundFailureOf(error) };
      return { ...silent, durationMs: durationMs(), error: outboundErrorText(error, request.timeoutMs) };
    }
  }

  /** Whether a provider of identities may be at such an address: https, or http at an allowed loopback address. */
  isUsableProvider(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    const literal = literalAddress(url);
    if (url.username !== '' || url.password !== '') return false;
    if (url.protocol === 'https:') return literal === undefined || this.addresses.allows(literal);
    const isLoopback = literal !== undefined && (literal === '::1' || literal.startsWith('127.'));
    return url.protocol === 'http:' && isLoopback && this.addresses.allows(literal);
  }

  /** Sends one request and gives the whole answer, whatever its status. @throws whatever goes wrong */
  request(url: string, request: OutboundRequest & { method: string; mostBytes: number }): Promise<WholeAnswer> {
    const { method, headers, body, mostBytes } = request;
    const target = new URL(url);
    return this.within(target, request, (addresses, signal) =>
      exchangeWhole({ url: target, addresses, method, headers, body, signal }, mostBytes),
    );
  }

  private send(url: URL, request: OutboundRequest): Promise<Answer> {
    const { headers, body } = request;
    return this.within(url, request, (addresses, signal) => exchange({ url, addresses, headers, body, signal }));
  }

  /** Does `work` with the addresses of the URL, in time. */
  private async within<T>(
    url: URL,
    { timeoutMs, signal }: OutboundRequest,
    work: (addresses: string[], signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController();
    const breakOff = () => limit.abort(new DOMException('Broken off', 'AbortError'));
    const timer = setTimeout(() => limit.abort(new DOMException('Out of time', 'TimeoutError')), timeoutMs);
    signal?.addEventListener('abort', breakOff);
    if (signal?.aborted) breakOff();
    try {
      const addresses = await Promise.race([this.dialable(url), aborted(limit.signal)]);
      return await work(addresses, limit.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', breakOff);
    }
  }

  /** The addresses of the URL's host that may be dialled, at least one. */
  private async dialable(url: URL): Promise<string[]> {
    const literal = literalAddress(url);
    const found = literal === undefined ? await this.resolve(url.hostname) : [literal];
    const allowed = found.filter((address) => this.addresses.allows(address));
    if (allowed.length === 0) throw new RefusedAddressError();
    return allowed;
  }
}

/** The address that the host of a URL is, if it is one; a `URL` has brought its notation into the usual form. */
function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? undefined : host;
}

function statusError(status: number): string | null {
  if (isSuccess(status)) return null;
  if (status >= 300 && status < 400) return `Answered with the redirect ${status}, which is not followed`;
  return `Answered with the status ${status}`;
}
