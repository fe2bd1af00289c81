import { ReceiverPace } from './receiver-pace.js';

let time: number;
let pace: ReceiverPace;
beforeEach(() => {
  time = 0;
  pace = new ReceiverPace(() => time);
});

const roomOf = (id: string) => {
  const { known, unknown } = pace.room();
  return known.get(id) ?? unknown;
};

/** Uses all the room there is, and ends it after that long each. */
function round(id: string, durationMs: number): number {
  const room = roomOf(id);
  for (let count = 0; count < room; count += 1) pace.begin(id);
  for (let count = 0; count < room; count += 1) pace.end(id, durationMs);
  return room;
}

describe('ReceiverPace', () => {
  it('gives a quick receiver more and more', () => {
    expect(round('quick', 10)).toBe(4);
    expect(round('quick', 10)).toBe(16);
    expect(round('quick', 10)).toBe(16);
  });

  it('has no more under way than a receiver may have, whatever is claimed at once', () => {
    round('far', 300);
    const claims = Array.from({ length: 6 }, () => {
      const room = roomOf('far');
      for (let count = 0; count < room; count += 1) pace.begin('far');
      return room;
    });
    expect(claims).toEqual([16, 16, 16, 16, 0, 0]);
  });

  it('gives a slow one a single place, until it is quick again', () => {
    round('slow', 30_000);
    expect(round('slow', 30_000)).toBe(1);
    expect(round('slow', 10)).toBe(1);
    expect(roomOf('slow')).toBe(2);
  });

  it('counts what is under way', () => {
    for (let count = 0; count < 3; count += 1) pace.begin('hanging');
    expect(roomOf('hanging')).toBe(1);
    for (let count = 0; count < 3; count += 1) pace.begin('hanging');
    expect(roomOf('hanging')).toBe(0);
    expect(roomOf('another')).toBe(4);
  });

  it('forgets a receiver that has been idle', () => {
    round('idle', 30_000);
    pace.begin('busy');
    time = 60_001;
    expect([...pace.room().known.keys()]).toEqual(['busy']);
  });
});
