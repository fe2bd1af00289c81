import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** Milliseconds between two looks at the connections. */
const INTERVAL = 1_000;
/** How many looks at a connection are compared; only those count that find bytes ready. */
const WINDOW = 30;
/** Bytes that a client has to take from the first of them to the last: 16 KiB/s. */
const LEAST = 16 * 1024 * WINDOW;

/**
 * Ends the connection of a client that takes less than 16 KiB/s of an answer over 30 s although more is ready. It
 * counts looks, not time: the time in which this process stands still counts as one look.
 */
export function cutOffSlowReaders(server: Server, onCutOff: () => void): void {
  /** How many bytes each client had taken at the last looks. */
  const looks = new Map<Socket, number[]>();
  server.on(server instanceof HttpsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    looks.set(socket, []);
    socket.once('close', () => looks.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, taken] of looks) {
      if (socket.writableLength === 0) continue;
      const now = socket.bytesWritten - socket.writableLength;
      const before = taken.length === WINDOW ? taken.shift() : undefined;
      taken.push(now);
      if (before === undefined || now - before >= LEAST) continue;
      onCutOff();
      socket.destroy();
    }
  }, INTERVAL).unref();
  server.once('close', () => clearInterval(timer));
}
