import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';

/** Measures every answered request; paths that no route has are one. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  if (!metrics.isEnabled) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    const { url: route = '*' } = request.routeOptions;
    const tier = reply.raw.getHeader('X-RateLimit-Policy');
    metrics.measureRequest({
      method: request.method,
      route: route === '/*' ? '*' : route,
      status: reply.statusCode,
      tier: typeof tier === 'string' ? tier : '',
      seconds: reply.elapsedTime / 1_000,
    });
    done();
  });
}
