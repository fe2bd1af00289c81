import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes `close()` of a Fastify instance wait for the requests in flight and for nothing else: connections with no
 * request, whether kept alive, just opened or in a TLS handshake, are dropped.
 */
export function closeGracefully(fastify: FastifyInstance): void {
  const connections = new Set<Socket>();
  let inFlight = 0;
  let closing = false;
  const dropConnections = () => {
    if (!closing || inFlight > 0) return;
    for (const socket of connections) socket.destroy();
  };
  fastify.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  fastify.server.prependListener('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      dropConnections();
    });
  });
  fastify.addHook('preClose', (done) => {
    closing = true;
    dropConnections();
    done();
  });
}
