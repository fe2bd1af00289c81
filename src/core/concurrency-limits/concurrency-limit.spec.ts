import fc from 'fast-check';
import { ConcurrencyLimit, OWN_WORK, type Release } from './concurrency-limit.js';

describe('ConcurrencyLimit', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('gives one company at most half of the slots, and at least one', () => {
    const four = new ConcurrencyLimit({ slots: 4 });
    expect([four.tryTake('a'), four.tryTake('a'), four.tryTake('a')].map(Boolean)).toEqual([true, true, false]);
    const one = new ConcurrencyLimit({ slots: 1 });
    expect([one.tryTake('a'), one.tryTake('b')].map(Boolean)).toEqual([true, false]);
  });

  it('gives one company no more than `most`, and no more than half', () => {
    const taken = (share: ConcurrencyLimit) =>
      Array.from({ length: 6 }, () => share.tryTake('a')).filter(Boolean).length;
    expect([
      taken(new ConcurrencyLimit({ slots: 10, most: 3 })),
      taken(new ConcurrencyLimit({ slots: 4, most: 3 })),
    ]).toEqual([3, 2]);
  });

  it('keeps reserved slots for the own work of the service', () => {
    const share = new ConcurrencyLimit({ slots: 4, reserved: 1 });
    const taken = ['a', 'a', 'b', 'b', OWN_WORK].map((key) => Boolean(share.tryTake(key)));
    expect(taken).toEqual([true, true, true, false, true]);
    expect(share.freeSlots(OWN_WORK)).toBe(0);
  });

  it('serves companies in turn, however many requests of one wait', async () => {
    const share = new ConcurrencyLimit({ slots: 2 });
    const first = await Promise.all([share.take('a'), share.take('b')]);
    const served: string[] = [];
    const queue = (name: string) =>
      void share.take(name[0] as string).then((release) => {
        served.push(name);
        setImmediate(release);
      });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue(name);
    first.forEach((release) => release());
    while (share.use.held + share.use.waiting > 0) await new Promise(setImmediate);
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('knows whether another company waits for the slots of a company', () => {
    const share = new ConcurrencyLimit({ slots: 4 });
    for (const key of ['a', 'a', 'b', 'c']) share.tryTake(key);
    const isAwaited = () => ['a', 'b', 'd'].map((key) => share.isAwaitedByOthers(key));
    const gone = new AbortController();
    const wait = (key: string) => void share.take(key, gone.signal).catch(() => undefined);
    expect(isAwaited()).toEqual([false, false, false]);
    // It holds its half already: what others give back is not for it.
    wait('a');
    expect(isAwaited()).toEqual([false, false, false]);
    wait('d');
    expect(isAwaited()).toEqual([true, true, false]);
    gone.abort(new Error('gone'));
    expect(isAwaited()).toEqual([false, false, false]);
  });

  it('refuses a wait of more than 5 s, and says when to try again', async () => {
    const share = new ConcurrencyLimit({ slots: 1 });
    share.tryTake('a');
    const wait = share.take('b');
    jest.advanceTimersByTime(4_999);
    expect(share.use.waiting).toBe(1);
    jest.advanceTimersByTime(1);
    await expect(wait).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    expect(share.use).toEqual({ held: 1, waiting: 0 });
  });

  it('allows a longer wait where configured', async () => {
    const share = new ConcurrencyLimit({ slots: 1 });
    const release = share.tryTake('a') as Release;
    const wait = share.take('b', undefined, Infinity);
    jest.advanceTimersByTime(3_600_000);
    release();
    await expect(wait).resolves.toBeInstanceOf(Function);
  });

  it('holds a slot while work runs, which hears how much longer it may wait', async () => {
    const share = new ConcurrencyLimit({ slots: 1 });
    const release = share.tryTake('a') as Release;
    const failure = new Error('failed');
    const work = jest.fn<Promise<never>, [number]>(() => {
      expect(share.use.held).toBe(1);
      return Promise.reject(failure);
    });
    const done = share.inTurn({ share: 'b', longestWait: 3_000 }, work);
    jest.advanceTimersByTime(1_000);
    expect(work).not.toHaveBeenCalled();
    release();
    await expect(done).rejects.toBe(failure);
    expect(work).toHaveBeenCalledWith(2_000);
    expect(share.use).toEqual({ held: 0, waiting: 0 });
  });

  it('refuses at once when too many of a company wait', async () => {
    const share = new ConcurrencyLimit({ slots: 1, mostWaiting: 1 });
    const release = share.tryTake('a') as Release;
    const waiting = share.take('b');
    await expect(share.take('b')).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    release();
    await expect(waiting).resolves.toBeInstanceOf(Function);
  });

  it('refuses at once when too many of all companies wait', async () => {
    const share = new ConcurrencyLimit({ slots: 1, mostWaitingInAll: 2 });
    const release = share.tryTake('a') as Release;
    const waiting = [share.take('b'), share.take('c')];
    await expect(share.take('d')).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    release();
    await waiting[0];
    expect(share.use).toEqual({ held: 1, waiting: 1 });
    void share.take('d');
    expect(share.use.waiting).toBe(2);
  });

  it('removes a caller that hangs up from the queue', async () => {
    const share = new ConcurrencyLimit({ slots: 1 });
    const release = share.tryTake('a') as Release;
    const gone = new AbortController();
    const wait = share.take('b', gone.signal);
    gone.abort(new Error('gone'));
    await expect(wait).rejects.toThrow('gone');
    await expect(share.take('b', gone.signal)).rejects.toThrow('gone');
    release();
    expect(share.use).toEqual({ held: 0, waiting: 0 });
  });

  it('frees a slot once, however often it is given back', () => {
    const share = new ConcurrencyLimit({ slots: 2 });
    const release = share.tryTake('a') as Release;
    share.tryTake('b');
    release();
    release();
    expect(share.use.held).toBe(1);
  });

  it('never starves a company, wastes a slot or gives out too many (property)', async () => {
    const step = fc.oneof(
      fc.record({ take: fc.constantFrom('a', 'b', 'c', 'd', OWN_WORK) }),
      fc.record({ release: fc.nat({ max: 20 }) }),
    );
    const options = fc.record({ slots: fc.integer({ min: 1, max: 9 }), reserved: fc.nat({ max: 2 }) });
    await fc.assert(
      fc.asyncProperty(options, fc.array(step, { maxLength: 200 }), async ({ slots, reserved }, steps) => {
        const most = Math.max(1, Math.floor(slots / 2));
        const share = new ConcurrencyLimit({ slots, reserved });
        const held: { key: string; release: Release }[] = [];
        const waiting: string[] = [];
        /** By company that waits: who was served since its own last turn, while it might have been. */
        const servedBefore = new Map<string, Set<string>>();
        const onServed = (key: string) => {
          servedBefore.delete(key);
          for (const other of new Set(waiting)) {
            if (other === key || (share.holders.get(other) ?? 0) >= most) continue;
            const served = servedBefore.get(other) ?? new Set();
            expect(served).not.toContain(key);
            servedBefore.set(other, served.add(key));
          }
        };
        const take = (key: string) => {
          const mustWait = share.freeSlots(key) <= 0;
          waiting.push(key);
          return share.take(key).then((release) => {
            waiting.splice(waiting.indexOf(key), 1);
            held.push({ key, release });
            if (mustWait) onServed(key);
          });
        };
        const check = async () => {
          await new Promise(setImmediate);
          expect(share.use).toEqual({ held: held.length, waiting: waiting.length });
          expect(held.length).toBeLessThanOrEqual(slots);
          for (const count of share.holders.values()) expect(count).toBeLessThanOrEqual(Math.max(most, reserved));
          for (const key of waiting) expect(share.freeSlots(key)).toBeLessThanOrEqual(0);
        };
        const failures: unknown[] = [];
        for (const next of steps) {
          if ('take' in next) void take(next.take).catch((error: unknown) => failures.push(error));
          else if (held.length > 0) held.splice(next.release % held.length, 1)[0]?.release();
          await check();
        }
        while (held.length > 0) {
          held.shift()?.release();
          await check();
        }
        expect([waiting, failures]).toEqual([[], []]);
      }),
      { numRuns: 100 },
    );
  });
});
