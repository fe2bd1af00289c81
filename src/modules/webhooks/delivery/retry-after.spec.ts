import { delayAfter } from './retry-after.js';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const after = (retryAfter: string | null, statusCode = 503) => delayAfter({ statusCode, retryAfter }, 60, NOW);

describe('the pause after an answer', () => {
  it.each([
    ['120', 120],
    ['30', 60],
    ['60.5', 61],
    ['Fri, 27 Nov 2026 13:00:00 GMT', 3_600],
    ['Fri, 27 Nov 2026 11:00:00 GMT', 60],
    ['999999999', 86_400],
    ['9'.repeat(400), 86_400],
    ['Fri, 27 Nov 2099 13:00:00 GMT', 86_400],
    ['-5', 60],
    ['soon', 60],
    ['', 60],
    [null, 60],
  ])('of %s is %d s', (header, seconds) => {
    expect(after(header)).toBe(seconds);
    expect(after(header, 429)).toBe(seconds);
  });

  it('is the usual one after other answers', () => {
    for (const status of [500, 404, 301]) expect(after('120', status)).toBe(60);
    expect(delayAfter({ statusCode: null, retryAfter: null }, 60, NOW)).toBe(60);
  });
});
