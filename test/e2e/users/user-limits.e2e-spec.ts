import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { times } from '../../support/times.js';

const LIMITS = { keysPerUser: 5, users: 7 };

let service: TestService;
/** Another instance, with the same database. */
let other: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ limits: LIMITS });
  other = await startTestService({ limits: LIMITS }, service.database);
  company = await createCompany(service.api);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

describe('the API keys of a user', () => {
  const REFUSAL = [409, 'CONFLICT', 'A user has at most 5 API keys; revoke one first'];

  it('never exceed the limit, even when many are created at once on several instances', async () => {
    const apis = [company.viewer.api, other.api.as(company.viewer.token)];
    const answers = await times(40, (index) => apis[index % 2]!.post('/api-keys', { name: `Key ${index}` }));
    expect(statuses(answers)).toEqual([...Array(5).fill(201), ...Array(35).fill(409)]);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(refusalOf(answer)).toEqual(REFUSAL);
  });

  it('leave room for another once one is revoked, and are counted for each user', async () => {
    const [{ id }] = (await company.viewer.api.get('/api-keys')).body;
    expect((await company.viewer.api.delete(`/api-keys/${id}`)).status).toBe(204);
    await createApiKey(company.viewer);
    expect(refusalOf(await company.viewer.api.post('/api-keys', { name: 'One more' }))).toEqual(REFUSAL);
    await createApiKey(company.owner);
  });

  it('are refused only after the request is validated', async () => {
    expect((await company.viewer.api.post('/api-keys', {})).status).toBe(400);
  });
});

describe('the users of a company', () => {
  const REFUSAL = [409, 'CONFLICT', 'A company has at most 7 users, deactivated ones among them'];
  const newUser = (name: string) => ({ email: `${name}@example.com`, name, role: 'VIEWER' });

  it('never exceed the limit, even when many are created at once on several instances', async () => {
    await company.owner.api.put(`/users/${company.member.id}`, { active: false });
    const apis = [company.owner.api, other.api.as(company.admin.token)];
    const answers = await times(20, (index) => apis[index % 2]!.post('/users', newUser(`many-${index}`)));
    expect(statuses(answers)).toEqual([...Array(3).fill(201), ...Array(17).fill(409)]);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(refusalOf(answer)).toEqual(REFUSAL);
    expect((await company.owner.api.get('/users')).body).toHaveLength(7);
  });

  it('leave their addresses free when they are refused', async () => {
    const { owner } = await createCompany(service.api);
    const email = 'refused@example.com';
    expect(refusalOf(await company.owner.api.post('/users', newUser('refused')))).toEqual(REFUSAL);
    expect((await owner.api.post('/users', { ...newUser('refused'), email })).status).toBe(201);
  });

  it('can be changed, and activated again', async () => {
    expect((await company.owner.api.put(`/users/${company.member.id}`, { active: true })).status).toBe(200);
    expect((await company.owner.api.put(`/users/${company.member.id}`, { role: 'ADMIN' })).status).toBe(200);
  });

  it('are refused only after the request is validated', async () => {
    expect((await company.viewer.api.post('/users', newUser('viewer'))).status).toBe(403);
    expect((await company.owner.api.post('/users', {})).status).toBe(400);
  });
});

describe('a user who is activated again', () => {
  it('must log in again: old tokens stay invalid, and keys are valid again', async () => {
    const { owner } = await createCompany(service.api);
    const user = await createUser(owner, 'MEMBER');
    const { api } = await createApiKey(user);
    const me = async () => [(await user.api.get('/me')).status, (await api.get('/me')).status];
    await owner.api.put(`/users/${user.id}`, { active: false });
    expect(await me()).toEqual([401, 401]);
    await owner.api.put(`/users/${user.id}`, { active: false });
    await owner.api.put(`/users/${user.id}`, { active: true });
    expect(await me()).toEqual([401, 200]);
    const { email, password } = user;
    const { body } = await service.api.post('/login', { email, password });
    expect((await service.api.as(body.token).get('/me')).status).toBe(200);
    await owner.api.put(`/users/${user.id}`, { active: true, name: 'Renamed' });
    expect((await service.api.as(body.token).get('/me')).status).toBe(200);
  });
});
