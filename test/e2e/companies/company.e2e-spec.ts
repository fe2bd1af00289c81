import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { FORBIDDEN } from '../../support/answers.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;

beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

describe('GET /company', () => {
  it.each(['owner', 'admin', 'member', 'viewer'] as const)('shows the %s the company they are in', async (role) => {
    const { status, body } = await company[role].api.get('/company');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: company.id,
      name: expect.stringMatching(/^Company \d+$/),
      requireSecondFactor: false,
      oauth: 'everyone',
      files: role === 'owner' || role === 'admin' ? { bytes: 0, limit: 10 * 1024 ** 3 } : null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
    });
  });

  it('needs credentials', async () => {
    const { status, body } = await service.api.get('/company');
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('PUT /company', () => {
  it('renames the company of the caller and no other', async () => {
    const [renamed, other] = [await createCompany(service.api), await createCompany(service.api)];
    const before = (await other.owner.api.get('/company')).body;
    const { status, body } = await renamed.owner.api.put('/company', { name: '  New name ' });
    expect([status, body.id, body.name]).toEqual([200, renamed.id, 'New name']);
    expect(body.updatedAt > body.createdAt).toBe(true);
    expect((await renamed.viewer.api.get('/company')).body).toEqual({ ...body, files: null });
    expect((await other.owner.api.get('/company')).body).toEqual(before);
  });

  it.each([undefined, {}, 'same name'])('changes nothing for %j', async (input) => {
    const { body: before } = await company.admin.api.get('/company');
    const answer = await company.admin.api.put('/company', input === 'same name' ? { name: before.name } : input);
    expect([answer.status, answer.body]).toEqual([200, before]);
  });

  it.each(['member', 'viewer'] as const)('is refused to a %s', async (role) => {
    const { status, body } = await company[role].api.put('/company', { name: 'Mine' });
    expect([status, body]).toEqual(FORBIDDEN);
  });

  it.each([
    [{ name: null }, 'name', 'Required'],
    [{ name: '  ' }, 'name', 'Must be at least 1 character'],
    [{ name: 'x'.repeat(501) }, 'name', 'Must be at most 500 characters'],
    [{ name: 'a\0b' }, 'name', 'Invalid text'],
    [{ name: 7 }, 'name', 'Expected string'],
    [{ id: 'x' }, 'id', 'Unknown field'],
  ])('refuses bad input', async (input, field, message) => {
    const { status, body } = await company.owner.api.put('/company', input);
    expect([status, body.error.code, body.error.details]).toEqual([400, 'VALIDATION_ERROR', { [field]: message }]);
  });
});
