import { makeApiKey } from '#core/access/api-key.js';
import { createApiKey, type TestApiKey } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { hearNothing } from '../../support/lost-news.js';
import { startTestService, type TestService, startWithCompanies } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'API key not found'];
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => {
  hearNothing();
  ({ service, company } = await startWithCompanies());
  stranger = await createCompany(service.api);
});
afterAll(() => service.stop());

const ids = ({ body }: Answer<{ id: string }[]>) => body.map(({ id }) => id);
/** As lists show a key that was never used. */
const listed = ({ id, name, prefix, createdAt }: TestApiKey, user: { id: string }) => {
  return {
    id,
    name,
    prefix,
    userId: user.id,
    colleagueId: null,
    requestCount: 0,
    lastUsedAt: null,
    createdAt,
    revokedAt: null,
  };
};

describe('POST /api-keys', () => {
  it.each(['owner', 'admin', 'member', 'viewer'] as const)('makes a key for the %s', async (role) => {
    const { api } = company[role];
    const { status, body } = await api.post('/api-keys', { name: '  CI ' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: 'CI',
        colleagueId: null,
        prefix: body.key.slice(0, 13),
        key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{32}$/),
        createdAt: TIMESTAMP,
      },
    ]);
    const me = await service.api.as(body.key).get('/me');
    expect([me.status, me.body.id, me.headers.get('X-RateLimit-Policy')]).toEqual([200, company[role].id, 'api-key']);
  });

  it('shows the key once, and does not store it', async () => {
    const apiKey = await createApiKey(company.member);
    const secret = apiKey.key.slice(13);
    for (const path of ['/api-keys', '/api-keys?page=1', `/api-keys/${apiKey.id}/usage`]) {
      expect(JSON.stringify((await company.member.api.get(path)).body)).not.toContain(secret);
    }
    const stored = [
      ...(await service.database.rows('SELECT * FROM api_keys WHERE id = $1', [apiKey.id])),
      ...(await service.database.rows('SELECT *, h::text AS row FROM api_key_hashes h WHERE api_key_id = $1', [
        apiKey.id,
      ])),
    ];
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('is refused to callers with a key, in every role and with any body', async () => {
    const apiKey = await createApiKey(company.owner);
    for (const input of [{ name: 'Another' }, {}, undefined]) {
      expect(result(await apiKey.api.post('/api-keys', input))).toEqual(FORBIDDEN);
    }
    expect(refusalOf(await apiKey.api.post('/api-keys', '{'))).toEqual([400, 'INVALID_INPUT', expect.any(String)]);
  });

  it.each([
    [{}, { name: 'Required' }],
    [{ name: ' ' }, { name: 'Must be at least 1 character' }],
    [{ name: 'x'.repeat(501) }, { name: 'Must be at most 500 characters' }],
    [
      { name: 'x', key: 'svc_live_x', userId: UNKNOWN_ID },
      { key: 'Unknown field', userId: 'Unknown field' },
    ],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/api-keys', input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('GET /api-keys', () => {
  it('returns the keys of the caller, the oldest first, as an array or in pages; all keys to ADMIN and OWNER', async () => {
    const lister = await createCompany(service.api);
    const { owner, member } = lister;
    const first = await createApiKey(member, 'first');
    const ownersKey = await createApiKey(owner, 'of the owner');
    const last = await createApiKey(member, 'last');
    const own = [listed(first, member), listed(last, member)];
    expect(result(await member.api.get('/api-keys'))).toEqual([200, own]);
    expect(result(await member.api.get('/api-keys?all=false'))).toEqual([200, own]);
    expect(result(await lister.viewer.api.get('/api-keys'))).toEqual([200, []]);
    expect(result(await owner.api.get('/api-keys'))).toEqual([200, [listed(ownersKey, owner)]]);
    for (const { api } of [owner, lister.admin]) {
      const all = [listed(first, member), listed(ownersKey, owner), listed(last, member)];
      expect(result(await api.get('/api-keys?all=true'))).toEqual([200, all]);
      const { body } = await api.get('/api-keys?all=true&page=2&limit=2');
      expect([body.data, body.meta.pagination]).toEqual([[all[2]], { page: 2, limit: 2, total: 3, totalPages: 2 }]);
    }
  });

  it.each(['member', 'viewer'] as const)('shows the keys of others to no %s, whatever the parameters', async (role) => {
    const apiKey = await createApiKey(company[role]);
    for (const api of [company[role].api, apiKey.api]) {
      for (const query of ['all=true', 'all=true&page=1', 'all=true&page=0&surprise=1']) {
        expect(result(await api.get(`/api-keys?${query}`))).toEqual(FORBIDDEN);
      }
    }
  });

  it.each([
    ['all=1', { all: 'Expected boolean' }],
    ['all=', { all: 'Expected boolean' }],
    ['all=true&all=true', { all: 'Given more than once' }],
    ['page=1&limit=201', { limit: 'Must be at most 200' }],
    ['userId=x', { userId: 'Unknown parameter' }],
  ])('refuses ?%s', async (query, details) => {
    const refusal = [400, 'VALIDATION_ERROR', details];
    expect(refusalOf(await company.owner.api.get(`/api-keys?${query}`))).toEqual(refusal);
    expect(refusalOf(await company.viewer.api.get(`/api-keys?${query}`))).toEqual(refusal);
  });
});

describe('DELETE /api-keys/{id}', () => {
  it('revokes the key at once; it stays listed with its usage', async () => {
    const apiKey = await createApiKey(company.viewer);
    expect((await apiKey.api.get('/me')).status).toBe(200);
    expect(result(await company.viewer.api.delete(`/api-keys/${apiKey.id}`))).toEqual([204, undefined]);
    expect(result(await apiKey.api.get('/me'))).toEqual(INVALID_TOKEN);
    const { body } = await company.viewer.api.get('/api-keys');
    expect(body.find(({ id }: TestApiKey) => id === apiKey.id)).toMatchObject({ revokedAt: TIMESTAMP });
    expect((await company.viewer.api.get(`/api-keys/${apiKey.id}/usage`)).status).toBe(200);
    expect(refusalOf(await company.viewer.api.delete(`/api-keys/${apiKey.id}`))).toEqual(NOT_FOUND);
    expect(refusalOf(await company.owner.api.delete(`/api-keys/${apiKey.id}`))).toEqual(NOT_FOUND);
  });

  it('happens once when many requests come at once', async () => {
    const { id } = await createApiKey(company.member);
    const answers = await Promise.all(Array.from({ length: 4 }, () => company.member.api.delete(`/api-keys/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
  });

  it('a key may revoke itself, and a rotated one its predecessor', async () => {
    const [old, next] = [await createApiKey(company.member), await createApiKey(company.member)];
    expect([(await old.api.get('/me')).status, (await next.api.get('/me')).status]).toEqual([200, 200]);
    expect((await next.api.delete(`/api-keys/${old.id}`)).status).toBe(204);
    expect((await next.api.delete(`/api-keys/${next.id}`)).status).toBe(204);
    expect([result(await old.api.get('/me')), result(await next.api.get('/me'))]).toEqual([
      INVALID_TOKEN,
      INVALID_TOKEN,
    ]);
  });
});

describe("another user's key", () => {
  it('is unknown to MEMBER and VIEWER, with a JWT or a key, and to another company', async () => {
    const { id } = await createApiKey(company.admin);
    const membersKey = await createApiKey(company.member);
    const apis = [company.member.api, company.viewer.api, membersKey.api, stranger.owner.api];
    for (const asked of [id, UNKNOWN_ID, 'x', '%00']) {
      for (const api of apis) {
        expect(refusalOf(await api.get(`/api-keys/${asked}/usage`))).toEqual(NOT_FOUND);
        expect(refusalOf(await api.delete(`/api-keys/${asked}`))).toEqual(NOT_FOUND);
      }
    }
    expect(ids(await company.admin.api.get('/api-keys'))).toContain(id);
  });

  it('can be read and revoked by ADMIN and OWNER', async () => {
    for (const { api } of [company.admin, company.owner]) {
      const ofOwner = await createApiKey(company.owner);
      const ofViewer = await createApiKey(company.viewer);
      for (const apiKey of [ofOwner, ofViewer]) {
        expect((await api.get(`/api-keys/${apiKey.id}/usage`)).body.requestCount).toBe(0);
        expect((await api.delete(`/api-keys/${apiKey.id}`)).status).toBe(204);
        expect(result(await apiKey.api.get('/me'))).toEqual(INVALID_TOKEN);
      }
    }
  });
});

describe('a key', () => {
  it('has the rights of its user, and follows every change at once', async () => {
    const user = await createUser(company.owner, 'VIEWER');
    const { api } = await createApiKey(user);
    const change = (changes: object) => company.owner.api.put(`/users/${user.id}`, changes);
    const make = async () => (await api.post('/projects', { name: 'Project' })).status;
    expect([await make(), (await change({ role: 'MEMBER' })).status, await make()]).toEqual([403, 200, 201]);
    expect((await change({ role: 'ADMIN' })).status).toBe(200);
    expect((await api.put('/company', {})).status).toBe(200);
    expect((await change({ active: false })).status).toBe(200);
    expect(result(await api.get('/me'))).toEqual(INVALID_TOKEN);
    expect((await change({ active: true })).status).toBe(200);
    expect((await api.get('/me')).status).toBe(200);
  });

  it('survives a change of the password', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const { api } = await createApiKey(user);
    const changed = await user.api.put('/me/password', {
      currentPassword: user.password,
      newPassword: 'another one altogether',
    });
    expect([changed.status, (await user.api.get('/me')).status, (await api.get('/me')).status]).toEqual([
      200, 401, 200,
    ]);
  });

  it.each<[string, (key: string) => string]>([
    ['mistyped', (key) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')],
    ['cut short', (key) => key.slice(0, -1)],
    ['too long', (key) => `${key}0`],
    ['in another case', (key) => key.toUpperCase()],
    ['with its prefix alone', () => 'svc_live_'],
    ['unknown', () => makeApiKey()],
  ])('that is %s is refused', async (_what, mistype) => {
    const { key } = await createApiKey(company.member);
    const { headers, ...answer } = await service.api.as(mistype(key)).get('/me');
    expect(result({ headers, ...answer })).toEqual(INVALID_TOKEN);
    expect(headers.get('X-RateLimit-Policy')).toBe('api-read');
  });

  it('that is mistyped is refused without a query', async () => {
    await service.database.rows('ALTER TABLE api_key_hashes RENAME TO away');
    const unknown = await service.api.as(makeApiKey()).get('/me');
    const mistyped = await service.api.as('svc_live_00000000000000000000000000000000').get('/me');
    await service.database.rows('ALTER TABLE away RENAME TO api_key_hashes');
    expect([unknown.status, result(mistyped)]).toEqual([500, INVALID_TOKEN]);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('is accepted after "%s"', async (scheme) => {
    const { key, api } = await createApiKey(company.member);
    const { status } = await api.as(undefined).get('/me', { headers: { Authorization: `${scheme} ${key}` } });
    expect(status).toBe(200);
  });

  it.each(['', 'Basic ', 'Token ', 'Bearer x ', 'Bearer,'])('is refused after "%s"', async (scheme) => {
    const { key, api } = await createApiKey(company.member);
    const { status } = await api.as(undefined).get('/me', { headers: { Authorization: `${scheme}${key}` } });
    expect(status).toBe(401);
  });
});

describe('rate limits', () => {
  it('count each key separately, in one tier for all methods; refused keys count for the address', async () => {
    const rateLimits = { apiKey: 3, apiRead: 5, apiWrite: 5, apiDelete: 5, auth: 5, calendar: 5, code: 5 };
    const limited = await startTestService({ rateLimits }, service.database);
    const [one, other] = [await createApiKey(company.member), await createApiKey(company.member)];
    const counted = ({ status, headers }: Answer) => {
      return [status, headers.get('X-RateLimit-Policy'), headers.get('X-RateLimit-Remaining')];
    };
    const withOne = limited.api.as(one.key);
    expect([
      counted(await withOne.get('/me')),
      counted(await withOne.post('/projects', {})),
      counted(await withOne.delete('/nowhere')),
      counted(await withOne.get('/me')),
      counted(await limited.api.as(other.key).get('/me')),
      counted(await limited.api.as(company.member.token).get('/me')),
      counted(await limited.api.as(makeApiKey()).get('/me')),
      counted(await limited.api.as(`${one.key.slice(0, -1)}.`).get('/me')),
      counted(await limited.api.get('/me')),
    ]).toEqual([
      [200, 'api-key', '2'],
      [400, 'api-key', '1'],
      [404, 'api-key', '0'],
      [429, 'api-key', '0'],
      [200, 'api-key', '2'],
      [200, 'api-read', '4'],
      [401, 'api-read', '4'],
      [401, 'api-read', '3'],
      [401, 'api-read', '2'],
    ]);
    await limited.stop();
  });
});
