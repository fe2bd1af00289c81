import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection for the ones before them. */
const MOST_WAITING = 64;

/** Listeners of an event of a response: a dozen watch the end of a stream, and Node warns of a leak from the 11th on. */
const MOST_LISTENERS = 20;

/**
 * Serves the requests of one connection one after the other, and other connections in between. Without it, Node hands
 * over thousands of requests that a client has sent ahead, and nobody else is served before the last has begun. A
 * client that sends more than 64 ahead is cut off.
 */
export function serveInTurn(serve: RequestListener): RequestListener {
  /** Of the connections that have a request under way: what waits. */
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    response.setMaxListeners(MOST_LISTENERS);
    response.once('close', () => {
      if (waiting.get(request.socket)?.length) setImmediate(goOn, request.socket);
      else waiting.delete(request.socket);
    });
    serve(request, response);
  };
  const goOn = (socket: Socket) => {
    const queue = waiting.get(socket) ?? [];
    const next = socket.destroyed ? undefined : queue.shift();
    if (next) {
      begin(...next);
      return;
    }
    waiting.delete(socket);
    // Node says so to the response under way alone.
    for (const [, response] of queue) response.emit('close');
  };
  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      begin(request, response);
    } else if (queue.push([request, response]) > MOST_WAITING) {
      socket.destroy();
    }
  };
}
