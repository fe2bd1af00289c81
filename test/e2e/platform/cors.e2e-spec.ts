import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const ORIGIN = 'https://app.example.com';
const OTHER_ORIGIN = 'http://localhost:5173';
const FOREIGN_ORIGINS = ['https://evil.example.com', 'https://app.example.com.evil.example.com', 'null', ''];

/** Everything that a browser decides by. */
function corsHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

const from = (Origin: string, headers: object = {}) => ({ headers: { Origin, ...headers } });
const preflight = (origin: string) =>
  from(origin, {
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization,content-type',
  });

let closed: TestService;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  closed = await startTestService();
  service = await startTestService({ corsOrigins: [ORIGIN, OTHER_ORIGIN] }, closed.database);
  company = await createCompany(closed.api);
});
afterAll(async () => {
  await service.stop();
  await closed.stop();
});

describe('without CORS_ORIGINS', () => {
  it('no origin is allowed', async () => {
    const { status, headers } = await closed.api.as(company.owner.token).get('/me', from(ORIGIN));
    expect([status, corsHeaders(headers), headers.get('Vary')]).toEqual([200, {}, null]);
    const {
      status: refusal,
      headers: refused,
      body,
    } = await closed.api.send('OPTIONS', '/me', undefined, preflight(ORIGIN));
    expect([refusal, body.error.code, corsHeaders(refused)]).toEqual([404, 'NOT_FOUND', {}]);
  });
});

describe('an origin of CORS_ORIGINS', () => {
  const allowed = (origin: string) => ({
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'ETag, Idempotency-Replayed, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Policy, X-RateLimit-Remaining, X-RateLimit-Reset, X-Login-Code, X-Trace-Id',
  });

  it.each([ORIGIN, OTHER_ORIGIN])('may send a preflight request: %s', async (origin) => {
    const { status, headers, body } = await service.api.send('OPTIONS', '/projects/x', undefined, preflight(origin));
    expect([status, body]).toEqual([204, undefined]);
    expect(corsHeaders(headers)).toEqual({
      ...allowed(origin),
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, traceparent',
      'access-control-max-age': '600',
    });
    expect([headers.get('X-RateLimit-Policy'), headers.get('Vary')]).toEqual(['api-read', 'Origin']);
  });

  it('reads answers of every kind, errors too, and the headers of the service on them', async () => {
    const owner = service.api.as(company.owner.token);
    const answers = [
      await owner.get('/me', from(ORIGIN)),
      await owner.get('/projects', from(ORIGIN)),
      await owner.post('/projects', {}, from(ORIGIN)),
      await service.api.get('/me', from(ORIGIN)),
      await service.api.get('/nowhere', from(ORIGIN)),
      await service.api.get('/health', from(ORIGIN)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 401, 404, 200]);
    for (const { headers } of answers) {
      expect([corsHeaders(headers), headers.get('Vary')]).toEqual([allowed(ORIGIN), 'Origin']);
    }
  });

  it('gets 404 for an OPTIONS that is no preflight request', async () => {
    const { status } = await service.api.send('OPTIONS', '/me', undefined, from(ORIGIN));
    expect(status).toBe(404);
  });
});

describe('any other origin', () => {
  it.each(FOREIGN_ORIGINS)('is not allowed: %j', async (origin) => {
    const { headers } = await service.api.as(company.owner.token).get('/me', from(origin));
    expect([corsHeaders(headers)['access-control-allow-origin'], headers.get('Vary')]).toEqual([undefined, 'Origin']);
    const { status, headers: refused } = await service.api.send('OPTIONS', '/me', undefined, preflight(origin));
    expect([status, corsHeaders(refused)['access-control-allow-origin']]).toEqual([404, undefined]);
  });
});
