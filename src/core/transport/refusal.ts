import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Duplex, finished } from 'node:stream';
import { commonHeaders } from './common-headers.js';
import { newTraceId } from './trace-id.js';

/** An answer that the transport gives by itself, in place of the application. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
}

/** The answer to everything that did not come over HTTPS (decisions 3). */
export const HTTPS_REQUIRED: Refusal = { status: 403, code: 'FORBIDDEN', message: 'HTTPS is required' };

// How long a refused client may go on sending before it is cut off. Closing at once would reset the connection and
// could take the answer away from a client that is still sending.
const LINGER_MS = 2_000;

/** Answers a request with `refusal` and closes the connection; what the client still sends is thrown away. */
export function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  traceId: string,
): void {
  const { headers, body } = render(refusal, traceId);
  response.writeHead(refusal.status, headers);
  response.write(body);
  const deadline = setTimeout(() => response.end(), LINGER_MS);
  finished(request.resume(), () => {
    clearTimeout(deadline);
    response.end();
  });
}

/** Answers with `refusal` on the bare connection of a request that Node could not read, and closes it. */
export function refuseConnection(socket: Duplex, refusal: Refusal, moreHeaders: Record<string, string> = {}): void {
  const { headers, body } = render(refusal, newTraceId());
  const lines = Object.entries({ ...headers, ...moreHeaders }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
  const deadline = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(deadline));
}

function render({ code, message }: Refusal, traceId: string) {
  const body = JSON.stringify({ success: false, error: { code, message, traceId } });
  const headers: Record<string, string> = {
    ...Object.fromEntries(commonHeaders(traceId)),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { headers, body };
}
