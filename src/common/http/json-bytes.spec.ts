import { isLong, jsonBytes } from './json-bytes.js';

it.each([
  [{}],
  [[]],
  [{ id: 'ü', list: [1, 2], nothing: null }],
  [{ before: 1, list: Array.from({ length: 35 }, (_, index) => ({ index })), after: [] }],
  [{ list: Array.from({ length: 11 }, () => 'x') }],
  [Array.from({ length: 35 }, (_, index) => index)],
  [{ data: { changes: { members: { from: Array.from({ length: 20 }, () => 'ü'), to: [] } } }, after: undefined }],
  [{ list: Array.from({ length: 20 }, () => 'x'.repeat(50_000)), absent: undefined, at: new Date(0) }],
  [{ body: `"\\\n${'🙂'.repeat(200_000)}`, after: 'ü' }],
])('jsonBytes makes the text that JSON.stringify does', async (value) => {
  expect((await jsonBytes(value)).toString()).toBe(JSON.stringify(value));
});

it('looks into plain objects alone, not in a Buffer or a stream', () => {
  const list = Array.from({ length: 1_000 }, () => 1);
  expect(isLong({ list })).toBe(true);
  expect(isLong(Object.assign(Buffer.from('x'), { list }))).toBe(false);
});
