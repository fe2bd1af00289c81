import { ConcurrencyLimit } from './concurrency-limit.js';
import { GroupCommit } from './group-commit.js';

/** Groups under way; each ends when the test says how. */
function setUp() {
  const groups: (PromiseWithResolvers<undefined> & { requests: readonly string[] })[] = [];
  const turns = new ConcurrencyLimit({ slots: Infinity, most: 1 });
  const commits = new GroupCommit<string, string>(turns, async (requests) => {
    const group = { requests, ...Promise.withResolvers<undefined>() };
    groups.push(group);
    await group.promise;
    return requests.map((request) => `${request} done`);
  });
  const join = (...requests: string[]) =>
    Promise.allSettled(requests.map((request) => commits.join(request[0] as string, request)));
  return { groups, turns, join, begun: () => groups.map(({ requests }) => requests) };
}

const settle = () => new Promise(setImmediate);
const outcomes = (results: PromiseSettledResult<string>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)));

describe('GroupCommit', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('carries the first out at once, and those that come meanwhile together', async () => {
    const { groups, join, begun } = setUp();
    const answers = join('a1', 'a2', 'a3');
    await settle();
    expect(begun()).toEqual([['a1']]);
    groups[0]?.resolve(undefined);
    await settle();
    expect(begun()).toEqual([['a1'], ['a2', 'a3']]);
    groups[1]?.resolve(undefined);
    expect(outcomes(await answers)).toEqual(['a1 done', 'a2 done', 'a3 done']);
  });

  it('lets no key wait for another', async () => {
    const { join, begun } = setUp();
    void join('a1', 'b1', 'a2', 'b2');
    await settle();
    expect(begun()).toEqual([['a1'], ['b1']]);
  });

  it('carries out at most 20 together', async () => {
    const { groups, join, begun } = setUp();
    void join('a', ...Array.from({ length: 45 }, (_, index) => `a${index}`));
    for (let group = 0; group < 4; group += 1) {
      await settle();
      groups[group]?.resolve(undefined);
    }
    expect(begun().map(({ length }) => length)).toEqual([1, 20, 20, 5]);
  });

  it('fails with its group, and not with the one before', async () => {
    const { groups, join } = setUp();
    const answers = join('a1', 'a2', 'a3');
    await settle();
    groups[0]?.reject(new Error('broken'));
    await settle();
    groups[1]?.resolve(undefined);
    expect(outcomes(await answers)).toEqual(['Error: broken', 'a2 done', 'a3 done']);
  });

  it('refuses a wait of more than 5 s, but never what is already under way', async () => {
    const { groups, turns, join } = setUp();
    const first = join('a1', 'a2', 'a3');
    await settle();
    groups[0]?.resolve(undefined);
    await settle();
    const second = join('a4');
    await settle();
    jest.advanceTimersByTime(5_001);
    expect(outcomes(await second)).toEqual(['Error: The service is busy, retry in a second']);
    groups[1]?.resolve(undefined);
    expect(outcomes(await first)).toEqual(['a1 done', 'a2 done', 'a3 done']);
    await settle();
    expect([groups.length, turns.use]).toEqual([2, { held: 0, waiting: 0 }]);
  });
});
