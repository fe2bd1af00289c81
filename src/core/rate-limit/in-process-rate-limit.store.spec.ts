import { InProcessRateLimitStore } from './in-process-rate-limit.store.js';
import { WINDOW_MILLISECONDS } from './rate-limit.js';

const START = 1_800_000_000_000;
const LIMIT = 120;

function makeStore(mostWindows?: number) {
  const clock = { now: START };
  const store = new InProcessRateLimitStore(() => clock.now, mostWindows);
  return { clock, hit: (key: string) => store.increment(key, WINDOW_MILLISECONDS, LIMIT), windows: windowsOf(store) };
}

/** How many windows the store holds; memory is its promise, so the test looks inside. */
function windowsOf(store: InProcessRateLimitStore): () => number {
  const { windows: inside } = store as unknown as {
    windows: { current: Map<string, unknown>; previous: Map<string, unknown> };
  };
  return () => inside.current.size + inside.previous.size;
}

describe('InProcessRateLimitStore', () => {
  it('lets exactly the limit of 200 concurrent requests through', async () => {
    const { hit } = makeStore();
    const records = await Promise.all(Array.from({ length: 200 }, () => hit('user')));
    expect(records.filter((record) => !record.isBlocked)).toHaveLength(LIMIT);
    expect(records.map((record) => record.totalHits)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });

  it('counts each key by itself', async () => {
    const { hit } = makeStore();
    await hit('one');
    expect(await hit('one')).toMatchObject({ totalHits: 2 });
    expect(await hit('two')).toMatchObject({ totalHits: 1 });
  });

  it('ends the window 60 s after its first request, not its last', async () => {
    const { clock, hit } = makeStore();
    expect(await hit('user')).toMatchObject({ resetAt: START + 60_000, timeToExpire: 60 });
    clock.now = START + 59_999;
    expect(await hit('user')).toMatchObject({ totalHits: 2, resetAt: START + 60_000, timeToExpire: 1 });
    clock.now = START + 60_000;
    expect(await hit('user')).toMatchObject({ totalHits: 1, resetAt: START + 120_000, timeToExpire: 60 });
  });

  it('stays blocked until the end of the window and is free then', async () => {
    const { clock, hit } = makeStore();
    await Promise.all(Array.from({ length: LIMIT }, () => hit('user')));
    clock.now = START + 30_000;
    expect(await hit('user')).toMatchObject({ isBlocked: true, timeToBlockExpire: 30 });
    clock.now = START + 60_000;
    expect(await hit('user')).toMatchObject({ isBlocked: false, totalHits: 1 });
  });

  it('keeps a window whole while others begin and expire', async () => {
    const { clock, hit } = makeStore();
    await hit('first');
    clock.now = START + 59_000;
    await hit('late');
    clock.now = START + 61_000;
    await hit('first');
    clock.now = START + 118_999;
    expect(await hit('late')).toMatchObject({ totalHits: 2, resetAt: START + 119_000 });
    clock.now = START + 119_000;
    expect(await hit('late')).toMatchObject({ totalHits: 1 });
    clock.now = START + 120_999;
    expect(await hit('first')).toMatchObject({ totalHits: 2, resetAt: START + 121_000 });
  });

  it('forgets expired windows', async () => {
    const { clock, hit, windows } = makeStore();
    for (let minute = 0; minute < 10; minute += 1) {
      clock.now = START + minute * 60_000;
      await Promise.all(Array.from({ length: 1_000 }, (_, index) => hit(`${minute} ${index}`)));
      expect(windows()).toBeLessThanOrEqual(2_000);
    }
    clock.now += 60_000;
    await hit('user');
    clock.now += 60_000;
    await hit('user');
    expect(windows()).toBe(2);
  });

  it('stays bounded however many addresses come within one window, and counts the latest of them exactly', async () => {
    const { hit, windows } = makeStore(2_500);
    let most = 0;
    for (let address = 0; address < 10_000; address += 1) {
      await hit(`address:${address}`);
      most = Math.max(most, windows());
    }
    expect(most).toBe(5_000);
    expect(await hit('address:0')).toMatchObject({ totalHits: 1 });
    for (const address of [9_999, 9_000, 8_000]) {
      expect(await hit(`address:${address}`)).toMatchObject({ totalHits: 2 });
    }
  });

  it('goes on when the clock is set back a little, and starts again when it is set back far', async () => {
    const { clock, hit } = makeStore();
    await hit('user');
    clock.now = START - 1_000;
    expect(await hit('user')).toMatchObject({ totalHits: 2, resetAt: START + 60_000 });
    clock.now = START - 3_600_000;
    expect(await hit('user')).toMatchObject({ totalHits: 1, resetAt: START - 3_600_000 + 60_000 });
  });

  it('uses the real clock by default', async () => {
    const before = Date.now();
    const { resetAt } = await new InProcessRateLimitStore().increment('user', WINDOW_MILLISECONDS, LIMIT);
    expect(resetAt).toBeGreaterThanOrEqual(before + WINDOW_MILLISECONDS);
    expect(resetAt).toBeLessThanOrEqual(Date.now() + WINDOW_MILLISECONDS);
  });
});
