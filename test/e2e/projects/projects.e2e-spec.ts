import { randomUUID } from 'node:crypto';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTeam } from '../../factories/team.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const events = (projectId: string) => eventsOf(service.database, projectId);
const eventNames = async (projectId: string) => (await events(projectId)).map(({ name }) => name);
const names = ({ body }: Answer) => body.map(({ name }: { name: string }) => name);

describe('POST /projects', () => {
  it('creates an active project, led by its creator, and emits an event', async () => {
    const { status, body } = await company.member.api.post('/projects', {
      name: '  Website Relaunch ',
      description: '',
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        key: 'WR',
        name: 'Website Relaunch',
        description: '',
        status: 'active',
        teamId: null,
        taskCount: 0,
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: body.createdAt,
      },
    ]);
    expect((await company.member.api.get(`/projects/${body.id}`)).body.members).toEqual([
      { id: company.member.id, name: company.member.name, role: 'lead' },
    ]);
    expect(await events(body.id)).toEqual([{ name: 'project.created', data: body }]);
    const counters = await service.database.rows('SELECT * FROM project_counters WHERE project_id = $1', [body.id]);
    expect(counters).toEqual([
      { company_id: company.id, project_id: body.id, last_task_number: 0, task_count: 0, former_number: 0 },
    ]);
  });

  it('treats null for an optional field as left out', async () => {
    const { status, body } = await company.admin.api.post('/projects', {
      name: 'Nothing more',
      description: null,
      key: null,
      teamId: null,
    });
    expect([status, body.description, body.key, body.teamId]).toEqual([201, null, 'NM', null]);
  });

  it('accepts a key; a used key is a conflict, but not in another company', async () => {
    expect(await createProject(company.owner, { key: 'AB12345678' })).toMatchObject({ key: 'AB12345678' });
    expect(refusalOf(await company.owner.api.post('/projects', { name: 'Other', key: 'AB12345678' }))).toEqual([
      409,
      'CONFLICT',
      'The key AB12345678 is taken',
    ]);
    expect(await createProject(stranger.owner, { key: 'AB12345678' })).toMatchObject({ key: 'AB12345678' });
  });

  it('numbers a key made from the name of another project', async () => {
    const keys: string[] = [];
    for (let count = 0; count < 3; count += 1) keys.push((await createProject(company.owner, { name: 'Zebra' })).key);
    expect(keys).toEqual(['ZEB', 'ZEB2', 'ZEB3']);
  });

  it('gives each of many projects that are created at once its own key', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, () => createProject(company.member, { name: 'Same Name Here' })),
    );
    const expected = ['SNH', ...Array.from({ length: 11 }, (_, index) => `SNH${index + 2}`)];
    expect(new Set(made.map(({ key }) => key))).toEqual(new Set(expected));
    for (const { id } of made) expect(await eventNames(id)).toEqual(['project.created']);
  });

  it('gives a key to one of several concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => company.member.api.post('/projects', { name: 'Wanted', key: 'WANTED' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  const KEY_RULE = 'Must be 2 to 10 characters of A-Z and 0-9, the first a letter';

  it.each([
    [{}, { name: 'Required' }],
    [{ name: null }, { name: 'Required' }],
    [{ name: 7 }, { name: 'Expected string' }],
    [{ name: '   ' }, { name: 'Must be at least 1 character' }],
    [{ name: 'x'.repeat(501) }, { name: 'Must be at most 500 characters' }],
    [{ name: 'a\0b' }, { name: 'Invalid text' }],
    [{ name: 'P', description: 'x'.repeat(50_001) }, { description: 'Must be at most 50000 characters' }],
    [{ name: 'P', description: [] }, { description: 'Expected string' }],
    [{ name: 'P', key: 'A' }, { key: KEY_RULE }],
    [{ name: 'P', key: 'ab' }, { key: KEY_RULE }],
    [{ name: 'P', key: '1A' }, { key: KEY_RULE }],
    [{ name: 'P', key: 'ABCDEFGHIJK' }, { key: KEY_RULE }],
    [{ name: 'P', key: 'AB\n' }, { key: KEY_RULE }],
    [{ name: 'P', key: 12 }, { key: 'Expected string' }],
    [{ name: 'P', teamId: 'team' }, { teamId: 'Invalid uuid' }],
    [
      { name: 'P', status: 'archived', id: randomUUID() },
      { status: 'Unknown field', id: 'Unknown field' },
    ],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/projects', input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('accepts only a team of the company', async () => {
    const team = await createTeam(company.admin);
    const project = await createProject(company.member, { teamId: team.id.toUpperCase() });
    expect(project.teamId).toBe(team.id);
    expect((await events(project.id))[0]?.data['teamId']).toBe(team.id);
    for (const teamId of [randomUUID(), (await createTeam(stranger.admin)).id]) {
      const answer = await company.owner.api.post('/projects', { name: 'P', teamId, key: 'AB12345678' });
      expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'Team not found']);
    }
  });

  it('is refused to viewers, whatever they send', async () => {
    expect(result(await company.viewer.api.post('/projects', {}))).toEqual(FORBIDDEN);
  });
});

describe('GET /projects', () => {
  let lister: TestCompany;
  let teamId: string;
  const list = async (query = '') => names(await lister.owner.api.get(`/projects${query}`));

  beforeAll(async () => {
    lister = await createCompany(service.api);
    const first = await createProject(lister.owner, { name: '100% Alpha', key: 'ALPHA' });
    const second = await createProject(lister.owner, { name: 'Beta_Élan', key: 'BETA' });
    const third = await createProject(lister.member, { name: 'Gamma', key: 'GAMMA' });
    await createProject(lister.admin, { name: 'Delta', key: 'DELTA' });
    await lister.admin.api.post(`/projects/${first.id}/archive`);
    teamId = await giveToTeam(service.database, second.id);
    await giveToTeam(service.database, third.id);
    await addTasks(service.database, third.id, 3);
  });

  it('returns all projects, the oldest first, in the form of the single project', async () => {
    const { status, body } = await lister.owner.api.get('/projects');
    expect([status, body.map(({ key }: { key: string }) => key)]).toEqual([200, ['ALPHA', 'BETA', 'GAMMA', 'DELTA']]);
    expect(body.map(({ taskCount }: { taskCount: number }) => taskCount)).toEqual([0, 0, 3, 0]);
    const { members, watchLevel, ...project } = (await lister.owner.api.get(`/projects/${body[2].id}`)).body;
    expect(body[2]).toEqual(project);
    expect([members.length, watchLevel]).toEqual([1, 'participating']);
  });

  it.each(['admin', 'owner'] as const)('shows an %s the projects of every team', async (role) => {
    expect((await lister[role].api.get('/projects')).body).toHaveLength(4);
  });

  it('shows other users the projects without a team, and those they are a member of', async () => {
    expect(names(await lister.member.api.get('/projects'))).toEqual(['100% Alpha', 'Gamma', 'Delta']);
    expect(names(await lister.viewer.api.get('/projects'))).toEqual(['100% Alpha', 'Delta']);
    expect(names(await lister.viewer.api.get(`/projects?teamId=${teamId}`))).toEqual([]);
    expect((await lister.viewer.api.get('/projects?page=1')).body.meta.pagination.total).toBe(2);
  });

  it.each([
    ['status=active', ['Beta_Élan', 'Gamma', 'Delta']],
    ['status=archived', ['100% Alpha']],
    ['status=archived,active', ['100% Alpha', 'Beta_Élan', 'Gamma', 'Delta']],
    ['search=ALPH', ['100% Alpha']],
    ['search=ta', ['Beta_Élan', 'Delta']],
    ['search=0%25', ['100% Alpha']],
    ['search=%25', ['100% Alpha']],
    ['search=_', ['Beta_Élan']],
    ['search=%C3%A9lan', ['Beta_Élan']],
    ['search=%5C', []],
    ['search=', ['100% Alpha', 'Beta_Élan', 'Gamma', 'Delta']],
    ['search=a&status=archived', ['100% Alpha']],
    ['teamId=null', ['100% Alpha', 'Delta']],
    [`teamId=${randomUUID()}`, []],
  ])('filters by %s', async (query, expected) => {
    expect(await list(`?${query}`)).toEqual(expected);
  });

  it('filters by team', async () => {
    expect(await list(`?teamId=${teamId}`)).toEqual(['Beta_Élan']);
    expect(await list(`?teamId=${teamId.toUpperCase()},null`)).toEqual(['100% Alpha', 'Beta_Élan', 'Delta']);
  });

  it('gives pages', async () => {
    const { body } = await lister.owner.api.get('/projects?page=2&limit=3');
    expect(body).toMatchObject({ success: true, meta: { pagination: { page: 2, limit: 3, total: 4, totalPages: 2 } } });
    expect(names({ body: body.data } as Answer)).toEqual(['Delta']);
    const past = await lister.owner.api.get('/projects?page=9&search=beta');
    expect([past.status, past.body.data, past.body.meta.pagination.total]).toEqual([200, [], 1]);
  });

  it.each([
    ['status=open', { status: 'Must be one of: active, archived' }],
    ['teamId=7', { teamId: 'Invalid uuid' }],
    ['search=%00', { search: 'Invalid text' }],
    ['page=0', { page: 'Must be at least 1' }],
    ['page=1&limit=201', { limit: 'Must be at most 200' }],
    ['name=x', { name: 'Unknown parameter' }],
  ])('refuses %s', async (query, details) => {
    const answer = await lister.viewer.api.get(`/projects?${query}`);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('PUT /projects/{id}', () => {
  it('changes the given fields, and emits an event with the changes', async () => {
    const before = await createProject(company.owner, { name: 'Before', description: 'text' });
    const { status, body } = await company.member.api.put(`/projects/${before.id}`, {
      name: ' After ',
      description: 'text',
    });
    expect([status, body]).toEqual([200, { ...before, name: 'After', updatedAt: expect.stringMatching(TIMESTAMP) }]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    const changes = { name: { from: 'Before', to: 'After' } };
    expect((await events(before.id))[1]).toEqual({ name: 'project.updated', data: { ...body, changes } });
  });

  it('clears with null', async () => {
    const project = await createProject(company.owner, { description: 'text' });
    const teamId = await giveToTeam(service.database, project.id);
    const { body } = await company.owner.api.put(`/projects/${project.id}`, { description: null, teamId: null });
    expect(body).toMatchObject({ name: project.name, description: null, teamId: null });
    const changes = { description: { from: 'text', to: null }, teamId: { from: teamId, to: null } };
    expect((await events(project.id))[1]?.data.changes).toEqual(changes);
  });

  it('does nothing when nothing changes', async () => {
    const project = await createProject(company.owner, { description: 'text' });
    for (const input of [{}, { name: ` ${project.name} `, description: 'text', teamId: null }]) {
      expect(result(await company.member.api.put(`/projects/${project.id}`, input))).toEqual([200, project]);
    }
    expect(await eventNames(project.id)).toEqual(['project.created']);
  });

  it('keeps every change of many at once', async () => {
    const { id, name: first } = await createProject(company.owner);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => company.owner.api.put(`/projects/${id}`, { name: `Name ${index}` })),
    );
    const renamed = (await events(id)).slice(1).map(({ data }) => data.changes?.['name']);
    const nextName = new Map(renamed.map((change) => [change?.from, change?.to]));
    expect(nextName.size).toBe(10);
    let name: unknown = first;
    for (let count = 0; count < 10; count += 1) name = nextName.get(name);
    expect((await company.owner.api.get(`/projects/${id}`)).body.name).toBe(name);
  });

  it.each([
    [{ name: null }, { name: 'Required' }],
    [{ name: '' }, { name: 'Must be at least 1 character' }],
    [{ teamId: 'x' }, { teamId: 'Invalid uuid' }],
    [{ surprise: 1 }, { surprise: 'Unknown field' }],
  ])('refuses %j, even for no project', async (input, details) => {
    const answer = await company.owner.api.put(`/projects/${randomUUID()}`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('gives the project to a team', async () => {
    const { id } = await createProject(company.owner);
    const [from, to] = [await createTeam(company.admin), await createTeam(company.admin)];
    for (const teamId of [from.id, to.id, to.id]) {
      expect((await company.owner.api.put(`/projects/${id}`, { teamId })).body.teamId).toBe(teamId);
    }
    expect((await events(id)).slice(1).map(({ data }) => data.changes)).toEqual([
      { teamId: { from: null, to: from.id } },
      { teamId: { from: from.id, to: to.id } },
    ]);
  });

  it('locks the team before the project, like the deletion of a team', async () => {
    const { id } = await createProject(company.owner);
    const team = await createTeam(company.admin);
    await service.database.rows('BEGIN');
    try {
      await service.database.rows('SELECT 1 FROM teams WHERE company_id = $1 AND id = $2 FOR UPDATE', [
        company.id,
        team.id,
      ]);
      const given = company.owner.api.put(`/projects/${id}`, { teamId: team.id });
      await service.database.lockWaits(1);
      expect((await company.owner.api.put(`/projects/${id}`, { name: 'Renamed' })).status).toBe(200);
      await service.database.rows('COMMIT');
      expect((await given).body).toMatchObject({ name: 'Renamed', teamId: team.id });
    } finally {
      await service.database.rows('ROLLBACK');
    }
  });

  it('answers 404 for a team of another company, also for an archived project', async () => {
    const { id } = await createProject(company.owner);
    const foreign = await createTeam(stranger.admin);
    const put = (teamId: string) => company.owner.api.put(`/projects/${id}`, { teamId });
    const notFound = [404, 'NOT_FOUND', 'Team not found'];
    for (const teamId of [randomUUID(), foreign.id]) expect(refusalOf(await put(teamId))).toEqual(notFound);
    await company.owner.api.post(`/projects/${id}/archive`);
    for (const teamId of [randomUUID(), foreign.id]) expect(refusalOf(await put(teamId))).toEqual(notFound);
    expect((await put((await createTeam(company.admin)).id)).status).toBe(409);
  });
});

describe('archiving', () => {
  it('makes the project read-only and writable again', async () => {
    const { owner, admin, member } = company;
    const project = await createProject(owner);
    const path = `/projects/${project.id}`;
    const archived = await admin.api.post(`${path}/archive`);
    expect(result(archived)).toEqual([200, { ...project, status: 'archived', updatedAt: archived.body.updatedAt }]);
    expect(archived.body.updatedAt > project.updatedAt).toBe(true);
    expect(result(await owner.api.post(`${path}/archive`))).toEqual([200, archived.body]);
    for (const input of [{ name: 'New' }, {}]) {
      expect(refusalOf(await member.api.put(path, input))).toEqual(ARCHIVED);
    }
    const opened = await admin.api.post(`${path}/unarchive`);
    expect(result(opened)).toEqual([200, { ...project, updatedAt: opened.body.updatedAt }]);
    expect(result(await owner.api.post(`${path}/unarchive`))).toEqual([200, opened.body]);
    const changes = { status: { from: 'archived', to: 'active' } };
    expect((await events(project.id)).slice(1)).toEqual([
      { name: 'project.archived', data: archived.body },
      { name: 'project.updated', data: { ...opened.body, changes } },
    ]);
  });

  it('happens once when many requests come at once', async () => {
    const { id } = await createProject(company.owner);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => company.admin.api.post(`/projects/${id}/archive`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await eventNames(id)).toEqual(['project.created', 'project.archived']);
  });

  it('takes no body', async () => {
    const { id } = await createProject(company.owner);
    const answer = await company.owner.api.post(`/projects/${id}/archive`, { status: 'archived' });
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { status: 'Unknown field' }]);
    expect((await company.owner.api.post(`/projects/${id}/archive`, {})).status).toBe(200);
  });
});
