import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { FORBIDDEN, INVALID_TOKEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { hearNothing } from '../../support/lost-news.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let foreign: TestCompany;

beforeAll(async () => {
  hearNothing();
  ({ service, company } = await startWithCompanies());
  foreign = await createCompany(service.api);
});
afterAll(() => service.stop());

let sequence = 0;
const newUser = (changes: object = {}) => ({
  email: `new-${(sequence += 1)}@example.com`,
  name: 'Nora New',
  role: 'MEMBER',
  password: 'a good password',
  ...changes,
});
const expectNotFound = (answer: Answer) => expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'User not found']);
const expectConflict = ({ status, body }: Answer) => expect([status, body.error.code]).toEqual([409, 'CONFLICT']);

describe('GET /users', () => {
  it.each(['owner', 'admin', 'member', 'viewer'] as const)('shows the %s the users of the company', async (role) => {
    const { status, body } = await company[role].api.get('/users');
    expect(status).toBe(200);
    const { owner, admin, member, viewer } = company;
    expect(body.map(({ id }: TestUser) => id)).toEqual([owner, admin, member, viewer].map(({ id }) => id));
    const factors = ['secondFactor', 'lastSignInAt', 'invitedAt', 'away'];
    const fields = ['id', 'email', 'name', 'role', 'active', ...factors, 'createdAt', 'updatedAt'];
    expect(Object.keys(body[0])).toEqual(fields);
    expect(await company[role].api.get(`/users/${owner.id}`)).toMatchObject({ status: 200, body: body[0] });
  });

  it('answers pages in the envelope', async () => {
    const { body } = await company.viewer.api.get('/users?page=2&limit=3');
    expect(body).toMatchObject({
      success: true,
      data: [{ id: company.viewer.id }],
      meta: { pagination: { page: 2, limit: 3, total: 4, totalPages: 2 } },
    });
    expect((await company.viewer.api.get('/users?page=9')).body.data).toEqual([]);
  });

  it.each([
    ['page=0', { page: 'Must be at least 1' }],
    ['page=1&limit=201', { limit: 'Must be at most 200' }],
    ['role=OWNER', { role: 'Unknown parameter' }],
  ])('refuses ?%s', async (query, problems) => {
    expect(refusalOf(await company.owner.api.get(`/users?${query}`))).toEqual([400, 'VALIDATION_ERROR', problems]);
  });

  it('needs credentials', async () => {
    expect((await service.api.get('/users')).status).toBe(401);
  });

  it.each([() => foreign.owner.id, () => UNKNOWN_ID, () => 'nonsense'])('does not know %#', async (id) => {
    expectNotFound(await company.owner.api.get(`/users/${id()}`));
  });
});

describe('POST /users', () => {
  it('adds a user who can log in', async () => {
    const input = newUser({ email: `Nora-${Date.now()}@Example.com`, name: ' Nora ' });
    const { status, body } = await company.admin.api.post('/users', input);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      email: input.email,
      name: 'Nora',
      role: 'MEMBER',
      active: true,
      secondFactor: null,
      lastSignInAt: null,
      invitedAt: null,
      away: null,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    });
    expect(result(await company.viewer.api.get(`/users/${body.id}`))).toEqual([200, body]);
    const login = await service.api.post('/login', { email: input.email.toLowerCase(), password: input.password });
    expect([login.status, login.body.user.id]).toEqual([200, body.id]);
  });

  it.each(['member', 'viewer'] as const)('is refused to a %s', async (role) => {
    expect(result(await company[role].api.post('/users', newUser()))).toEqual(FORBIDDEN);
    expect(result(await company[role].api.post('/users', {}))).toEqual(FORBIDDEN);
  });

  it('lets an OWNER give OWNER, not an ADMIN', async () => {
    const { owner, admin } = await createCompany(service.api);
    expect(result(await admin.api.post('/users', newUser({ role: 'OWNER' })))).toEqual(FORBIDDEN);
    expect(result(await admin.api.post('/users', newUser({ role: 'OWNER', email: owner.email })))).toEqual(FORBIDDEN);
    expect((await owner.api.post('/users', newUser({ role: 'OWNER' }))).status).toBe(201);
    expect((await admin.api.post('/users', newUser({ role: 'ADMIN' }))).status).toBe(201);
  });

  it('refuses an address that is taken in any company, whatever its case', async () => {
    for (const taken of [company.viewer.email, foreign.owner.email.toUpperCase()]) {
      expectConflict(await company.owner.api.post('/users', newUser({ email: taken })));
    }
    const input = newUser();
    const answers = await Promise.all(Array.from({ length: 4 }, () => company.owner.api.post('/users', input)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    [undefined, { email: 'Required', name: 'Required', role: 'Required' }],
    [newUser({ role: 'GOD' }), { role: 'Must be one of: VIEWER, MEMBER, ADMIN, OWNER' }],
    [newUser({ email: 'a@b', password: 'short' }), { email: 'Invalid email', password: expect.any(String) }],
    [newUser({ email: `${'x'.repeat(250)}@example.com` }), { email: 'Must be at most 254 characters' }],
    [newUser({ name: '', active: false }), { name: 'Must be at least 1 character', active: 'Unknown field' }],
    [newUser({ companyId: UNKNOWN_ID }), { companyId: 'Unknown field' }],
  ])('refuses bad input: %#', async (input, problems) => {
    expect(refusalOf(await company.owner.api.post('/users', input))).toEqual([400, 'VALIDATION_ERROR', problems]);
  });
});

describe('PUT /users/{id}', () => {
  it('changes the given fields', async () => {
    const user = await createUser(company.owner, 'VIEWER');
    const { body: before } = await company.owner.api.get(`/users/${user.id}`);
    const { status, body } = await company.admin.api.put(`/users/${user.id}`, { name: ' Neo ', role: 'MEMBER' });
    expect([status, body]).toEqual([200, { ...before, name: 'Neo', role: 'MEMBER', updatedAt: body.updatedAt }]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    for (const same of [undefined, {}, { name: 'Neo', role: 'MEMBER', active: true }]) {
      expect(result(await company.admin.api.put(`/users/${user.id}`, same))).toEqual([200, body]);
    }
  });

  it('takes effect at once', async () => {
    const user = await createUser(company.owner, 'ADMIN');
    expect((await user.api.put('/company', {})).status).toBe(200);
    await company.owner.api.put(`/users/${user.id}`, { role: 'VIEWER' });
    expect(result(await user.api.put('/company', {}))).toEqual(FORBIDDEN);
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    expect(result(await user.api.get('/me'))).toEqual(INVALID_TOKEN);
  });

  it.each(['member', 'viewer'] as const)('is refused to a %s, even for themselves or an unknown user', async (role) => {
    for (const id of [company.viewer.id, company[role].id, UNKNOWN_ID]) {
      expect(result(await company[role].api.put(`/users/${id}`, { name: 'X' }))).toEqual(FORBIDDEN);
    }
  });

  it('keeps an ADMIN from changing an OWNER and from granting OWNER', async () => {
    const { admin, member, owner } = company;
    for (const change of [{ name: 'X' }, { role: 'MEMBER' }, { active: false }]) {
      expect(result(await admin.api.put(`/users/${owner.id}`, change))).toEqual(FORBIDDEN);
    }
    for (const id of [member.id, admin.id]) {
      expect(result(await admin.api.put(`/users/${id}`, { role: 'OWNER' }))).toEqual(FORBIDDEN);
    }
    expectNotFound(await admin.api.put(`/users/${foreign.owner.id}`, { role: 'OWNER' }));
  });

  it('answers 404 for users of other companies, unknown users and malformed ids', async () => {
    for (const id of [foreign.member.id, UNKNOWN_ID, 'nonsense']) {
      expectNotFound(await company.owner.api.put(`/users/${id}`, { name: 'X' }));
    }
    expect((await foreign.member.api.get('/me')).body.name).toBe('Max Member');
  });

  it('keeps the last active OWNER', async () => {
    const { owner } = await createCompany(service.api);
    const second = await createUser(owner, 'OWNER');
    await owner.api.put(`/users/${second.id}`, { active: false });
    for (const change of [{ role: 'ADMIN' }, { active: false }, { role: 'VIEWER', active: false }]) {
      expectConflict(await owner.api.put(`/users/${owner.id}`, change));
    }
    expect((await owner.api.put(`/users/${second.id}`, { role: 'MEMBER', active: true })).status).toBe(200);
    expectConflict(await owner.api.put(`/users/${owner.id}`, { role: 'ADMIN' }));
    expect((await owner.api.put(`/users/${second.id}`, { role: 'OWNER' })).status).toBe(200);
    expect((await owner.api.put(`/users/${owner.id}`, { role: 'ADMIN' })).status).toBe(200);
  });

  it('keeps an OWNER when all step down at once', async () => {
    const { owner } = await createCompany(service.api);
    const owners = [owner, await createUser(owner, 'OWNER'), await createUser(owner, 'OWNER')];
    // Holds back every write, but no look at who else is an owner.
    await service.database.rows('BEGIN');
    await service.database.rows('LOCK TABLE users IN SHARE MODE');
    const demotions = owners.map(({ api, id }) => api.put(`/users/${id}`, { role: 'VIEWER' }));
    await service.database.lockWaits(demotions.length);
    await service.database.rows('COMMIT');
    const answers = await Promise.all(demotions);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  });

  it.each([
    [
      { name: null, role: null, active: null },
      { name: 'Required', role: 'Required', active: 'Required' },
    ],
    [{ active: 'false' }, { active: 'Expected boolean' }],
    [{ role: 'member' }, { role: 'Must be one of: VIEWER, MEMBER, ADMIN, OWNER' }],
    [
      { email: 'a@example.com', password: 'x' },
      { email: 'Unknown field', password: 'Unknown field' },
    ],
  ])('refuses bad input: %j', async (input, problems) => {
    const answer = await company.owner.api.put(`/users/${company.member.id}`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', problems]);
  });
});
