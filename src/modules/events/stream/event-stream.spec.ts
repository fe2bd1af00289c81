import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { EventStream } from './event-stream.js';

/** A client that reads nothing until it is told to. */
class SlowResponse extends EventEmitter {
  readonly writes: string[] = [];
  readonly writableEnded = false;
  destroyed = false;
  writableLength = 0;

  write(text: string | Buffer): boolean {
    this.writes.push(text.toString());
    this.writableLength += text.length;
    return false;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }

  readAll(): void {
    this.writableLength = 0;
    this.emit('drain');
  }
}

let response: SlowResponse;
let stream: EventStream;
beforeEach(() => {
  jest.useFakeTimers();
  response = new SlowResponse();
  stream = new EventStream(response as unknown as ServerResponse, 0);
});
afterEach(() => jest.useRealTimers());

const sendPiece = (text: string, position?: number) =>
  stream.sendPiece({ bytes: Buffer.from(text), position, hasMore: true });

it('puts no comment into a large event that a slow client catches up with', async () => {
  for (const [piece, position] of [['data: 1', undefined] as const, ['2\n\n', 1] as const]) {
    const sent = sendPiece(piece, position);
    await jest.advanceTimersByTimeAsync(20_000);
    response.readAll();
    await sent;
  }
  expect(response.writes).toEqual(['id: 0\n\n', 'data: 1', '2\n\n']);
  await jest.advanceTimersByTimeAsync(15_000);
  expect(response.writes.at(-1)).toBe(':\n\n');
});

it('ends a client that catches up and takes nothing for 30 s', async () => {
  const sent = sendPiece('data: 1\n\n', 1);
  await jest.advanceTimersByTimeAsync(29_000);
  response.writableLength -= 1;
  await jest.advanceTimersByTimeAsync(30_000);
  expect(response.destroyed).toBe(false);
  await jest.advanceTimersByTimeAsync(31_000);
  expect(response.destroyed).toBe(true);
  await sent;
});
