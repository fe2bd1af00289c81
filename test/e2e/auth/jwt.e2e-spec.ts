import { createHmac, generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import { Database } from '#core/database/database.js';
import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { INVALID_TOKEN, result, UNKNOWN_ID } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { answersIn, exchange } from '../../support/raw-http.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const sign = (text: string, key: string, hash = 'sha256') => createHmac(hash, key).update(text).digest('base64url');
const now = Math.floor(Date.now() / 1000);
const claims = (change: object = {}) => ({
  sub: company.owner.id,
  company: company.id,
  ver: 1,
  iat: now,
  exp: now + 3600,
  iss: 'project-management-service',
  aud: 'project-management-api',
  ...change,
});
const forge = (change: object = {}, header: object = { alg: 'HS256', typ: 'JWT' }, hash = 'sha256', key?: string) => {
  const text = `${encode(header)}.${encode(claims(change))}`;
  return `${text}.${sign(text, key ?? service.configuration.jwtSecret, hash)}`;
};

/** Signed with a key of the attacker's own, which the header names as the one to check with. */
function signedByAttacker(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = `${encode({ alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) })}.${encode(claims())}`;
  return `${text}.${signWithKey('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

describe('a token', () => {
  it('of the service is valid, and has this form', async () => {
    expect((await service.api.as(forge()).get('/me')).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['without algorithm', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`],
    ['with NONE for its algorithm', () => `${encode({ alg: 'NONE' })}.${encode(claims())}.`],
    ['without algorithm, signed', () => forge({}, { alg: 'none' })],
    ['that does not say its algorithm', () => forge({}, { typ: 'JWT' })],
    ['of HS384', () => forge({}, { alg: 'HS384' }, 'sha384')],
    ['of HS512', () => forge({}, { alg: 'HS512' }, 'sha512')],
    ['of hs256', () => forge({}, { alg: 'hs256' })],
    ['that calls itself RS256', () => forge({}, { alg: 'RS256' })],
    ['that brings its own key', signedByAttacker],
    ['that names an empty key file', () => forge({}, { alg: 'HS256', kid: '/dev/null' }, 'sha256', '')],
    ['that sends for its key', () => forge({}, { alg: 'HS256', jku: 'https://example.com/k' }, 'sha256', 'attacker')],
    ['without signature', () => forge().replace(/[^.]+$/, '')],
    ['with a signature cut short', () => forge().slice(0, -10)],
    ['of another key', () => forge({}, undefined, 'sha256', 'another secret that is long enough for HS256')],
    ['whose claims were changed', () => forge().replace(/\.[^.]+\./, `.${encode(claims({ sub: company.admin.id }))}.`)],
    ['whose claims are no JSON', () => `${encode({ alg: 'HS256' })}.bm9uc2Vuc2U.x`],
    ['of another issuer', () => forge({ iss: 'someone-else' })],
    ['without issuer', () => forge({ iss: undefined })],
    ['for another audience', () => forge({ aud: 'another-api' })],
    ['without audience', () => forge({ aud: undefined })],
    ['that has expired', () => forge({ iat: now - 90_000, exp: now - 1 })],
    ['that never expires', () => forge({ exp: undefined })],
    ['that expires in words', () => forge({ exp: 'never' })],
    ['that is not good yet', () => forge({ nbf: now + 3600 })],
    ['of an older password', () => forge({ ver: 0 })],
    ['of a password to come', () => forge({ ver: 2 })],
    ['of a version in words', () => forge({ ver: '1' })],
    ['without version', () => forge({ ver: undefined })],
    ['of nobody', () => forge({ sub: UNKNOWN_ID })],
    ['of no user', () => forge({ sub: undefined })],
    ['of what is no id', () => forge({ sub: "' OR 1=1 --", company: 'x' })],
    ['of another company', () => forge({ company: UNKNOWN_ID })],
    ['with ids of another type', () => forge({ sub: [company.owner.id], company: { id: company.id } })],
    ['with more than a token', () => `${forge()}.x`],
    ['longer than any of the service', () => forge({ padding: 'x'.repeat(2_000) })],
    ['as long as a header can be', () => forge({ padding: 'x'.repeat(11_000) })],
  ])('%s is not valid', async (_what, token) => {
    expect(result(await service.api.as(token()).get('/me'))).toEqual(INVALID_TOKEN);
  });

  it('has the current role of the user, not the role in the token', async () => {
    const { id, api } = await createUser(company.owner, 'VIEWER');
    const forged = service.api.as(forge({ sub: id, role: 'OWNER' }));
    expect([(await api.post('/projects', {})).status, (await forged.post('/projects', {})).status]).toEqual([403, 403]);
    await company.owner.api.put(`/users/${id}`, { role: 'MEMBER' });
    expect((await api.post('/projects', {})).status).toBe(400);
  });

  it('is refused after its expiry, even if it was used before', async () => {
    const ending = service.api.as(forge({ exp: Math.floor(Date.now() / 1000) + 2 }));
    expect((await ending.get('/me')).status).toBe(200);
    await eventually('it is not good any more', async () => (await ending.get('/me')).status === 401);
  });

  it('is refused after the password was changed', async () => {
    const { api, password } = await createUser(company.owner, 'MEMBER');
    await api.put('/me/password', { currentPassword: password, newPassword: 'another one altogether' });
    expect(result(await api.get('/me'))).toEqual(INVALID_TOKEN);
  });
});

describe('credentials', () => {
  const withHeaders = (headers: Record<string, string>) => service.api.get('/me', { headers });
  const good = () => company.owner.token;

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer   '])('stand after "%s"', async (scheme) => {
    expect((await withHeaders({ Authorization: `${scheme} ${good()}` })).status).toBe(200);
  });

  it.each<[string, (token: string) => Record<string, string>]>([
    ['without a scheme', (token) => ({ Authorization: token })],
    ['after another scheme', (token) => ({ Authorization: `Basic ${token}` })],
    ['after more than a scheme', (token) => ({ Authorization: `Token Bearer ${token}` })],
    ['without a space', (token) => ({ Authorization: `Bearer${token}` })],
    ['in a cookie', (token) => ({ Cookie: `Authorization=Bearer ${token}; token=${token}` })],
    ['in another header', (token) => ({ 'X-Authorization': `Bearer ${token}`, 'X-Api-Key': token })],
    ['of a proxy', (token) => ({ 'Proxy-Authorization': `Bearer ${token}` })],
  ])('%s are none', async (_what, headers) => {
    const { status, body } = await withHeaders(headers(good()));
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each<[string, (token: string) => string]>([
    ['with something behind', (token) => `Bearer ${token} x`],
    ['with something before', (token) => `Bearer x ${token}`],
    ['in quotes', (token) => `Bearer "${token}"`],
    ['in a list', (token) => `Bearer ${token}, Bearer ${token}`],
    ['with padding', (token) => `Bearer ${token}=`],
  ])('%s are not valid', async (_what, value) => {
    expect(result(await withHeaders({ Authorization: value(good()) }))).toEqual(INVALID_TOKEN);
  });

  it('in the query or the body are ignored', async () => {
    const inQuery = await service.api.get(`/me?access_token=${good()}&token=${good()}`);
    const inBody = await service.api.put('/me', { access_token: good(), auth_token: good() });
    for (const { status, body } of [inQuery, inBody]) expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('are read from the first of two headers', async () => {
    const ask = async (first: string, second: string) => {
      const lines = ['X-Forwarded-Proto: https', `Authorization: Bearer ${first}`, `Authorization: Bearer ${second}`];
      const request = `GET /api/me HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
      return answersIn(await exchange(Number(new URL(service.baseUrl).port), { tls: false }, request))[0]!.status;
    };
    expect([await ask(good(), 'nonsense'), await ask('nonsense', good())]).toEqual([200, 401]);
  });
});

it('a login sends the same statements whether the user exists or not', async () => {
  const asked = jest.spyOn(service.app.get(Database), 'row');
  const statements = [];
  for (const email of [company.owner.email, 'nobody@example.com', '\ud800']) {
    asked.mockClear();
    expect((await service.api.post('/login', { email, password: 'not the password' })).status).toBe(401);
    // The service's own work asks meanwhile.
    const ofLogin = asked.mock.calls.filter(([context]) => 'clientNetwork' in context);
    statements.push(ofLogin.map(([, { text }]) => text));
  }
  asked.mockRestore();
  expect(statements[0]).toHaveLength(2);
  expect(statements).toEqual(Array(3).fill(statements[0]));
});
