import type { FastifyInstance } from 'fastify';

/** Writes a line for every answered request: never its query, headers or body, where secrets may stand. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.principal?.userId,
      },
      'request',
    );
    done();
  });
}
