import { EventEmitter } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { cutOffSlowReaders } from './slow-readers.js';

const KIB = 1024;

/** A connection on which `pending` bytes wait for a client that has taken `taken`. */
class FakeSocket extends EventEmitter {
  taken = 0;
  pending = 64 * KIB;
  isDestroyed = false;

  get writableLength(): number {
    return this.pending;
  }

  get bytesWritten(): number {
    return this.taken + this.pending;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

let server: HttpServer;
let cutOffs: number;
beforeEach(() => {
  jest.useFakeTimers();
  cutOffs = 0;
  server = watch(new HttpServer());
});
afterEach(() => {
  server.emit('close');
  jest.useRealTimers();
});

/** The server itself sees nothing of its connections. */
function watch<S extends HttpServer>(watched: S): S {
  watched.removeAllListeners();
  cutOffSlowReaders(watched, () => (cutOffs += 1));
  return watched;
}

function connect(to = server, event = 'connection'): FakeSocket {
  const socket = new FakeSocket();
  to.emit(event, socket as unknown as Socket);
  return socket;
}

/** Lets seconds pass, in each of which the client does something. */
function pass(seconds: number, eachSecond: () => void = () => undefined): void {
  for (let second = 0; second < seconds; second += 1) {
    eachSecond();
    jest.advanceTimersByTime(1_000);
  }
}

describe('cutOffSlowReaders', () => {
  it('ends the connection of a client that has taken nothing for 30 s', () => {
    const socket = connect();
    socket.taken = 4_000 * KIB;
    pass(30);
    expect(socket.isDestroyed).toBe(false);
    pass(1);
    expect([socket.isDestroyed, cutOffs]).toEqual([true, 1]);
    pass(60);
    expect(cutOffs).toBe(1);
  });

  it.each([
    [15.9, true],
    [16, false],
    [60, false],
  ])('at %d KiB/s: ended is %s', (rate, isEnded) => {
    const socket = connect();
    pass(100, () => (socket.taken += rate * KIB));
    expect(socket.isDestroyed).toBe(isEnded);
  });

  it('counts only the last 30 s', () => {
    const socket = connect();
    pass(100, () => (socket.taken += 1_000 * KIB));
    pass(29);
    expect(socket.isDestroyed).toBe(false);
    pass(1);
    expect(socket.isDestroyed).toBe(true);
  });

  it('counts no time in which nothing is ready for the client', () => {
    const socket = connect();
    pass(20);
    socket.pending = 0;
    pass(1_000);
    socket.pending = 1;
    pass(10);
    expect(socket.isDestroyed).toBe(false);
    pass(1);
    expect(socket.isDestroyed).toBe(true);
  });

  it('forgets a connection that has ended', () => {
    const socket = connect();
    socket.emit('close');
    pass(60);
    expect(cutOffs).toBe(0);
  });

  it('counts the bytes inside TLS', () => {
    const https = watch(new HttpsServer());
    const [outside, inside] = [connect(https, 'connection'), connect(https, 'secureConnection')];
    pass(31);
    https.emit('close');
    expect([outside.isDestroyed, inside.isDestroyed]).toEqual([false, true]);
  });
});
