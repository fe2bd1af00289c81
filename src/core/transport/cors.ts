import type { FastifyInstance } from 'fastify';
import { isOpenToPages } from '#common/http/oauth.js';

const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Policy',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Login-Code',
  'X-Trace-Id',
].join(', ');

/**
 * Lets browsers read the answers to pages of `origins`, and the service's own headers on them. What they
 * ask in advance is a path without a route, counted as such and answered in core/http: the plugin for Fastify insists on
 * a route of its own for that.
 */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins);
  fastify.addHook('onRequest', ({ headers: { origin } }, reply, done) => {
    void reply.header('Vary', 'Origin');
    if (origin !== undefined && allowed.has(origin)) {
      void reply.header('Access-Control-Allow-Origin', origin);
      void reply.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    done();
  });
}

/** Lets pages of every origin read what programs need to sign in. */
export function allowEveryPageToSignIn(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ url }, reply, done) => {
    if (isOpenToPages(url)) {
      void reply.header('Access-Control-Allow-Origin', '*');
      void reply.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    done();
  });
}
