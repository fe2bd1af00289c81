import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a client may go on sending after an answer that came before the end of its body. */
export const LINGER = 5_000;

/**
 * Closes the connection after each answer that comes before the end of the request's body, and says so in the answer.
 * Before that it reads the rest and throws it away, for 5 s at most: a client that sends everything before it reads
 * would lose the answer if the connection closed at once.
 */
export function closeAfterEarlyAnswers(serve: RequestListener): RequestListener {
  const closing = new WeakSet<Socket>();
  return (request, response) => {
    // The client has been told that nothing else is answered on this connection.
    if (closing.has(request.socket)) return;
    if (!hasBody(request)) {
      serve(request, response);
      return;
    }
    beforeHead(response, () => {
      if (request.complete) return;
      closing.add(request.socket);
      response.setHeader('Connection', 'close');
      lingerBeforeClosing(request);
    });
    // Node reads a body that came with its head after this call: it must be complete when it is answered at once.
    setImmediate(serve, request, response);
  };
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function beforeHead(response: ServerResponse, listener: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    listener();
    return writeHead(...args);
  };
}

/** Has Node close the connection only at the end of the body, or 5 s after the answer. */
function lingerBeforeClosing(request: IncomingMessage): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  // Node calls it once the answer is written.
  socket.destroySoon = () => {
    socket.destroySoon = close;
    if (request.complete) {
      close();
      return;
    }
    const deadline = setTimeout(close, LINGER).unref();
    socket.once('close', () => clearTimeout(deadline));
    request.once('end', close);
  };
  request.resume();
}
