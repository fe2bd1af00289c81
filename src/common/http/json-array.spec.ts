import { finished } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { JsonArray } from './json-array.js';

/** Reads the batches one after the other. */
function batchesOf(batches: unknown[][], onRead: () => unknown = () => undefined) {
  const left = [...batches];
  return {
    read: () => {
      onRead();
      return Promise.resolve(left.shift() ?? []);
    },
  };
}

describe('JsonArray', () => {
  it.each([
    [[], '[]'],
    [[[1]], '[1]'],
    [
      [
        [1, []],
        ['two', { three: null }],
      ],
      '[1,[],"two",{"three":null}]',
    ],
  ])('makes JSON of %j', async (batches, json) => {
    expect(await text(new JsonArray(batchesOf(batches)))).toBe(json);
    const frame = { before: '{"data":', after: ',"meta":1}' };
    expect(await text(new JsonArray(batchesOf(batches), frame))).toBe(`{"data":${json},"meta":1}`);
  });

  it('hands on small chunks, however large an item is', async () => {
    const items = ['🙂'.repeat(100_000), '', 'é'.repeat(70_000)];
    const chunks: Buffer[] = [];
    const json = new JsonArray(batchesOf([items, items])).on('data', (chunk: Buffer) => chunks.push(chunk));
    await finished(json);
    expect(Math.max(...chunks.map(({ length }) => length))).toBe(65_536);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual([...items, ...items]);
  });

  it('reads a batch only once the one before has been taken', async () => {
    let reads = 0;
    const batches = Array.from({ length: 100 }, () => ['x'.repeat(100_000)]);
    const json = new JsonArray(batchesOf(batches, () => (reads += 1)));
    json.read(0);
    await new Promise(setImmediate);
    expect(reads).toBe(1);
    expect((await text(json)).length).toBe(100 * 100_003 + 1);
    expect(reads).toBe(101);
  });

  it('fails as its batches do', async () => {
    const [batch, broken] = [Promise.resolve(['x'.repeat(100_000)]), Promise.reject(new Error('broken'))];
    broken.catch(() => undefined);
    const reads = [batch, broken];
    await expect(text(new JsonArray({ read: () => reads.shift() as typeof batch }))).rejects.toThrow('broken');
  });

  it('can be destroyed while a batch is read', async () => {
    let resolve: (items: unknown[]) => void = () => undefined;
    const json = new JsonArray({ read: () => new Promise((done) => (resolve = done)) });
    json.read(0);
    const closed = new Promise((done) => json.once('close', done));
    json.destroy();
    await closed;
    resolve(['late']);
    await new Promise(setImmediate);
    expect([json.destroyed, json.errored]).toEqual([true, null]);
  });
});
