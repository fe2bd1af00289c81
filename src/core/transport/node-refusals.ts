import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AppError } from '#common/errors/app-error.js';
import { refuseConnection } from './refusal.js';

/** The answer to a request that Node refuses, and the headers it has beyond those of every response. */
interface RefusalAnswer {
  error: AppError;
  headers?: Record<string, string>;
}

/** Decides the answer; `reason` is the error code of Node's parser, or CONNECT. */
export type AnswerRefused = (clientAddress: string, reason: string) => Promise<RefusalAnswer>;

/**
 * Calls `answer` where Node would send a bare 400, 413 or 431 or close the connection, and serves requests that Node
 * would answer with 417. Connections that break off or time out are closed without an answer.
 */
export function answerWhatNodeRefuses(server: Server, answer: AnswerRefused): void {
  const latestResponses = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  const refuse = (socket: Socket, reason: string) => {
    refused.add(socket);
    answer(socket.remoteAddress ?? '', reason).then(
      ({ error, headers }) => refuseConnection(socket, error, headers),
      () => socket.destroy(),
    );
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    latestResponses.set(request.socket, response);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, 'CONNECT');
  });
  server.removeAllListeners('clientError');
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser complains again about whatever follows.
    if (refused.has(socket)) return;
    // A long body that its route reads itself, and cuts off when it stalls.
    const request = latestResponses.get(socket)?.req;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && request && takesItsTime(request)) return;
    const malformed = error.code?.startsWith('HPE_') ?? false;
    if (malformed && canAnswer(latestResponses.get(socket))) refuse(socket, error.code ?? '');
    else socket.destroy();
  });
}

const takingTheirTime = new WeakSet<IncomingMessage>();

/** Exempts a request from the time that Node gives a whole body: its route sees to it that the body does not stall. */
export function letTakeItsTime(request: IncomingMessage): void {
  takingTheirTime.add(request);
}

function takesItsTime(request: IncomingMessage): boolean {
  return takingTheirTime.has(request);
}

/**
 * Whether a client would read an answer sent now as the answer to the malformed request; `response` is the one before
 * it.
 */
function canAnswer(response: ServerResponse | undefined): boolean {
  if (response === undefined) return true;
  // A request that has not come in completely is itself the malformed one.
  return response.req.complete ? response.writableFinished : !response.headersSent;
}
