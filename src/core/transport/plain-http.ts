import { createServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { closeAfterEarlyAnswers } from './early-answers.js';
import { HTTPS_REQUIRED, refuseConnection, refuseRequest } from './refusal.js';
import { traceIdOf } from './trace-id.js';

const TLS_HANDSHAKE = 0x16;
const PATIENCE_MS = 10_000;

/**
 * Makes an HTTPS server answer plain HTTP spoken to its port with 403 `HTTPS is required`. The first byte
 * of each connection tells the two apart; one that sends nothing for 10 s is dropped.
 */
export function refusePlainHttp(server: HttpsServer): HttpsServer {
  const acceptTls = server.listeners('connection');
  const refusing = refusingServer();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const deadline = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.once('close', () => clearTimeout(deadline));
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes: Buffer) => {
      socket.pause();
      socket.unshift(bytes);
      if (bytes[0] === TLS_HANDSHAKE) {
        clearTimeout(deadline);
        for (const listener of acceptTls) Reflect.apply(listener, server, [socket]);
      } else {
        refusing.emit('connection', socket);
        socket.resume();
      }
    });
  });
  return server;
}

function refusingServer() {
  const server = createServer({ requireHostHeader: false });
  const refuse = closeAfterEarlyAnswers((request, response) => {
    refuseRequest(response, HTTPS_REQUIRED, traceIdOf(request));
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, refuse);
  server.on('connect', (_request, socket) => refuseConnection(socket, HTTPS_REQUIRED));
  server.on('clientError', (_error, socket: Socket) => {
    // The client has its answer: drop the rest of its request.
    if (socket.bytesWritten === 0 && socket.writable) refuseConnection(socket, HTTPS_REQUIRED);
    else socket.destroy();
  });
  return server;
}
