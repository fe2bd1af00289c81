import { connect } from 'node:net';
import { ApiKeyUsageRepository } from '#modules/api-keys/api-key-usage.repository.js';
import { createApiKey, type TestApiKey, usageOf, usageOnceWritten } from '../../factories/api-key.factory.js';
import { type TestCompany } from '../../factories/company.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const RATE_LIMITS = {
  apiKey: 8,
  apiRead: 1_000,
  apiWrite: 1_000,
  apiDelete: 1_000,
  auth: 1_000,
  calendar: 1_000,
  code: 1_000,
};

let service: TestService;
let company: TestCompany;
let apiKey: TestApiKey;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
beforeEach(async () => {
  apiKey = await createApiKey(company.member);
});
afterAll(() => service.stop());

const rowsOf = async ({ id }: TestApiKey) =>
  (
    await service.database.rows<{ count: number }>('SELECT count(*) FROM api_key_requests WHERE api_key_id = $1', [id])
  )[0]?.count;

it('a key that was never used has no requests', async () => {
  expect(await usageOf(company.member, apiKey)).toEqual({ requestCount: 0, recentRequests: [], endpoints: [] });
});

it('every request is logged with method, path without query, route, status, time and address', async () => {
  const limited = await startTestService({ rateLimits: RATE_LIMITS }, service.database);
  const api = limited.api.as(apiKey.key);
  const id = UNKNOWN_ID;
  const headers = { 'X-Forwarded-For': '198.51.100.7:50123' };
  await api.get('/tasks?page=1&search=secret', { headers });
  await api.get(`/tasks/${id}`);
  await api.get('/tasks/nonsense');
  await api.post('/projects', { name: '' });
  await api.put('/company', { name: 'x' });
  await api.post('/labels', '{');
  await api.send('PATCH', '/nowhere/at/all');
  await api.post(`/tasks/${id}/move`, {});
  const refused = await api.get('/me');
  expect(refused.status).toBe(429);
  const usage = await usageOnceWritten(company.member, apiKey, 9);
  await limited.stop();
  const requests = usage.recentRequests.map(({ method, path, status }) => [method, path, status]);
  expect(requests).toEqual([
    ['GET', '/api/me', 429],
    ['POST', `/api/tasks/${id}/move`, 400],
    ['PATCH', '/api/nowhere/at/all', 404],
    ['POST', '/api/labels', 400],
    ['PUT', '/api/company', 403],
    ['POST', '/api/projects', 400],
    ['GET', '/api/tasks/nonsense', 404],
    ['GET', `/api/tasks/${id}`, 404],
    ['GET', '/api/tasks', 200],
  ]);
  expect(usage.recentRequests.at(-1)).toEqual({
    method: 'GET',
    path: '/api/tasks',
    status: 200,
    ip: '198.51.100.7',
    at: TIMESTAMP,
    durationMs: expect.any(Number),
  });
  expect(usage.endpoints).toEqual(
    [
      { method: 'GET', route: '/api/tasks/{id}', count: 2 },
      { method: 'PATCH', route: '*', count: 1 },
      { method: 'PUT', route: '/api/company', count: 1 },
      { method: 'POST', route: '/api/labels', count: 1 },
      { method: 'GET', route: '/api/me', count: 1 },
      { method: 'POST', route: '/api/projects', count: 1 },
      { method: 'GET', route: '/api/tasks', count: 1 },
      { method: 'POST', route: '/api/tasks/{id}/move', count: 1 },
    ].map((endpoint) => ({ ...endpoint, lastAt: TIMESTAMP })),
  );
  const { body } = await company.member.api.get('/api-keys');
  const shown = body.find((candidate: TestApiKey) => candidate.id === apiKey.id);
  expect([shown.requestCount, shown.lastUsedAt]).toEqual([9, usage.recentRequests[0]!.at]);
});

it('a request that the client breaks off is logged, too', async () => {
  const { port } = new URL(service.baseUrl);
  await service.database.rows('BEGIN');
  await service.database.rows('LOCK TABLE projects');
  const socket = connect(Number(port), '127.0.0.1');
  const lines = ['GET /api/projects?page=1 HTTP/1.1', 'Host: x', 'X-Forwarded-Proto: https'];
  socket.write(`${[...lines, `Authorization: Bearer ${apiKey.key}`].join('\r\n')}\r\n\r\n`);
  await service.database.lockWaits();
  socket.destroy();
  const usage = await usageOnceWritten(company.member, apiKey, 1);
  await service.database.rows('ROLLBACK');
  expect(usage.recentRequests).toMatchObject([{ method: 'GET', path: '/api/projects', status: 499 }]);
});

it('public routes and requests without the key do not count', async () => {
  await apiKey.api.get('/health');
  await apiKey.api.get('/openapi.json');
  await apiKey.api.post('/login', { email: company.member.email, password: company.member.password });
  await company.member.api.get('/me');
  await company.member.api.delete(`/api-keys/${apiKey.id}`);
  await apiKey.api.get('/me');
  const other = await createApiKey(company.member);
  await other.api.get('/me');
  await usageOnceWritten(company.member, other, 1);
  expect((await usageOf(company.member, apiKey)).requestCount).toBe(0);
});

it('the newest 100 are shown and the newest 1,000 kept; all are counted, by several instances at once', async () => {
  const second = await startTestService({}, service.database);
  const apis = [apiKey.api, second.api.as(apiKey.key)];
  const send = async (from: number, to: number) => {
    for (let start = from; start < to; start += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => apis[index % 2]!.get(`/nowhere/${start + index}`)));
    }
  };
  await send(0, 1_150);
  await usageOnceWritten(company.member, apiKey, 1_150);
  await send(1_150, 1_300);
  const usage = await usageOnceWritten(company.member, apiKey, 1_300);
  await second.stop();
  expect(usage.endpoints).toMatchObject([{ method: 'GET', route: '*', count: 1_300 }]);
  expect(await rowsOf(apiKey)).toBe(1_000);
  expect(usage.recentRequests).toHaveLength(100);
  const times = usage.recentRequests.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  const shown = usage.recentRequests.map(({ path }) => Number(path.split('/').at(-1)));
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(1_150);
});

it('the counts and the requests are of the same moment', async () => {
  let isOver = false;
  const sending = (async () => {
    while (!isOver) await apiKey.api.get('/me');
  })();
  try {
    // They are written once in a while, and read in between.
    const seen = new Set<number>();
    while (seen.size < 4) {
      const { requestCount, recentRequests, endpoints } = await usageOf(company.member, apiKey);
      const total = endpoints.reduce((sum, endpoint) => sum + endpoint.count, 0);
      expect([total, recentRequests.length]).toEqual([requestCount, Math.min(100, requestCount)]);
      seen.add(requestCount);
    }
  } finally {
    isOver = true;
    await sending;
  }
});

describe('usage that cannot be written', () => {
  it('is kept until it can be written, and is counted once', async () => {
    const write = jest.spyOn(service.app.get(ApiKeyUsageRepository), 'writeBatch');
    await service.database.rows('ALTER TABLE api_key_requests RENAME TO away');
    for (let count = 0; count < 5; count += 1) await apiKey.api.get('/me');
    await eventually('it was tried twice', () => write.mock.calls.length >= 2);
    await apiKey.api.get('/company');
    const rows = await service.database.rows('SELECT request_count AS count FROM api_keys WHERE id = $1', [apiKey.id]);
    await service.database.rows('ALTER TABLE away RENAME TO api_key_requests');
    const usage = await usageOnceWritten(company.member, apiKey, 6);
    write.mockRestore();
    expect([rows, usage.recentRequests.length]).toEqual([[{ count: 0 }], 6]);
  });

  it('is not written twice when it was written and the answer is lost', async () => {
    const repository = service.app.get(ApiKeyUsageRepository);
    const write = repository.writeBatch.bind(repository);
    const lost = jest.spyOn(repository, 'writeBatch').mockImplementationOnce(async (batch, onBegin) => {
      await write(batch, onBegin);
      throw new Error('Connection terminated unexpectedly');
    });
    await apiKey.api.get('/me');
    await usageOnceWritten(company.member, apiKey, 1);
    await apiKey.api.get('/me');
    const { endpoints, recentRequests } = await usageOnceWritten(company.member, apiKey, 2);
    expect([lost.mock.calls.length, endpoints, recentRequests.length]).toEqual([
      2,
      [expect.objectContaining({ count: 2 })],
      2,
    ]);
    lost.mockRestore();
  });
});
