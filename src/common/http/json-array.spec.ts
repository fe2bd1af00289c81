import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { jsonArray } from './json-array.js';

describe('jsonArray', () => {
  it.each([
    [[], '[]'],
    [[[]], '[]'],
    [[[1], [], ['two', { three: null }]], '[1,"two",{"three":null}]'],
  ])('makes JSON of %j', async (batches, json) => {
    expect(await text(jsonArray(batches))).toBe(json);
  });

  it('comes in chunks, whole items each', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(500, '🙂'));
    const chunks: Buffer[] = [];
    for await (const chunk of jsonArray([items.slice(0, 300), items.slice(300)])) chunks.push(chunk as Buffer);
    expect(chunks.length).toBeGreaterThan(5);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(items);
    const beginning = JSON.parse(`${chunks[0]!.toString()}]`) as string[];
    expect(beginning).toEqual(items.slice(0, beginning.length));
  });

  it('fails as its batches do', async () => {
    async function* broken() {
      yield ['x'.repeat(100_000)];
      throw new Error('broken');
    }
    await expect(text(jsonArray(broken()))).rejects.toThrow('broken');
  });

  describe('when it is not read on', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
    afterEach(() => jest.useRealTimers());

    const long = ['x', 'y', 'z'].map((letter) => [letter.repeat(100_000)]);

    it('ends with an error after 30 s, and lets go of what it is made from', async () => {
      let hasEnded = false;
      async function* batches() {
        try {
          yield* long;
        } finally {
          hasEnded = true;
        }
      }
      const json = jsonArray(batches());
      await once(json, 'readable');
      jest.advanceTimersByTime(29_999);
      expect(json.destroyed).toBe(false);
      const failure = once(json, 'error');
      jest.advanceTimersByTime(1);
      expect(String(await failure)).toContain('The client has stopped reading');
      expect([json.destroyed, hasEnded]).toEqual([true, true]);
    });

    it('waits anew with each chunk that is read', async () => {
      const json = jsonArray(long);
      for (let chunk = 0; chunk < long.length; chunk += 1) {
        await once(json, 'readable');
        jest.advanceTimersByTime(29_000);
        expect((json.read() as Buffer).length).toBeGreaterThan(100_000);
      }
      expect(await text(json)).toBe(']');
      jest.advanceTimersByTime(30_000);
      expect(json.errored).toBeNull();
    });
  });
});
