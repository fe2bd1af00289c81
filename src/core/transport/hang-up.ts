import type { FastifyInstance } from 'fastify';
import { ClientGoneError } from '#common/errors/client-gone-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The signal of a read aborts when its client hangs up before the answer is complete. A write goes on to its end.
     */
    hangUp: AbortSignal | undefined;
  }
}

/** Notices that the client of a read is gone, for every route. */
export function noticeHangUps(fastify: FastifyInstance): void {
  fastify.decorateRequest('hangUp', undefined);
  fastify.addHook('onRequest', (request, { raw: response }, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const controller = new AbortController();
      request.hangUp = controller.signal;
      response.once('close', () => {
        if (!response.writableFinished) controller.abort(new ClientGoneError());
      });
    }
    done();
  });
}
