import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { EventStream } from './event-stream.js';

/** A client that reads nothing until it is told to. */
class SlowResponse extends EventEmitter {
  readonly writes: string[] = [];
  readonly writableEnded = false;
  readonly destroyed = false;

  write(text: string): boolean {
    this.writes.push(text);
    return false;
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('puts no comment into a large event that a slow client catches up with', async () => {
  const response = new SlowResponse();
  const stream = new EventStream(response as unknown as ServerResponse, 0);
  const frame = `data: ${'x'.repeat(200_000)}\n\n`;
  const sent = stream.sendSlowly([frame], 1);
  for (let turn = 0; turn < 4; turn += 1) {
    await jest.advanceTimersByTimeAsync(60_000);
    response.emit('drain');
  }
  await sent;
  const [start, ...parts] = response.writes;
  expect(start).toBe('id: 0\n\n');
  expect(parts).toHaveLength(4);
  expect(parts.join('')).toBe(frame);
  await jest.advanceTimersByTimeAsync(15_000);
  expect(response.writes.at(-1)).toBe(':\n\n');
});
