import { type KeyedRequest, UsageBatch } from './usage-batch.js';

const request = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
  companyId: 'company',
  apiKeyId: 'key',
  method: 'GET',
  path: '/api/tasks/1',
  route: '/api/tasks/{id}',
  status: 200,
  durationMs: 1,
  ip: '192.0.2.1',
  at: 0,
  ...changes,
});

it('counts requests by key, method and route, and knows the last of each', () => {
  const batch = new UsageBatch();
  expect(batch.isEmpty).toBe(true);
  batch.add(request({ at: 2 }));
  batch.add(request({ at: 1, path: '/api/tasks/2', status: 404 }));
  batch.add(request({ method: 'PUT' }));
  batch.add(request({ route: '*' }));
  batch.add(request({ apiKeyId: 'other' }));
  expect(batch.isEmpty).toBe(false);
  expect(
    batch.endpoints.map(({ apiKeyId, method, route, count, lastAt }) => [apiKeyId, method, route, count, lastAt]),
  ).toEqual([
    ['key', 'GET', '/api/tasks/{id}', 2, 2],
    ['key', 'PUT', '/api/tasks/{id}', 1, 0],
    ['key', 'GET', '*', 1, 0],
    ['other', 'GET', '/api/tasks/{id}', 1, 0],
  ]);
});

it('lists the newest 1,000 of each key', () => {
  const batch = new UsageBatch();
  for (let number = 1; number <= 5_500; number += 1) batch.add(request({ at: number }));
  batch.add(request({ apiKeyId: 'other', at: 7 }));
  expect(batch.requests.map(({ at }) => at)).toEqual([
    ...Array.from({ length: 1_000 }, (_, index) => 4_501 + index),
    7,
  ]);
  expect([batch.endpoints[0]?.count, batch.unlisted]).toEqual([5_500, 0]);
});

it('lists 50,000 at the most, and goes on counting', () => {
  const batch = new UsageBatch();
  for (let number = 0; number < 60_000; number += 1) batch.add(request({ apiKeyId: String(number % 100) }));
  expect([batch.requests.length, batch.unlisted]).toEqual([50_000, 10_000]);
  expect(batch.endpoints.map(({ count }) => count)).toEqual(Array(100).fill(600));
});
