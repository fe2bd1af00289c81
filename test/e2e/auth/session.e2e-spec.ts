import { VERSION } from '#config/version.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result } from '../../support/answers.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const CORS_ORIGIN = 'https://app.example.com';
const PUBLIC_URL = 'https://projects.example.com';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ corsOrigins: [CORS_ORIGIN], publicUrl: PUBLIC_URL }));
});
afterAll(() => service.stop());

type Headers = Record<string, string>;

const OWN_PAGE: Headers = { 'Sec-Fetch-Site': 'same-origin' };
const signIn = ({ email, password }: Pick<TestUser, 'email' | 'password'>, headers: Headers = {}) =>
  service.api.post('/session', { email, password }, { headers });
const ask = (path: string, cookie: string, headers: Headers = OWN_PAGE) =>
  service.api.get(path, { headers: { Cookie: cookie, ...headers } });
const ownOrigin = () => `https://${new URL(service.baseUrl).host}`;

/** The cookie of an answer as a browser sends it back, and how it was set. */
function cookieOf({ headers }: { headers: globalThis.Headers }): { cookie: string; attributes: string[] } {
  const [cookie = '', ...attributes] = headers.get('Set-Cookie')?.split('; ') ?? [];
  return { cookie, attributes };
}

async function sessionOf(user: TestUser): Promise<string> {
  return cookieOf(await signIn(user)).cookie;
}

describe('POST /session', () => {
  it('logs in with a cookie that no script can read, and answers with the user only', async () => {
    const { id, email, name } = company.viewer;
    const answer = await signIn(company.viewer);
    expect(result(answer)).toEqual([200, { user: { id, email, name, role: 'VIEWER' } }]);
    const { cookie, attributes } = cookieOf(answer);
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=86400', 'Path=/', 'SameSite=Strict', 'Secure']);
    const token = cookie.slice('__Host-session='.length);
    expect((await ask('/me', cookie)).body.id).toBe(id);
    // It is no token: it counts in the cookie alone.
    expect(result(await service.api.as(token).get('/me'))).toEqual(INVALID_TOKEN);
  });

  it('refuses as POST /login does, without a cookie', async () => {
    const wrong = { ...company.viewer, password: 'wrong' };
    const answer = await signIn(wrong);
    expect(refusalOf(answer)).toEqual(
      refusalOf(await service.api.post('/login', { email: wrong.email, password: 'wrong' })),
    );
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    const missing = await service.api.post('/session', {});
    expect(refusalOf(missing)).toEqual([400, 'VALIDATION_ERROR', { email: 'Required', password: 'Required' }]);
    expect(missing.headers.get('X-RateLimit-Policy')).toBe('auth');
  });
});

describe('GET /session', () => {
  it('says whose session it is, and what the service offers', async () => {
    const { id, email, name } = company.admin;
    const nobody = { user: null, registration: 'open', aiCheck: false, trashDays: 30 };
    const cookie = await sessionOf(company.admin);
    expect(result(await ask('/session', cookie))).toEqual([
      200,
      { ...nobody, user: { id, email, name, role: 'ADMIN' }, version: VERSION },
    ]);
    expect(result(await service.api.get('/session'))).toEqual([200, nobody]);
    expect(result(await ask('/session', '__Host-session=nonsense'))).toEqual([200, nobody]);
    // A public endpoint ignores the header, and the cookie does not count beside it.
    expect(result(await company.admin.api.get('/session'))).toEqual([200, nobody]);
  });

  it('says that registration is closed, and that there are AI checks', async () => {
    const { configuration } = service;
    configuration.registrationOpen = false;
    configuration.aiProvider = { baseUrl: 'http://127.0.0.1:9', apiKey: null, model: 'm', timeoutMs: 1 };
    const { body } = await service.api.get('/session');
    Object.assign(configuration, { registrationOpen: true, aiProvider: null });
    expect(body).toEqual({ user: null, registration: 'closed', aiCheck: true, trashDays: 30 });
  });

  it('counts for the user of the cookie, else for the address', async () => {
    const limit = 3;
    const rateLimits = { apiKey: 9, apiRead: limit, apiWrite: 9, apiDelete: limit, auth: 9, calendar: 9, code: 9 };
    const limited = await startTestService({ rateLimits }, service.database);
    const headers = { ...OWN_PAGE, Cookie: await sessionOf(company.owner) };
    const left = async (options?: { headers: Headers }) =>
      (await limited.api.get('/session', options)).headers.get('X-RateLimit-Remaining');
    expect([await left({ headers }), await left(), await left({ headers }), await left()]).toEqual([
      '2',
      '2',
      '1',
      '1',
    ]);
    const ended = await limited.api.delete('/session', { headers });
    await limited.stop();
    expect([ended.headers.get('X-RateLimit-Policy'), ended.headers.get('X-RateLimit-Remaining')]).toEqual([
      'api-delete',
      '2',
    ]);
  });
});

describe('DELETE /session', () => {
  it.each([true, false])('clears the cookie, whether there was one: %s', async (hasCookie) => {
    const headers = hasCookie ? { ...OWN_PAGE, Cookie: await sessionOf(company.member) } : {};
    const answer = await service.api.delete('/session', { headers });
    expect(result(answer)).toEqual([204, undefined]);
    expect(answer.headers.get('Set-Cookie')).toBe(
      '__Host-session=; Max-Age=0; HttpOnly; Secure; SameSite=Strict; Path=/',
    );
  });
});

describe('the session cookie', () => {
  let cookie: string;
  beforeAll(async () => (cookie = await sessionOf(company.member)));
  const MISSING = [401, 'UNAUTHORIZED', expect.stringContaining('Credentials are missing')];

  it('counts on requests of the own pages', async () => {
    const ways: Headers[] = [
      OWN_PAGE,
      { ...OWN_PAGE, Origin: ownOrigin() },
      { Origin: ownOrigin() },
      { Origin: PUBLIC_URL },
    ];
    for (const way of ways) expect([way, (await ask('/me', cookie, way)).status]).toEqual([way, 200]);
    const among = `a=1; ${cookie}; b=2`;
    expect((await ask('/me', among)).body.id).toBe(company.member.id);
  });

  it('is ignored otherwise', async () => {
    const ways: Headers[] = [
      {},
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: ownOrigin() },
      { Origin: 'https://evil.example.com' },
      { Origin: 'null' },
      { Origin: CORS_ORIGIN },
      { ...OWN_PAGE, Origin: CORS_ORIGIN },
    ];
    for (const way of ways) expect([way, refusalOf(await ask('/me', cookie, way))]).toEqual([way, MISSING]);
  });

  it('never lets pages of other origins send it', async () => {
    const { headers } = await ask('/me', cookie, { Origin: CORS_ORIGIN });
    expect(headers.get('Access-Control-Allow-Origin')).toBe(CORS_ORIGIN);
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  it('is ignored beside any Authorization header', async () => {
    const { api } = await createApiKey(company.viewer);
    const headers = { ...OWN_PAGE, Cookie: cookie };
    expect((await api.get('/me', { headers })).body.id).toBe(company.viewer.id);
    expect(result(await service.api.as('nonsense').get('/me', { headers }))).toEqual(INVALID_TOKEN);
    const basic = await service.api.get('/me', { headers: { ...headers, Authorization: 'Basic eDp5' } });
    expect(refusalOf(basic)).toEqual(MISSING);
  });

  it('can hold neither an API key nor a token, and is refused when it is not valid', async () => {
    const { key } = await createApiKey(company.owner);
    expect(result(await ask('/me', `__Host-session=${key}`))).toEqual(INVALID_TOKEN);
    expect(result(await ask('/me', `__Host-session=${company.owner.token}`))).toEqual(INVALID_TOKEN);
    expect(result(await ask('/me', '__Host-session=nonsense'))).toEqual(INVALID_TOKEN);
    expect(refusalOf(await ask('/me', '__Host-session='))).toEqual(MISSING);
  });

  it('counts as the JWT of its user', async () => {
    const viewer = await sessionOf(company.viewer);
    const write = await service.api.post('/projects', { name: 'P' }, { headers: { ...OWN_PAGE, Cookie: viewer } });
    expect(result(write)).toEqual(FORBIDDEN);
    const key = await service.api.post('/api-keys', { name: 'CI' }, { headers: { ...OWN_PAGE, Cookie: viewer } });
    expect([key.status, key.headers.get('X-RateLimit-Policy')]).toEqual([201, 'api-write']);
  });

  it('is changed with the password', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const before = await sessionOf(user);
    const change = (headers: Headers) =>
      service.api.put(
        '/me/password',
        { currentPassword: user.password, newPassword: 'staple battery horse' },
        { headers },
      );
    const answer = await change({ ...OWN_PAGE, Cookie: before });
    expect(result(answer)).toEqual([200, {}]);
    const { cookie: after } = cookieOf(answer);
    expect(result(await ask('/me', before))).toEqual(INVALID_TOKEN);
    expect((await ask('/me', after)).body.id).toBe(user.id);
    expect((await ask('/session', before)).body.user).toBeNull();
  });
});
