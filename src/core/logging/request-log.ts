import type { FastifyInstance } from 'fastify';
import { shownPath } from '#common/http/shown-path.js';

/** Writes a line for every answered request: never its query, headers or body, or secrets of its path. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: shownPath(request.url),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.principal?.userId,
      },
      'request',
    );
    done();
  });
}
