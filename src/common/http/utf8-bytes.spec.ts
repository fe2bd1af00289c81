import { textPieces, utf8Bytes } from './utf8-bytes.js';

it.each([
  [['']],
  [['{"a":', '1}']],
  [['x', '🙂'.repeat(400_000), '', 'ü'.repeat(600_000), '🙂']],
  [['🙂'.repeat(400_000)]],
])('utf8Bytes makes of texts what Buffer.from makes of them together', async (texts) => {
  expect((await utf8Bytes(texts)).equals(Buffer.from(texts.join('')))).toBe(true);
});

it('textPieces cuts no character in two', () => {
  expect([...textPieces('ab🙂c', 3)]).toEqual(['ab', '🙂c']);
  expect([...textPieces('', 3)]).toEqual([]);
});
