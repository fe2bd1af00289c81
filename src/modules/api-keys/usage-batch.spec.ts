import { type KeyedRequest, UsageBatch } from './usage-batch.js';

const request = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
  companyId: 'company',
  apiKeyId: 'key',
  id: '1',
  method: 'GET',
  path: '/api/tasks/1',
  route: '/api/tasks/{id}',
  status: 200,
  durationMs: 1,
  ip: '192.0.2.1',
  at: '2026-01-01T00:00:00.000Z',
  ...changes,
});

it('counts requests by key, method and route, and knows the last of each', () => {
  const batch = new UsageBatch();
  expect(batch.isEmpty).toBe(true);
  batch.add(request({ at: '2026-01-01T00:00:02.000Z' }));
  batch.add(request({ at: '2026-01-01T00:00:01.000Z', path: '/api/tasks/2', status: 404 }));
  batch.add(request({ method: 'PUT' }));
  batch.add(request({ route: '*' }));
  batch.add(request({ apiKeyId: 'other' }));
  expect(batch.isEmpty).toBe(false);
  expect(
    batch.endpoints.map(({ apiKeyId, method, route, count, lastAt }) => [apiKeyId, method, route, count, lastAt]),
  ).toEqual([
    ['key', 'GET', '/api/tasks/{id}', 2, '2026-01-01T00:00:02.000Z'],
    ['key', 'PUT', '/api/tasks/{id}', 1, '2026-01-01T00:00:00.000Z'],
    ['key', 'GET', '*', 1, '2026-01-01T00:00:00.000Z'],
    ['other', 'GET', '/api/tasks/{id}', 1, '2026-01-01T00:00:00.000Z'],
  ]);
});

it('lists the newest 1,000 of each key', () => {
  const batch = new UsageBatch();
  for (let number = 1; number <= 5_500; number += 1) batch.add(request({ id: String(number) }));
  batch.add(request({ apiKeyId: 'other', id: 'x' }));
  expect(batch.requests.map(({ id }) => id)).toEqual([
    ...Array.from({ length: 1_000 }, (_, index) => String(4_501 + index)),
    'x',
  ]);
  expect([batch.endpoints[0]?.count, batch.unlisted]).toEqual([5_500, 0]);
});

it('lists 50,000 at the most, and goes on counting', () => {
  const batch = new UsageBatch();
  for (let number = 0; number < 60_000; number += 1) batch.add(request({ apiKeyId: String(number % 100) }));
  expect([batch.requests.length, batch.unlisted]).toEqual([50_000, 10_000]);
  expect(batch.endpoints.map(({ count }) => count)).toEqual(Array(100).fill(600));
});
