import { jsonBytes } from './json-bytes.js';

it.each([
  [{}],
  [[]],
  [{ id: 'ü', list: [1, 2], nothing: null }],
  [{ before: 1, list: Array.from({ length: 35 }, (_, index) => ({ index })), after: [] }],
  [{ list: Array.from({ length: 11 }, () => 'x') }],
  [Array.from({ length: 35 }, (_, index) => index)],
])('jsonBytes makes the text that JSON.stringify does', async (value) => {
  expect((await jsonBytes(value)).toString()).toBe(JSON.stringify(value));
});
