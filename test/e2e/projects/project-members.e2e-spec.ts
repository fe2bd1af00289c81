import { randomUUID } from 'node:crypto';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
beforeEach(async () => (project = await createProject(company.owner)));
afterAll(() => service.stop());

const events = async () => (await eventsOf(service.database, project.id)).slice(1);
const path = (user: { id: string }) => `/projects/${project.id}/members/${user.id}`;
const put = (user: { id: string }, input?: object, as: TestUser = company.member) => as.api.put(path(user), input);
const read = async () => (await company.owner.api.get(`/projects/${project.id}`)).body;
const lead = (user: TestUser) => ({ id: user.id, role: 'lead' });
const member = (user: TestUser) => ({ id: user.id, role: 'member' });

describe('PUT /projects/{id}/members/{userId}', () => {
  it('makes members, with the role member unless another is given', async () => {
    const { owner, admin, viewer } = company;
    expect(result(await put(viewer))).toEqual([200, { id: viewer.id, name: viewer.name, role: 'member' }]);
    expect(result(await put(admin, { role: 'lead' }))).toEqual([200, { id: admin.id, name: admin.name, role: 'lead' }]);
    const { members, watchLevel: _level, ...after } = await read();
    expect(members).toEqual([
      { id: admin.id, name: 'Ada Admin', role: 'lead' },
      { id: owner.id, name: 'Olga Owner', role: 'lead' },
      { id: viewer.id, name: 'Vera Viewer', role: 'member' },
    ]);
    expect(after.updatedAt > project.updatedAt).toBe(true);
    const [first, second] = await events();
    expect(first).toMatchObject({
      name: 'project.updated',
      data: { id: project.id, changes: { members: { from: [lead(owner)], to: [lead(owner), member(viewer)] } } },
    });
    const changes = {
      members: { from: [lead(owner), member(viewer)], to: [lead(admin), lead(owner), member(viewer)] },
    };
    expect(second).toEqual({ name: 'project.updated', data: { ...after, changes } });
  });

  it('changes the role of a member', async () => {
    await put(company.viewer, {});
    expect((await put(company.viewer, { role: 'lead' })).body.role).toBe('lead');
    const members = {
      from: [lead(company.owner), member(company.viewer)],
      to: [lead(company.owner), lead(company.viewer)],
    };
    expect((await events())[1]?.data.changes).toEqual({ members });
  });

  it('does nothing for a member who already has the role', async () => {
    for (const input of [undefined, {}, { role: 'lead' }]) {
      const answer = await put(company.owner, input);
      expect(result(answer)).toEqual([200, { id: company.owner.id, name: company.owner.name, role: 'lead' }]);
    }
    expect(await events()).toEqual([]);
    expect((await read()).updatedAt).toBe(project.updatedAt);
  });

  it('emits one event when many requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(company.viewer)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await events()).toHaveLength(1);
  });

  it.each([
    [{ role: 'owner' }, { role: 'Must be one of: lead, member' }],
    [{ role: null }, { role: 'Required' }],
    [{ role: 1 }, { role: 'Expected string' }],
    [{ name: 'x' }, { name: 'Unknown field' }],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await put(company.viewer, input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('takes active users of the company only', async () => {
    const notFound = [404, 'NOT_FOUND', 'User not found'];
    const former = await createUser(company.owner, 'MEMBER');
    await put(former);
    await service.database.rows('UPDATE users SET active = false WHERE id = $1', [former.id]);
    for (const id of [stranger.member.id, randomUUID(), 'x', former.id]) {
      expect(refusalOf(await put({ id }, { role: 'lead' }))).toEqual(notFound);
    }
  });
});

describe('DELETE /projects/{id}/members/{userId}', () => {
  it('ends a membership, also of the last lead', async () => {
    expect(result(await company.member.api.delete(path(company.owner)))).toEqual([204, undefined]);
    const { members, watchLevel: _level, ...after } = await read();
    expect(members).toEqual([]);
    expect(after.updatedAt > project.updatedAt).toBe(true);
    const changes = { members: { from: [lead(company.owner)], to: [] } };
    expect(await events()).toEqual([{ name: 'project.updated', data: { ...after, changes } }]);
  });

  it('answers 404 for a user who is not a member', async () => {
    for (const id of [company.viewer.id, stranger.owner.id, randomUUID(), 'x']) {
      const answer = await company.member.api.delete(path({ id }));
      expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'Member not found']);
    }
    expect(await events()).toEqual([]);
  });

  it('takes the project away from a user who reached it as a member', async () => {
    await put(company.member);
    await giveToTeam(service.database, project.id);
    expect((await company.member.api.delete(path(company.member))).status).toBe(204);
    expect(result(await put(company.member))).toEqual([404, { error: 'Project not found' }]);
  });
});

describe('the members of a project', () => {
  const both = async (as: TestUser, user: { id: string } = company.owner) => [
    await as.api.put(path(user), {}),
    await as.api.delete(path(user)),
  ];

  it('do not change while it is archived', async () => {
    await company.owner.api.post(`/projects/${project.id}/archive`);
    for (const answer of await both(company.admin)) {
      expect(refusalOf(answer)).toEqual(ARCHIVED);
    }
    expect((await both(company.admin, { id: randomUUID() })).map(({ status }) => status)).toEqual([404, 404]);
  });

  it('are hidden from other companies and from users who cannot reach it', async () => {
    await giveToTeam(service.database, project.id);
    for (const answer of [...(await both(stranger.owner)), ...(await both(company.member))]) {
      expect(result(answer)).toEqual([404, { error: 'Project not found' }]);
    }
  });

  it('cannot be changed by viewers', async () => {
    for (const answer of await both(company.viewer)) {
      expect(result(answer)).toEqual(FORBIDDEN);
    }
  });

  it('need credentials to change', async () => {
    for (const method of ['PUT', 'DELETE']) {
      expect((await service.api.send(method, path(company.owner))).status).toBe(401);
    }
  });
});
