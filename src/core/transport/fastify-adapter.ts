import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type FastifyBaseLogger, type FastifyServerOptions, LogController, type RouteHandlerMethod } from 'fastify';
import type { Configuration } from '#config/configuration.js';
import { BODY_LIMIT } from './body-parser.js';
import { closeAfterEarlyAnswers } from './early-answers.js';
import { refusePlainHttp } from './plain-http.js';
import { serveInTurn } from './serve-in-turn.js';
import { loadTlsKeyPair, type TlsKeyPair } from './tls-key-pair.js';
import { traceIdOf } from './trace-id.js';
import { trustedProxies } from './trusted-proxies.js';

const MAX_HEADER_SIZE = 16 * 1024;

const SERVER_OPTIONS = {
  maxHeaderSize: MAX_HEADER_SIZE,
  // Without it Node answers a request that has no Host by itself.
  requireHostHeader: false,
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // Longer than the 60 s after which common load balancers let go of an idle connection.
  keepAliveTimeout: 72_000,
};

/** Sends what Nest or Fastify gives up on after routing, such as an empty path parameter, to the catch-all route. */
class TransportAdapter extends FastifyAdapter {
  private catchAll: RouteHandlerMethod | undefined;

  constructor(options: FastifyServerOptions & { https?: TlsKeyPair }) {
    super(options);
    this.instance.addHook('onRoute', ({ url, handler }) => {
      if (url === '/*') this.catchAll = handler;
    });
  }

  override setNotFoundHandler(handler: RouteHandlerMethod) {
    return super.setNotFoundHandler(this.catchAll ?? handler);
  }
}

/**
 * The Nest adapter for the transport that `TLS_MODE` selects: HTTPS, or plain HTTP behind a proxy.
 * The id of a request is its trace id. Complete it with `configureTransport` before the application starts.
 *
 * @throws ConfigurationError when the certificate or key cannot be used.
 */
export async function createFastifyAdapter(
  configuration: Configuration,
  loggerInstance: FastifyBaseLogger,
): Promise<FastifyAdapter> {
  const proxied = configuration.tls.mode === 'proxy';
  const keyPair = proxied ? null : await loadTlsKeyPair(configuration);
  return new TransportAdapter({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    serverFactory: (handler) => createListener(serveInTurn(closeAfterEarlyAnswers(handler)), keyPair),
    // The server comes from the factory: this only tells Fastify which scheme to log.
    ...(keyPair && { https: keyPair }),
    trustProxy: proxied && trustedProxies(configuration.trustedProxies),
    genReqId: traceIdOf,
    bodyLimit: BODY_LIMIT,
    // Requests that still come in on open connections while the service stops are served.
    return503OnClosing: false,
    // No path can be longer, so none is refused with 414.
    routerOptions: { maxParamLength: MAX_HEADER_SIZE },
    // Fastify would answer an undecodable path with 400. Its percent signs are taken literally instead, and it is
    // routed like every path.
    frameworkErrors: (_error, request, reply) => {
      request.raw.url = literalPath(request.raw.url ?? '');
      request.server.routing(request.raw, reply.raw);
    },
  });
}

function createListener(handler: RequestListener, keyPair: TlsKeyPair | null): Server {
  if (keyPair === null) return createServer(SERVER_OPTIONS, handler);
  return refusePlainHttp(createHttpsServer({ ...SERVER_OPTIONS, ...keyPair, handshakeTimeout: 10_000 }, handler));
}

function literalPath(url: string): string {
  const [path = '', ...query] = url.split('?');
  const literal = path.replaceAll('%', '%25');
  return [literal.startsWith('/') ? literal : `/${literal}`, ...query].join('?');
}
