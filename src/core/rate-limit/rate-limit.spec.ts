import { limitOf, rateLimitHeaders, rateLimitRecord, retryAfter, tierOf } from './rate-limit.js';

describe('tierOf', () => {
  it.each([
    ['GET', 'api-read'],
    ['HEAD', 'api-read'],
    ['OPTIONS', 'api-read'],
    ['TRACE', 'api-read'],
    ['POST', 'api-write'],
    ['PUT', 'api-write'],
    ['PATCH', 'api-write'],
    ['DELETE', 'api-delete'],
  ])('puts %s into %s', (method, tier) => {
    expect(tierOf({ method })).toBe(tier);
  });

  it('puts every request with a key into api-key', () => {
    expect(tierOf({ method: 'GET', apiKey: true })).toBe('api-key');
    expect(tierOf({ method: 'DELETE', apiKey: true })).toBe('api-key');
  });

  it('puts auth routes into auth, unless the request has a key', () => {
    expect(tierOf({ method: 'POST', authRoute: true })).toBe('auth');
    expect(tierOf({ method: 'PUT', authRoute: true, apiKey: true })).toBe('api-key');
  });
});

describe('limitOf', () => {
  it('finds the limit of each tier', () => {
    const limits = { apiKey: 1, apiRead: 2, apiWrite: 3, apiDelete: 4, auth: 5, calendar: 6, code: 7 };
    expect(limitOf(limits, 'api-key')).toBe(1);
    expect(limitOf(limits, 'api-read')).toBe(2);
    expect(limitOf(limits, 'api-write')).toBe(3);
    expect(limitOf(limits, 'api-delete')).toBe(4);
    expect(limitOf(limits, 'auth')).toBe(5);
    expect(limitOf(limits, 'calendar')).toBe(6);
    expect(limitOf(limits, 'code')).toBe(7);
  });
});

describe('rateLimitHeaders', () => {
  it('shows the limit, what is left, the end of the window in whole Unix seconds and the tier', () => {
    const record = rateLimitRecord(7, 120, 1_800_000_000_001, 59_001);
    expect(rateLimitHeaders(record, 120, 'api-write')).toEqual({
      'X-RateLimit-Limit': '120',
      'X-RateLimit-Remaining': '113',
      'X-RateLimit-Reset': '1800000001',
      'X-RateLimit-Policy': 'api-write',
    });
  });

  it('never shows a negative rest', () => {
    const record = rateLimitRecord(9, 5, 1_800_000_000_000, 1);
    expect(rateLimitHeaders(record, 5, 'auth')).toMatchObject({
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1800000000',
    });
  });
});

describe('rateLimitRecord', () => {
  it('blocks the first request over the limit, not the last within it', () => {
    expect(rateLimitRecord(5, 5, 0, 30_000)).toMatchObject({ isBlocked: false, timeToBlockExpire: 0 });
    expect(rateLimitRecord(6, 5, 0, 30_000)).toMatchObject({ isBlocked: true, timeToBlockExpire: 30 });
  });
});

describe('retryAfter', () => {
  it.each([
    [60_000, 60],
    [59_001, 60],
    [1_000, 1],
    [1, 1],
    [0, 1],
  ])('makes %i ms into %i s', (millisecondsLeft, seconds) => {
    expect(retryAfter(rateLimitRecord(6, 5, 0, millisecondsLeft))).toBe(seconds);
  });
});
