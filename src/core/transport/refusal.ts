import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, ForbiddenError } from '#common/errors/app-error.js';
import { errorBody } from '#common/errors/error-body.js';
import { commonHeaders } from './common-headers.js';
import { LINGER } from './early-answers.js';
import { newTraceId } from './trace-id.js';

/** The answer to everything that did not come over HTTPS. */
export const HTTPS_REQUIRED = new ForbiddenError('HTTPS is required');

/** Answers a request with `error` in place of the application, and closes the connection; its body is thrown away. */
export function refuseRequest(response: ServerResponse, error: AppError, traceId: string): void {
  const { headers, body } = render(error, traceId);
  response.writeHead(error.status, headers).end(body);
}

/** Answers with `error` on the bare connection of a request that Node could not read, and closes it. */
export function refuseConnection(socket: Duplex, error: AppError, moreHeaders: Record<string, string> = {}): void {
  const { headers, body } = render(error, newTraceId());
  const lines = Object.entries({ ...headers, ...moreHeaders }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
  const deadline = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(deadline));
}

function render(error: AppError, traceId: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorBody(error, traceId));
  const headers = {
    ...Object.fromEntries(commonHeaders(traceId)),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
  };
  return { headers, body };
}
