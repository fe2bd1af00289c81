import { ReceiverPace } from './receiver-pace.js';

/** The slots of a company that has them to itself. */
const SLOTS = 256;

let time: number;
let held: number;
let pace: ReceiverPace;
beforeEach(() => {
  time = 0;
  held = 0;
  pace = new ReceiverPace(() => time);
});

const roomOf = (id: string, free = SLOTS - held) => {
  const { known, unknown } = pace.freeSlots(held, free);
  return known.get(id) ?? unknown;
};

const begin = (id: string, count: number) => {
  for (let begun = 0; begun < count; begun += 1) pace.begin(id);
  held += count;
};

const end = (id: string, count: number, durationMs: number) => {
  for (let ended = 0; ended < count; ended += 1) pace.end(id, durationMs);
  held -= count;
};

/** Makes it a receiver that may have 64 at once. */
const prove = (id: string) => {
  begin(id, 3);
  end(id, 3, 300);
};

/** Uses all the room there is, and ends it after that long each. */
function round(id: string, durationMs: number): number {
  const room = roomOf(id);
  begin(id, room);
  end(id, room, durationMs);
  return room;
}

/** Repeatedly claims as many attempts as allowed, up to 64 at once, for receivers `ids` that hang. */
function hang(ids: readonly string[]): void {
  for (let claim = 0; claim < 100; claim += 1) {
    const { known, unknown, total } = pace.freeSlots(held, SLOTS - held);
    let left = Math.min(total, 64);
    for (const id of ids) {
      const room = Math.min(known.get(id) ?? unknown, left);
      begin(id, room);
      left -= room;
    }
  }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `receiver ${index}`);

describe('ReceiverPace', () => {
  it('gives a quick receiver more and more', () => {
    expect([round('quick', 10), round('quick', 10), round('quick', 10), round('quick', 10)]).toEqual([1, 4, 16, 16]);
  });

  it('has no more under way than a receiver may have, whatever is claimed at once', () => {
    prove('far');
    const claims = Array.from({ length: 6 }, () => {
      const room = roomOf('far');
      begin('far', room);
      return room;
    });
    expect(claims).toEqual([16, 16, 16, 16, 0, 0]);
  });

  it('gives a slow one a single slot, until it is quick again', () => {
    begin('slow', 8);
    end('slow', 8, 30_000);
    expect([round('slow', 30_000), round('slow', 10), roomOf('slow')]).toEqual([1, 1, 4]);
  });

  it('gives nothing more to one that has stopped answering', () => {
    prove('dying');
    begin('dying', 2);
    time = 1_999;
    expect(roomOf('dying')).toBe(16);
    time = 2_000;
    expect(roomOf('dying')).toBe(0);
    end('dying', 1, 10);
    expect(roomOf('dying')).toBe(16);
  });

  it('gives an idle receiver its earlier pace, until an answer is late', () => {
    round('idle', 10);
    time = 50_000;
    begin('idle', 1);
    expect(roomOf('idle')).toBe(3);
    time = 52_000;
    expect(roomOf('idle')).toBe(0);
  });

  it('counts running attempts', () => {
    expect(roomOf('hanging')).toBe(1);
    begin('hanging', 1);
    expect(roomOf('hanging')).toBe(0);
    expect(roomOf('another')).toBe(1);
  });

  it('lets all the webhooks that a company may have hang, and still has slots for one that is quick', () => {
    round('quick', 10);
    hang(names(250));
    expect(held).toBe(250);
    hang(names(1_000));
    expect(held).toBe(252);
    expect([roomOf('one more'), roomOf('quick')]).toEqual([0, 2]);
    end('receiver 0', 1, 30_000);
    expect(roomOf('one more')).toBe(1);
  });

  it('keeps slots for the others when several that were quick hang at once', () => {
    for (const name of ['quick', ...names(4)]) prove(name);
    hang(names(4));
    expect(held).toBeLessThan(SLOTS);
    expect(roomOf('quick')).toBeGreaterThan(0);
  });

  it('gives every receiver a slot where there are few', () => {
    expect(pace.freeSlots(0, 1)).toMatchObject({ total: 1, unknown: 1 });
    begin('hanging', 5);
    expect(pace.freeSlots(5, 1)).toMatchObject({ total: 1, unknown: 1 });
  });

  it('lists first the receivers whose last attempt began longest ago', () => {
    for (const name of ['first', 'second', 'first']) begin(name, 1);
    expect([...pace.freeSlots(held, 10).known.keys()]).toEqual(['second', 'first']);
  });

  it('forgets a receiver that has been idle', () => {
    round('idle', 30_000);
    begin('busy', 1);
    time = 60_001;
    expect(pace.forgetIdle()).toBe(false);
    expect([...pace.freeSlots(1, 10).known.keys()]).toEqual(['busy']);
    end('busy', 1, 60_000);
    time += 60_001;
    expect(pace.forgetIdle()).toBe(true);
  });
});
