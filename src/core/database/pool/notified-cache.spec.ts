import { NotifiedCache } from './notified-cache.js';

class FakeNotifications {
  isListening = true;
  notify: (payload: string) => void = () => undefined;
  reconnect: () => void = () => undefined;

  subscribe(_channel: string, handler: (payload: string) => void, onGap: () => void): void {
    this.notify = handler;
    this.reconnect = onGap;
  }
}

let notifications: FakeNotifications;
let cache: NotifiedCache<string>;
let stored: Record<string, string>;
let reads: string[];
beforeEach(() => {
  jest.useFakeTimers();
  notifications = new FakeNotifications();
  cache = new NotifiedCache(notifications, 'changed');
  stored = { one: 'first', other: 'second' };
  reads = [];
});
afterEach(() => jest.useRealTimers());

const find = (key: string) =>
  cache.find(key, async () => {
    reads.push(key);
    return stored[key];
  });

it('reads each key once', async () => {
  expect([await find('one'), await find('other'), await find('one')]).toEqual(['first', 'second', 'first']);
  expect(reads).toEqual(['one', 'other']);
});

it('reads entries older than 900 ms again', async () => {
  await find('one');
  jest.advanceTimersByTime(899);
  await find('one');
  jest.advanceTimersByTime(1);
  stored['one'] = 'changed';
  expect(await find('one')).toBe('changed');
  expect(reads).toEqual(['one', 'one']);
});

it.each<[string, () => void]>([
  ['that was changed here', () => cache.forget('one')],
  ['of which a notification tells', () => notifications.notify('one')],
  ['after a gap in which notifications may have been missed', () => notifications.reconnect()],
])('reads again what %s', async (_what, change) => {
  await find('one');
  stored['one'] = 'changed';
  change();
  expect(await find('one')).toBe('changed');
});

it('keeps entries that a notification does not name', async () => {
  await find('one');
  notifications.notify('other');
  await find('one');
  expect(reads).toEqual(['one']);
});

it('reads every time while it cannot hear of changes', async () => {
  await find('one');
  notifications.isListening = false;
  stored['one'] = 'changed';
  expect([await find('one'), await find('one')]).toEqual(['changed', 'changed']);
  expect(reads).toHaveLength(3);
});

it('does not keep a value that was read before a change', async () => {
  const early = cache.find('one', async () => {
    cache.forget('one');
    return 'outdated';
  });
  expect(await early).toBe('outdated');
  expect(await find('one')).toBe('first');
});

it('does not keep a missing value', async () => {
  expect(await find('new')).toBeUndefined();
  stored['new'] = 'made';
  expect(await find('new')).toBe('made');
});

it('keeps 10,000 at the most, the newest', async () => {
  for (let index = 0; index <= 10_000; index += 1) await cache.find(String(index), async () => 'x');
  stored = { '0': 'y', '10000': 'y' };
  expect([await find('10000'), await find('0')]).toEqual(['x', 'y']);
});
