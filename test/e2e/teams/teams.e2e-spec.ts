import { randomUUID } from 'node:crypto';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTeam, joinTeam, leaveTeam, type TestTeam } from '../../factories/team.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { companyEventsOf, eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Team not found'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const events = async (team: TestTeam) =>
  (await companyEventsOf(service.database, company.id)).filter(({ data }) => data['id'] === team.id);
const read = async ({ id }: TestTeam) => (await company.viewer.api.get<TestTeam>(`/teams/${id}`)).body;
const put = ({ id }: TestTeam, input: object) => company.admin.api.put(`/teams/${id}`, input);
const add = ({ id }: TestTeam, user: { id: string }) =>
  company.admin.api.post(`/teams/${id}/members`, { userId: user.id });
const remove = ({ id }: TestTeam, user: { id: string }) => company.admin.api.delete(`/teams/${id}/members/${user.id}`);
const listed = ({ id, name }: TestUser, role: string) => ({ id, name, role });

describe('POST /teams', () => {
  it('creates a team without members, and emits an event', async () => {
    const { status, body } = await company.admin.api.post('/teams', { name: '  Design ', description: ' text ' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: 'Design',
        description: ' text ',
        members: [],
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        updatedAt: body.createdAt,
      },
    ]);
    expect(await read(body)).toEqual(body);
    expect(await events(body)).toEqual([{ name: 'team.created', data: body }]);
    expect((await createTeam(company.owner, [], { name: 'Design', description: null })).description).toBeNull();
  });

  it.each([
    [{}, { name: 'Required' }],
    [{ name: '' }, { name: 'Must be at least 1 character' }],
    [{ name: 'x'.repeat(501) }, { name: 'Must be at most 500 characters' }],
    [
      { name: 1, description: [] },
      { name: 'Expected string', description: 'Expected string' },
    ],
    [{ name: 'x', members: [] }, { members: 'Unknown field' }],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.admin.api.post('/teams', input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('GET /teams', () => {
  it('returns the teams of the company with their members, the oldest first, as an array or in pages', async () => {
    const { admin, owner, member, viewer } = await createCompany(service.api);
    const first = await createTeam(admin, [viewer, owner], { name: 'B' });
    const second = await createTeam(admin, [member], { name: 'A' });
    const third = await createTeam(admin);
    expect(first.members).toEqual([listed(owner, 'OWNER'), listed(viewer, 'VIEWER')]);
    expect(result(await viewer.api.get('/teams'))).toEqual([200, [first, second, third]]);
    const { body } = await member.api.get('/teams?page=1&limit=2');
    expect(body.data).toEqual([first, second]);
    expect(body.meta.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 });
    expect((await viewer.api.get('/teams?search=x')).status).toBe(400);
  });
});

describe('PUT /teams/{id}', () => {
  it('changes the given fields, and emits an event with the changes', async () => {
    const before = await createTeam(company.admin, [company.member], { name: 'Before', description: 'text' });
    const { status, body } = await put(before, { name: ' After ', description: null });
    expect([status, body]).toEqual([
      200,
      { ...before, name: 'After', description: null, updatedAt: expect.stringMatching(/Z$/) },
    ]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect(await read(before)).toEqual(body);
    const changes = { name: { from: 'Before', to: 'After' }, description: { from: 'text', to: null } };
    expect((await events(before)).at(-1)).toEqual({ name: 'team.updated', data: { ...body, changes } });
  });

  it('does nothing when nothing changes', async () => {
    const team = await createTeam(company.admin);
    for (const input of [{}, { name: ' Team', description: null }]) {
      expect(result(await put(team, input))).toEqual([200, team]);
    }
    expect(await events(team)).toHaveLength(1);
  });

  it('keeps every change of many at once', async () => {
    const team = await createTeam(company.admin);
    await Promise.all(Array.from({ length: 6 }, (_, index) => put(team, { name: `Name ${index}` })));
    const changes = (await events(team)).slice(1).map(({ data }) => data.changes?.['name']);
    expect(changes).toHaveLength(6);
    expect(new Set(changes.map((change) => change?.from)).size).toBe(6);
  });

  it.each([
    [{ name: null }, { name: 'Required' }],
    [{ name: ' ' }, { name: 'Must be at least 1 character' }],
    [{ surprise: 1 }, { surprise: 'Unknown field' }],
  ])('refuses %j, even for no team', async (input, details) => {
    const answer = await company.admin.api.put(`/teams/${randomUUID()}`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('POST /teams/{id}/members', () => {
  it('adds users of any role to the team, with an event for each', async () => {
    const { owner, member } = company;
    const team = await createTeam(company.admin);
    expect(result(await add(team, owner))).toEqual([201, listed(owner, 'OWNER')]);
    const after = await read(team);
    expect(after).toEqual({ ...team, members: [listed(owner, 'OWNER')], updatedAt: after.updatedAt });
    expect(after.updatedAt > team.updatedAt).toBe(true);
    expect(result(await add(team, { id: member.id.toUpperCase() }))).toEqual([201, listed(member, 'MEMBER')]);
    const both = await read(team);
    expect(both.members).toEqual([listed(member, 'MEMBER'), listed(owner, 'OWNER')]);
    expect((await events(team)).slice(1)).toEqual([
      { name: 'team.member_added', data: { ...after, member: { id: owner.id, name: owner.name } } },
      { name: 'team.member_added', data: { ...both, member: { id: member.id, name: member.name } } },
    ]);
  });

  it('answers 200 for a user who is already in the team, and changes nothing', async () => {
    const team = await createTeam(company.admin, [company.member]);
    expect(result(await add(team, company.member))).toEqual([200, listed(company.member, 'MEMBER')]);
    expect(await read(team)).toEqual(team);
    expect(await events(team)).toHaveLength(2);
  });

  it('adds a member once when many requests come at once', async () => {
    const team = await createTeam(company.admin);
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(team, company.viewer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(await events(team)).toHaveLength(2);
  });

  it('shows the role and name that a member has now', async () => {
    const user = await createUser(company.owner, 'VIEWER', 'Before');
    const team = await createTeam(company.admin, [user]);
    await company.owner.api.put(`/users/${user.id}`, { name: 'After', role: 'ADMIN' });
    expect((await read(team)).members).toEqual([{ id: user.id, name: 'After', role: 'ADMIN' }]);
  });

  it('takes active users of the company only', async () => {
    const team = await createTeam(company.admin);
    const former = await createUser(company.owner, 'MEMBER');
    await company.owner.api.put(`/users/${former.id}`, { active: false });
    for (const user of [former, stranger.member, { id: randomUUID() }]) {
      expect(refusalOf(await add(team, user))).toEqual([404, 'NOT_FOUND', 'User not found']);
    }
    expect(await read(team)).toEqual(team);
  });

  it.each([
    [{}, { userId: 'Required' }],
    [{ userId: null }, { userId: 'Required' }],
    [{ userId: 'x' }, { userId: 'Invalid uuid' }],
    [{ userId: randomUUID(), role: 'lead' }, { role: 'Unknown field' }],
  ])('refuses %j', async (input, details) => {
    const answer = await company.admin.api.post(`/teams/${randomUUID()}/members`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('DELETE /teams/{id}/members/{userId}', () => {
  it('removes a user from the team, and emits an event', async () => {
    const { member, viewer } = company;
    const before = await createTeam(company.admin, [member, viewer]);
    expect(result(await remove(before, member))).toEqual([204, undefined]);
    const after = await read(before);
    expect(after).toEqual({ ...before, members: [listed(viewer, 'VIEWER')], updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect((await events(before)).slice(3)).toEqual([
      { name: 'team.member_removed', data: { ...after, member: { id: member.id, name: member.name } } },
    ]);
  });

  it('also removes a deactivated user', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const team = await createTeam(company.admin, [user]);
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    expect((await remove(team, user)).status).toBe(204);
  });

  it('answers 404 for a user who is not in the team', async () => {
    const team = await createTeam(company.admin, [company.member]);
    await remove(team, company.member);
    for (const id of [company.member.id, company.viewer.id, stranger.member.id, randomUUID(), 'x']) {
      expect(refusalOf(await remove(team, { id }))).toEqual([404, 'NOT_FOUND', 'Member not found']);
    }
    expect(await events(team)).toHaveLength(3);
  });
});

describe('DELETE /teams/{id}', () => {
  it('removes the team from its projects, archived ones too, without an event for them', async () => {
    const { admin, member } = company;
    const team = await createTeam(admin, [member]);
    const project = await createProject(admin, { teamId: team.id });
    const archived = await createProject(admin, { teamId: team.id });
    await admin.api.post(`/projects/${archived.id}/archive`);
    expect(result(await admin.api.delete(`/teams/${team.id}`))).toEqual([204, undefined]);
    expect(refusalOf(await admin.api.delete(`/teams/${team.id}`))).toEqual(NOT_FOUND);
    const after = (await company.viewer.api.get(`/projects/${project.id}`)).body;
    expect(after).toMatchObject({ ...project, teamId: null });
    expect((await company.viewer.api.get(`/projects/${archived.id}`)).body.teamId).toBeNull();
    expect((await eventsOf(service.database, project.id)).map(({ name }) => name)).toEqual(['project.created']);
    expect((await events(team)).map(({ name }) => name)).toEqual(['team.created', 'team.member_added']);
    expect(await service.database.rows('SELECT 1 FROM team_members WHERE team_id = $1', [team.id])).toEqual([]);
  });

  it('works while projects and users are added to the team', async () => {
    for (let round = 0; round < 3; round += 1) {
      const team = await createTeam(company.admin);
      const { id } = await createProject(company.admin);
      const answers = Promise.all([
        company.admin.api.put(`/projects/${id}`, { teamId: team.id }),
        company.admin.api.post('/projects', { name: 'Project', teamId: team.id }),
        company.admin.api.delete(`/teams/${team.id}`),
        add(team, company.member),
      ]);
      const [given, made, removed, joined] = await answers;
      expect(removed.status).toBe(204);
      for (const { status } of [given, made, joined]) expect([200, 201, 404]).toContain(status);
      expect((await company.owner.api.get('/projects?teamId=' + team.id)).body).toEqual([]);
    }
  });
});

describe('the members of a project', () => {
  const membersOf = async (projectId: string) => (await company.owner.api.get(`/projects/${projectId}`)).body.members;
  const as = ({ id, name }: TestUser, role: 'lead' | 'member') => ({ id, name, role });

  it('are its own members and those of its team, each once; its own role wins', async () => {
    const { owner, admin, member, viewer } = company;
    const team = await createTeam(admin, [owner, viewer]);
    const { id } = await createProject(owner, { teamId: team.id });
    await owner.api.put(`/projects/${id}/members/${member.id}`);
    expect(await membersOf(id)).toEqual([as(member, 'member'), as(owner, 'lead'), as(viewer, 'member')]);
    await leaveTeam(admin, team, viewer);
    await joinTeam(admin, team, member);
    expect(await membersOf(id)).toEqual([as(member, 'member'), as(owner, 'lead')]);
    await owner.api.put(`/projects/${id}`, { teamId: null });
    expect(await membersOf(id)).toEqual([as(member, 'member'), as(owner, 'lead')]);
  });

  it('can be changed by the project only when they are its own, with an event of the project', async () => {
    const { owner, admin, member, viewer } = company;
    const team = await createTeam(admin, [member, viewer]);
    const { id } = await createProject(owner, { teamId: team.id });
    const path = `/projects/${id}/members/${member.id}`;
    expect(refusalOf(await owner.api.delete(path))).toEqual([404, 'NOT_FOUND', 'Member not found']);
    expect(result(await owner.api.put(path))).toEqual([200, as(member, 'member')]);
    expect(result(await owner.api.put(path, { role: 'lead' }))).toEqual([200, as(member, 'lead')]);
    expect(result(await owner.api.delete(path))).toEqual([204, undefined]);
    expect(await membersOf(id)).toEqual([as(member, 'member'), as(owner, 'lead'), as(viewer, 'member')]);
    const lead = { id: owner.id, role: 'lead' };
    const own = (role: string) => [{ id: member.id, role }, lead];
    expect((await eventsOf(service.database, id)).slice(1).map(({ data }) => data.changes?.['members'])).toEqual([
      { from: [lead], to: own('member') },
      { from: own('member'), to: own('lead') },
      { from: own('lead'), to: [lead] },
    ]);
  });
});

describe('a team', () => {
  const requests = (id: string) =>
    [
      ['PUT', `/teams/${id}`, {}],
      ['DELETE', `/teams/${id}`],
      ['POST', `/teams/${id}/members`, { userId: company.member.id }],
      ['DELETE', `/teams/${id}/members/${company.member.id}`],
    ] as const;

  it('is unknown to another company, by a wrong id and by a malformed one', async () => {
    const team = await createTeam(company.admin, [company.member]);
    for (const id of [team.id, randomUUID(), 'x', '%00']) {
      for (const [method, path, body] of [['GET', `/teams/${id}`] as const, ...requests(id)]) {
        expect(refusalOf(await stranger.owner.api.send(method, path, body))).toEqual(NOT_FOUND);
      }
    }
    expect(await read(team)).toEqual(team);
  });

  it('can be changed only by ADMIN and OWNER', async () => {
    const team = await createTeam(company.admin, [company.member]);
    for (const [method, path, body] of [['POST', '/teams', {}] as const, ...requests(team.id)]) {
      expect(result(await company.member.api.send(method, path, body))).toEqual(FORBIDDEN);
      expect(result(await company.viewer.api.send(method, path, body))).toEqual(FORBIDDEN);
      expect((await service.api.send(method, path, body)).status).toBe(401);
    }
    expect(await read(team)).toEqual(team);
  });
});
