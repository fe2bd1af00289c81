import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { FORBIDDEN, INVALID_TOKEN, UNKNOWN_ID } from '../../support/answers.js';
import { type Answer, Api } from '../../support/api.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const UNREADABLE = '{"name":';
const ONE_EACH = { apiKey: 1, apiRead: 1, apiWrite: 1, apiDelete: 1, auth: 1, calendar: 1, code: 1 };

let service: TestService;
/** Lets one request a minute through in each tier. */
let limited: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  service = await startTestService();
  limited = await startTestService({ rateLimits: ONE_EACH }, service.database);
  company = await createCompany(service.api);
  project = await createProject(company.owner);
});
afterAll(async () => {
  await limited.stop();
  await service.stop();
});

let lastAddress = 0;
/** Headers of a client that has not been counted yet. */
function newClient(): { headers: Record<string, string> } {
  lastAddress += 1;
  return { headers: { 'X-Forwarded-For': `198.51.100.${lastAddress}` } };
}

/** Status and code of the envelope, or the flat body. */
function outcome({ status, body }: Answer): [status: number, what: unknown] {
  return [status, body.error?.code ?? body];
}

describe('the order of the checks: of two reasons to refuse a request, the first is answered', () => {
  it('credentials, then count: a user is counted wherever they are, and nobody else with them', async () => {
    const client = newClient();
    const [viewer, member] = [limited.api.as(company.viewer.token), limited.api.as(company.member.token)];
    expect((await viewer.get('/me', client)).status).toBe(200);
    expect(outcome(await viewer.get('/me', newClient()))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect((await member.get('/me', client)).status).toBe(200);
    expect(outcome(await limited.api.get('/me', client))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('count, then 401', async () => {
    const client = newClient();
    expect(outcome(await limited.api.get('/tasks', client))).toEqual([401, 'UNAUTHORIZED']);
    expect(outcome(await limited.api.get('/tasks', client))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(outcome(await limited.api.as('no-token').get('/tasks', client))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  });

  it('count, then an unreadable body, where no credentials are needed', async () => {
    const client = newClient();
    expect(outcome(await limited.api.post('/login', UNREADABLE, client))).toEqual([400, 'INVALID_INPUT']);
    expect(outcome(await limited.api.post('/login', UNREADABLE, client))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  });

  it('401, then an unreadable body', async () => {
    expect(outcome(await service.api.post('/projects', UNREADABLE))).toEqual([401, 'UNAUTHORIZED']);
    expect(outcome(await service.api.as('no-token').post('/projects', UNREADABLE))).toEqual(INVALID_TOKEN);
  });

  it('an unreadable body, then 403', async () => {
    expect(outcome(await company.viewer.api.post('/projects', UNREADABLE))).toEqual([400, 'INVALID_INPUT']);
    const form = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect(outcome(await company.viewer.api.post('/projects', 'name=x', form))).toEqual([400, 'INVALID_INPUT']);
  });

  it.each([
    ['POST', '/projects', { name: '' }],
    ['POST', '/projects', undefined],
    ['POST', '/projects', { name: 'x', surprise: 1 }],
    ['POST', '/projects?surprise=1', { name: 'x' }],
    ['DELETE', '/tasks/not-an-id?surprise=1', undefined],
  ])('403, then 400: %s %s %j', async (method, path, body) => {
    expect(outcome(await company.viewer.api.send(method, path, body))).toEqual(FORBIDDEN);
  });

  it.each([
    ['DELETE', `/projects/${UNKNOWN_ID}`],
    ['DELETE', '/tasks/not-an-id'],
    ['PUT', `/tasks/${UNKNOWN_ID}`],
  ])('403, then 404: %s %s', async (method, path) => {
    expect(outcome(await company.viewer.api.send(method, path))).toEqual(FORBIDDEN);
  });

  it.each([
    ['PUT', `/projects/${UNKNOWN_ID}`, { name: '' }],
    ['PUT', '/projects/not-an-id', { surprise: 1 }],
    ['PUT', `/tasks/${UNKNOWN_ID}`, { priority: 'Enormous' }],
    ['GET', `/tasks/${UNKNOWN_ID}?surprise=1`, undefined],
    ['DELETE', `/tasks/${UNKNOWN_ID}`, { surprise: 1 }],
    ['POST', '/tasks', { title: '', projectId: UNKNOWN_ID }],
  ])('400, then 404: %s %s %j', async (method, path, body) => {
    expect(outcome(await company.owner.api.send(method, path, body))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('404, then 409', async () => {
    const taken = { name: 'x', key: project.key, teamId: UNKNOWN_ID };
    expect(outcome(await company.owner.api.post('/projects', taken))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await company.owner.api.post('/projects', { ...taken, teamId: null }))).toEqual([409, 'CONFLICT']);
  });
});

describe('an unknown path', () => {
  const UNKNOWN_PATHS = [
    ['GET', '/api/nowhere'],
    ['POST', '/api/nowhere?surprise=1'],
    ['GET', '/'],
    ['GET', '/favicon.ico'],
    ['GET', '/tasks'],
    ['GET', '/health'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/tasks/'],
    ['GET', `/api/projects/${UNKNOWN_ID}/`],
    ['POST', '/api/login/'],
    ['GET', '/api/health/'],
    ['GET', '/api//tasks'],
    ['GET', '/API/tasks'],
    ['GET', '/api/tasks/%zz/nowhere'],
  ];
  /** Paths that are known with other methods. */
  const WRONG_METHODS = [
    ['GET', '/api/login'],
    ['PUT', '/api/register'],
    ['PATCH', '/api/tasks'],
    ['DELETE', '/api/tasks'],
    ['PATCH', `/api/tasks/${UNKNOWN_ID}`],
    ['POST', `/api/projects/${UNKNOWN_ID}`],
    ['GET', `/api/projects/${UNKNOWN_ID}/archive`],
    ['OPTIONS', '/api/tasks'],
    ['POST', '/api/health'],
    ['POST', '/api/openapi.json'],
    ['DELETE', '/api/docs'],
  ];
  const everyone = (): [who: string, token: string | undefined][] => [
    ['nobody', undefined],
    ['an invalid token', 'no-token'],
    ['a viewer', company.viewer.token],
    ['an owner', company.owner.token],
  ];

  it.each([...UNKNOWN_PATHS, ...WRONG_METHODS])('answers 404 to every caller: %s %s', async (method, path) => {
    const { origin } = new URL(service.baseUrl);
    for (const [who, token] of everyone()) {
      const answer = await new Api(origin, token).send(method, path);
      const error = { code: 'NOT_FOUND', message: 'Path not found', traceId: answer.headers.get('X-Trace-Id') };
      expect([who, answer.status, answer.body]).toEqual([who, 404, { success: false, error }]);
      expect(answer.headers.get('X-RateLimit-Policy')).toMatch(/^api-(read|write|delete)$/);
    }
  });

  it('is 404 whatever is sent along', async () => {
    for (const api of [service.api, company.owner.api]) {
      expect(outcome(await api.post('/nowhere', UNREADABLE))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await api.send('PATCH', '/tasks', UNREADABLE))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await api.delete('/nowhere?fields=x&fields=y'))).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('is counted first: for the user with valid credentials, else for the client address', async () => {
    const client = newClient();
    const admin = limited.api.as(company.admin.token);
    expect(outcome(await admin.get('/nowhere', client))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await admin.get('/nowhere', newClient()))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(outcome(await limited.api.as('no-token').get('/nowhere', client))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await limited.api.get('/nowhere', client))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  });
});

describe('public routes', () => {
  const authorizations = () => [
    'Bearer no-token',
    'Bearer',
    'Basic dXNlcjpwYXNzd29yZA==',
    `Bearer ${company.viewer.token}`,
    'x'.repeat(8_000),
  ];

  it('ignore an Authorization header, good or bad', async () => {
    const { email, password } = company.member;
    for (const Authorization of authorizations()) {
      const options = { headers: { Authorization } };
      expect((await service.api.get('/health', options)).status).toBe(200);
      expect((await service.api.get('/health/ready', options)).status).toBe(200);
      expect((await service.api.get('/openapi.json', options)).status).toBe(200);
      expect((await service.api.post('/login', { email, password }, options)).status).toBe(200);
      expect((await service.api.post('/password-reset', { email: 'x@example.com' }, options)).status).toBe(202);
      expect(outcome(await service.api.post('/register', {}, options))).toEqual([400, 'VALIDATION_ERROR']);
      expect(outcome(await service.api.post('/password-reset/confirm', {}, options))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
    }
  });

  it('count for the client address, with any credentials', async () => {
    const client = newClient();
    const statuses = [];
    for (const { token } of [company.viewer, company.member]) {
      statuses.push((await limited.api.as(token).post('/login', {}, client)).status);
    }
    expect(statuses).toEqual([400, 429]);
  });

  it('need no credentials, and others need some', async () => {
    for (const Authorization of authorizations().slice(1, 3)) {
      const answer = await service.api.get('/me', { headers: { Authorization } });
      expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED']);
    }
  });
});
