import type { EventRow } from '../event-log.repository.js';
import { CatchUp, FrameRoom, PIECE } from './catch-up.js';

const READER = { userId: 'user', reach: { reachesAll: true, projectIds: new Set<string>() } };

const event = (position: number, size: number): EventRow => ({
  position,
  id: `event-${position}`,
  name: 'task.created',
  projectId: null,
  data: JSON.stringify({ text: 'x'.repeat(size) }),
  timestamp: '2026-01-01T00:00:00.000Z',
  actorId: null,
  actorName: null,
  apiKeyId: null,
  actorColleague: null,
  via: null,
  audience: [],
  taskProjects: null,
  movedTo: null,
});

/** Catches up with the events after 0 and gives its pieces. */
async function piecesOf(rows: readonly EventRow[]) {
  const read = jest.fn((after: number) => {
    const left = rows.filter(({ position }) => position > after);
    return Promise.resolve({ page: { rows: left, next: rows.length, hasMore: false }, reader: READER });
  });
  const catchUp = new CatchUp(0, read);
  const pieces = [];
  for (let hasMore = true; hasMore;) {
    const piece = await catchUp.next();
    pieces.push(piece);
    ({ hasMore } = piece);
  }
  return { pieces, text: Buffer.concat(pieces.map(({ bytes }) => bytes)).toString(), read };
}

describe('CatchUp', () => {
  it('gives at most 64 KiB a turn, whole events where they fit', async () => {
    const rows = [event(1, 30_000), event(2, 30_000), event(3, 30_000), event(4, 200_000), event(5, 10)];
    const { pieces, text, read } = await piecesOf(rows);
    expect(Math.max(...pieces.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(PIECE);
    expect(text.match(/^id: \d/gm)).toEqual(['id: 1', 'id: 2', 'id: 3', 'id: 4', 'id: 5']);
    expect(pieces.map(({ position }) => position)).toEqual([2, 3, undefined, undefined, undefined, 4, 5]);
    // Nothing is kept from one turn to the next.
    expect(read).toHaveBeenCalledTimes(pieces.length);
  });

  it('reads a large event once while there is room for it', async () => {
    const room = new FrameRoom(250_000);
    const read = jest.fn(() =>
      Promise.resolve({ page: { rows: [event(1, 200_000)], next: 1, hasMore: false }, reader: READER }),
    );
    const catchUp = new CatchUp(0, read, room);
    while ((await catchUp.next()).position === undefined) expect(room.take(100_000)).toBe(false);
    expect(read).toHaveBeenCalledTimes(1);
    expect(room.take(250_000)).toBe(true);
  });

  it('reads a kept event again before long: the reader may no longer reach it', async () => {
    jest.useFakeTimers();
    const read = jest.fn(() =>
      Promise.resolve({ page: { rows: [event(1, 400_000)], next: 1, hasMore: false }, reader: READER }),
    );
    const room = new FrameRoom(500_000);
    const catchUp = new CatchUp(0, read, room);
    await catchUp.next();
    await catchUp.next();
    expect(read).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_000);
    await catchUp.next();
    expect(read).toHaveBeenCalledTimes(2);
    catchUp.close();
    expect(room.take(500_000)).toBe(true);
    jest.useRealTimers();
  });

  it('keeps nothing of a large event but the piece for a reader that reads nothing', async () => {
    jest.useFakeTimers();
    const room = new FrameRoom(500_000);
    const page = { rows: [event(1, 400_000)], next: 1, hasMore: false };
    const catchUp = new CatchUp(0, () => Promise.resolve({ page, reader: READER }), room);
    const { bytes } = await catchUp.next();
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(PIECE);
    jest.advanceTimersByTime(1_000);
    expect(room.take(500_000)).toBe(true);
    jest.useRealTimers();
  });

  it('breaks off when an event changes after a part of it was sent', async () => {
    let size = 100_000;
    const catchUp = new CatchUp(0, () =>
      Promise.resolve({ page: { rows: [event(1, size)], next: 1, hasMore: false }, reader: READER }),
    );
    expect((await catchUp.next()).position).toBeUndefined();
    size += 1;
    await expect(catchUp.next()).rejects.toThrow('has changed');
  });
});
