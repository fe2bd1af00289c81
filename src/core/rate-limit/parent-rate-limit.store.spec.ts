import { EventEmitter } from 'node:events';
import { Channel } from '../processes/channel.js';
import { ParentCounting, ParentRateLimitStore } from './parent-rate-limit.store.js';

const MINUTE = 60_000;

/** Two ends of an IPC channel, which carries JSON; `messages` counts what went to the parent. */
function connect() {
  const [parent, child] = [new EventEmitter(), new EventEmitter()];
  const state = { messages: 0 };
  const pass = (to: EventEmitter) => (message: unknown) => {
    if (to === parent) state.messages += 1;
    setImmediate(() => to.emit('message', JSON.parse(JSON.stringify(message))));
    return true;
  };
  return {
    state,
    end: () => [parent, child].forEach((each) => each.emit('disconnect')),
    atParent: new Channel(Object.assign(parent, { send: pass(child) })),
    atChild: new Channel(Object.assign(child, { send: pass(parent) })),
  };
}

function startChildren(count: number) {
  const counting = new ParentCounting();
  return Array.from({ length: count }, () => {
    const channel = connect();
    counting.serve(channel.atParent);
    return { ...channel, store: new ParentRateLimitStore(channel.atChild) };
  });
}

it('counts exactly over all children', async () => {
  const children = startChildren(3);
  const hits = children.flatMap(({ store }) => Array.from({ length: 40 }, () => store.increment('user', MINUTE, 50)));
  const records = await Promise.all(hits);
  expect(records.map(({ totalHits }) => totalHits).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 120 }, (_, index) => index + 1),
  );
  expect(records.filter(({ isBlocked }) => isBlocked)).toHaveLength(70);
  expect(new Set(records.map(({ resetAt }) => resetAt)).size).toBe(1);
  expect(children.map(({ state }) => state.messages)).toEqual([1, 1, 1]);
});

it('reads without counting, and separates windows of different lengths', async () => {
  const [{ store }] = startChildren(1) as [ReturnType<typeof startChildren>[number]];
  expect(await store.countShared('a', MINUTE, 0)).toMatchObject({ count: 0, millisecondsLeft: MINUTE });
  await store.countShared('a', 15 * MINUTE, 1);
  expect(await store.countShared('a', MINUTE, 0)).toMatchObject({ count: 0 });
  expect(await store.countShared('a', 15 * MINUTE, 0)).toMatchObject({ count: 1 });
});

it('fails when the parent is gone', async () => {
  const [{ store, end }] = startChildren(1) as [ReturnType<typeof startChildren>[number]];
  const hit = store.increment('user', MINUTE, 50);
  await new Promise(setImmediate);
  end();
  await expect(hit).rejects.toThrow('gone');
});
