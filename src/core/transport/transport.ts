import { METHODS } from 'node:http';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type AppError,
  InvalidInputError,
  NotFoundError,
  RateLimitExceededError,
  ServiceUnavailableError,
} from '#common/errors/app-error.js';
import { BASE_PATH } from '#common/http/base-path.js';
import type { Configuration } from '#config/configuration.js';
import type { ConcurrencyLimit } from '../concurrency-limits/concurrency-limit.js';
import { commonHeaders } from './common-headers.js';
import { registerBodyParser } from './body-parser.js';
import { compressAnswers } from './compression.js';
import { allowEveryPageToSignIn, allowOrigins } from './cors.js';
import { closeGracefully } from './graceful-close.js';
import { type AnswerRefused, answerWhatNodeRefuses } from './node-refusals.js';
import { cutOffSlowReaders } from './slow-readers.js';
import { HTTPS_REQUIRED, refuseRequest } from './refusal.js';
import { trustedProxies } from './trusted-proxies.js';
import { BodySlots } from './body-slots.js';

/** A request that was counted: the rate-limit headers of its answer, and when it is over the limit, seconds to wait. */
interface CountedRequest {
  headers: Record<string, string>;
  retryAfter?: number;
}

/** What the transport needs from the rest of the service. */
interface TransportOptions {
  /** Counts a request that could not even be read. */
  countRefusedRequest: (clientAddress: string) => Promise<CountedRequest>;
  /** How many large bodies may be in memory at once. */
  bodySlots: ConcurrencyLimit;
}

const HEALTH_PATHS = new Set([`/${BASE_PATH}/health`, `/${BASE_PATH}/health/ready`]);

const NO_API = new ServiceUnavailableError('This process serves no API: PROCESS_ROLES leaves it out');
const MALFORMED = new InvalidInputError('The request is not valid HTTP');
const REFUSALS: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new InvalidInputError('The request headers must not be larger than 16 KiB'),
  CONNECT: new NotFoundError('Path'),
};

/**
 * Completes an adapter of `createFastifyAdapter`, before the application is initialised: headers of every response,
 * refusal of plain HTTP, CORS, body parser, HTTP methods, malformed requests, closing. The application must be created with `bodyParser: false`.
 */
export function configureTransport(
  adapter: FastifyAdapter,
  configuration: Configuration,
  { countRefusedRequest, bodySlots }: TransportOptions,
): void {
  const fastify = adapter.getInstance();
  const proxied = configuration.tls.mode === 'proxy';
  const servesApi = configuration.processRoles.has('api');
  const isTrustedProxy = trustedProxies(configuration.trustedProxies);
  const answerRefused: AnswerRefused = async (clientAddress, reason) => {
    if (proxied && !isTrustedProxy(clientAddress)) return { error: HTTPS_REQUIRED };
    const { headers, retryAfter } = await countRefusedRequest(clientAddress);
    if (retryAfter !== undefined) return { error: new RateLimitExceededError(retryAfter), headers };
    return { error: REFUSALS[reason] ?? MALFORMED, headers };
  };
  // Nest runs this hook before all others.
  adapter.setOnRequestHook((request, reply, done) => {
    if (proxied && request.protocol !== 'https' && !asksForHealth(request)) {
      reply.hijack();
      refuseRequest(reply.raw, HTTPS_REQUIRED, request.id);
      return;
    }
    if (!servesApi && !asksForHealth(request)) {
      reply.hijack();
      refuseRequest(reply.raw, NO_API, request.id);
      return;
    }
    for (const [name, value] of commonHeaders(request.id)) reply.raw.setHeader(name, value);
    done();
  });
  if (configuration.corsOrigins.length > 0) allowOrigins(fastify, configuration.corsOrigins);
  allowEveryPageToSignIn(fastify);
  registerBodyParser(fastify, new BodySlots(bodySlots));
  compressAnswers(fastify);
  acceptEveryMethod(fastify);
  answerWhatNodeRefuses(fastify.server, answerRefused);
  cutOffSlowReaders(fastify.server, () => fastify.log.info('Cut off a client that takes its answer too slowly'));
  closeGracefully(fastify);
}

function asksForHealth({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && HEALTH_PATHS.has(url.split('?', 1)[0] ?? '');
}

/** Lets a catch-all route answer every HTTP method with our 404 in place of Fastify's answer. */
function acceptEveryMethod(fastify: FastifyInstance): void {
  const supported = new Set(fastify.supportedMethods);
  for (const method of METHODS) {
    if (!supported.has(method)) fastify.addHttpMethod(method);
  }
  // With a body, Fastify would insist on a Content-Type.
  fastify.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
}
