import { secondsToWait } from './retry-after.js';

const NOW = Date.parse('2026-12-24T10:00:00Z');

it.each([
  ['a header with seconds', '7', null, 7],
  ['a header with a fraction', ' 0.35 ', null, 0.35],
  ['a header with a date', 'Thu, 24 Dec 2026 10:00:30 GMT', null, 30],
  ['a date that is past', 'Thu, 24 Dec 2026 09:00:00 GMT', null, 0.1],
  ['a header before the body', '2', '{"retry_after": 9}', 2],
  ['a body', null, '{"message": "You are being rate limited.", "retry_after": 0.65, "global": false}', 0.65],
  ['no time at all', '0', null, 0.1],
  ['nothing', null, null, 1],
  ['a body that says nothing', null, 'slow down', 1],
  ['a body that is no object', null, 'null', 1],
  ['a body with a text', null, '{"retry_after": "5"}', 1],
  ['a header that is none', 'soon', '{"retry_after": 3}', 3],
])('secondsToWait reads %s', (_, retryAfter, answer, expected) =>
  expect(secondsToWait({ retryAfter, answer }, NOW)).toBe(expected),
);
