import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createLabel } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.member, { key: 'VIE' });
});
afterAll(() => service.stop());

const NOT_FOUND = [404, 'NOT_FOUND', 'View not found'];

describe('a company', () => {
  it('has three views of its own from its start', async () => {
    const { body } = await stranger.viewer.api.get('/views');
    expect(body).toEqual(
      [
        ['Nobody has it', 'assignee is empty and not done and priority >= High and not archived'],
        ['Open and mine', 'assignee = me and not done and not archived'],
        ['Overdue', 'overdue and not archived'],
      ].map(([name, filter]) => ({
        id: expect.any(String),
        name,
        description: null,
        filter,
        projectId: null,
        layout: 'list',
        groupBy: null,
        subgroupBy: null,
        sortBy: 'createdAt',
        sortOrder: 'desc',
        columns: null,
        visibility: 'company',
        ownerId: null,
        favorite: false,
        position: null,
        broken: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })),
    );
    const { id } = body[0];
    expect((await stranger.member.api.put(`/views/${id}`, { name: 'x' })).status).toBe(403);
    expect((await stranger.admin.api.put(`/views/${id}`, { name: 'Free' })).body.name).toBe('Free');
  });
});

describe('a view', () => {
  it('is made, changed and deleted by its owner, and seen by nobody else while it is private', async () => {
    const { api } = company.viewer;
    const made = await api.post('/views', { name: ' Mine ', filter: 'IS:open', columns: ['tid', 'title'] });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        name: 'Mine',
        filter: 'not done',
        visibility: 'private',
        ownerId: company.viewer.id,
        columns: ['tid', 'title'],
      },
    ]);
    const path = `/views/${made.body.id}`;
    for (const other of [company.owner, company.member, stranger.owner]) {
      expect(refusalOf(await other.api.get(path))).toEqual(NOT_FOUND);
      expect(refusalOf(await other.api.put(path, { name: 'x' }))).toEqual(NOT_FOUND);
    }
    expect((await api.put(path, { groupBy: 'status', subgroupBy: 'delegate', columns: null })).body).toMatchObject({
      groupBy: 'status',
      subgroupBy: 'delegate',
      columns: null,
    });
    const same = await api.put(path, { groupBy: 'status' });
    expect(same.body.updatedAt).toBe((await api.get(path)).body.updatedAt);
    expect((await api.put(path, { name: 'y' }, { headers: { 'If-Match': '"other"' } })).status).toBe(412);
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.delete(path)).status).toBe(404);
  });

  it('may have no columns, which is not the same as the usual ones', async () => {
    const { api } = company.member;
    const made = await api.post('/views', { name: 'Bare', columns: [] });
    expect([made.status, made.body.columns]).toEqual([201, []]);
    const path = `/views/${made.body.id}`;
    expect((await api.put(path, { columns: null })).body.columns).toBeNull();
    expect((await api.put(path, { columns: [] })).body.columns).toEqual([]);
    expect((await api.get(path)).body.columns).toEqual([]);
  });

  it('of the company needs MEMBER, and is changed by its owner, ADMIN and OWNER', async () => {
    const shared = { name: 'Ours', visibility: 'company' };
    const refused = await company.viewer.api.post('/views', shared);
    expect([refused.status, refused.body]).toEqual(FORBIDDEN);
    const { body } = await company.member.api.post('/views', shared);
    const other = await createUser(company.owner, 'MEMBER');
    expect((await other.api.get(`/views/${body.id}`)).status).toBe(200);
    expect((await other.api.put(`/views/${body.id}`, { name: 'x' })).status).toBe(403);
    expect((await other.api.delete(`/views/${body.id}`)).status).toBe(403);
    expect((await company.admin.api.put(`/views/${body.id}`, { name: 'Theirs' })).status).toBe(200);
    expect((await company.owner.api.delete(`/views/${body.id}`)).status).toBe(204);
  });

  it.each([
    [{}, { name: 'Required' }],
    [{ name: 'x'.repeat(101) }, { name: 'Must be at most 100 characters' }],
    [{ name: 'x', filter: 'foo' }, { filter: expect.stringMatching(/^Column 1: unknown field "foo"/) }],
    [{ name: 'x', layout: 'cards' }, { layout: 'Must be one of: list, board, calendar, timeline' }],
    [
      { name: 'x', groupBy: 'rank' },
      { groupBy: 'Must be one of: status, priority, assignee, delegate, label, sprint, epic, project' },
    ],
    [{ name: 'x', columns: ['color'] }, { columns: expect.stringMatching(/^Must be one of: id/) }],
    [{ name: 'x', columns: Array(31).fill('tid') }, { columns: 'Must hold at most 30' }],
    [{ name: 'x', broken: true }, { broken: 'Unknown field' }],
  ])('is refused: %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/views', input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it.each(['list', 'board', 'calendar', 'timeline'])('is shown as a %s', async (layout) => {
    const { api } = company.member;
    const made = await api.post('/views', { name: 'Shown', layout });
    expect([made.status, made.body.layout]).toEqual([201, layout]);
    const other = await api.post('/views', { name: 'Shown' });
    expect((await api.put(`/views/${other.body.id}`, { layout })).body.layout).toBe(layout);
    expect((await api.get(`/views/${other.body.id}`)).body.layout).toBe(layout);
  });

  it('follows renames, and says what has been deleted or is out of reach', async () => {
    const { admin, member } = company;
    const bug = await createLabel(member, { name: 'bug' });
    const gone = await createLabel(member, { name: 'gone' });
    const hidden = await createProject(admin, { key: 'HID' });
    const { body: view } = await admin.api.post('/views', {
      name: 'Names',
      filter: 'label in (bug, gone) or project = HID',
      visibility: 'company',
    });
    await giveToTeam(service.database, hidden.id);
    await member.api.put(`/labels/${bug.id}`, { name: 'Real bug' });
    await member.api.delete(`/labels/${gone.id}`);
    const path = `/views/${view.id}`;
    expect((await admin.api.get(path)).body).toMatchObject({
      filter: 'label in ("Real bug", "(deleted)") or project = HID',
      broken: true,
    });
    const seen = (await member.api.get(path)).body.filter;
    expect(seen).toBe('label in ("Real bug", "(deleted)") or project = "(hidden)"');
    const kept = await admin.api.put(path, { filter: 'label in ("(deleted)", "real bug") or project = HID and done' });
    expect(kept.body.filter).toBe('label in ("(deleted)", "Real bug") or project = HID and done');
    const fixed = await admin.api.put(path, { filter: 'label = "Real bug" or project = HID' });
    expect(fixed.body).toMatchObject({ filter: 'label = "Real bug" or project = HID', broken: false });
    expect((await member.api.get(path)).body.broken).toBe(false);
    expect((await admin.api.put(path, { filter: 'label = "(deleted)"' })).status).toBe(400);
  });

  it('may hold a name that so many things have that their ids are longer than any text one may write', async () => {
    const { member } = company;
    const { database } = service;
    const alike = `INSERT INTO epics (company_id, id, project_id, name, color, created_at, updated_at)
      SELECT company_id, gen_random_uuid(), id, 'Alike', '#336699', now(), now()
      FROM projects, generate_series(1, 200) WHERE id = $1`;
    await database.rows(alike, [project.id]);
    const made = await member.api.post('/views', { name: 'Alike', filter: 'epic = Alike and done' });
    const filter = expect.stringMatching(/^epic in \(([-0-9a-f]{36}, ){199}[-0-9a-f]{36}\) and done$/);
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ filter, broken: false })]);
    const path = `/views/${made.body.id}`;
    expect((await member.api.get(`/tasks?view=${made.body.id}`)).body).toEqual([]);
    const kept = await member.api.put(path, { name: 'Same', filter: made.body.filter });
    expect([kept.status, kept.body]).toEqual([200, expect.objectContaining({ name: 'Same', filter })]);
    const longer = await member.api.put(path, { filter: `${made.body.filter} and blocked` });
    expect(refusalOf(longer)).toEqual([400, 'VALIDATION_ERROR', { filter: 'At most 2,000 characters' }]);
    await database.rows(`DELETE FROM epics WHERE name = 'Alike'`);
  });

  it('of a project is gone for those who do not reach it', async () => {
    const own = await createProject(company.admin, { key: 'OWN' });
    const { body } = await company.admin.api.post('/views', { name: 'P', projectId: own.id, visibility: 'company' });
    expect((await company.member.api.get(`/views/${body.id}`)).status).toBe(200);
    const listed = await company.member.api.get(`/views?projectId=${project.id}`);
    expect(listed.body.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    await giveToTeam(service.database, own.id);
    expect(refusalOf(await company.member.api.get(`/views/${body.id}`))).toEqual(NOT_FOUND);
    expect(refusalOf(await company.member.api.get(`/tasks?view=${body.id}`))).toEqual(NOT_FOUND);
    const refused = await company.member.api.post('/views', { name: 'P', projectId: own.id });
    expect([refused.status, refused.body]).toEqual([404, { error: 'Project not found' }]);
  });

  it('narrows a list of tasks down, read as who asks', async () => {
    const { member, admin } = company;
    const mine = await createTask(member, project.id, { title: 'b mine', assigneeId: member.id });
    const theirs = await createTask(member, project.id, { title: 'a theirs', assigneeId: admin.id });
    const other = await createTask(member, project.id, { title: 'c mine', assigneeId: member.id, priority: 'High' });
    const { body: view } = await member.api.post('/views', {
      name: 'My',
      filter: 'assignee = me',
      projectId: project.id,
      sortBy: 'title',
      sortOrder: 'asc',
      visibility: 'company',
    });
    const ids = async ({ api }: typeof member, more = '') =>
      (await api.get(`/tasks?view=${view.id}${more}`)).body.map(({ id }: { id: string }) => id);
    expect(await ids(member)).toEqual([mine.id, other.id]);
    expect(await ids(member, '&sortOrder=desc')).toEqual([other.id, mine.id]);
    expect(await ids(member, '&filter=priority:High')).toEqual([other.id]);
    expect(await ids(admin)).toEqual([theirs.id]);
    const { body: groups } = await admin.api.get(`/tasks/groups?view=${view.id}&by=assignee`);
    expect(groups).toMatchObject([{ keys: [{ id: admin.id, name: admin.name }], tasks: 1 }]);
    expect(refusalOf(await stranger.member.api.get(`/tasks?view=${view.id}`))).toEqual(NOT_FOUND);
    expect(refusalOf(await member.api.get('/tasks?view=x'))).toEqual([
      400,
      'VALIDATION_ERROR',
      { view: 'Invalid uuid' },
    ]);
  });

  it('is a favorite at a place of each one’s own', async () => {
    const user = await createUser(company.owner, 'VIEWER');
    const made = await Promise.all(
      ['A', 'B', 'C'].map(async (name) => (await user.api.post('/views', { name })).body.id),
    );
    const [a, b, c] = made;
    for (const id of made) expect((await user.api.put(`/views/${id}/favorite`)).body.favorite).toBe(true);
    const places = async () => {
      const { body } = await user.api.get('/views?favorite=true');
      return body.map(({ name, position }: { name: string; position: number }) => `${name}${position}`).join(' ');
    };
    expect(await places()).toBe('A0 B1 C2');
    expect((await user.api.put(`/views/${c}/favorite`, { position: 0 })).body.position).toBe(0);
    expect(await places()).toBe('A1 B2 C0');
    await user.api.put(`/views/${c}/favorite`);
    await user.api.put(`/views/${a}/favorite`, { position: 99 });
    expect(await places()).toBe('A2 B1 C0');
    expect((await user.api.delete(`/views/${b}/favorite`)).status).toBe(204);
    expect(await places()).toBe('A1 C0');
    expect((await company.member.api.put(`/views/${a}/favorite`)).status).toBe(404);
    expect((await user.api.put(`/views/${UNKNOWN_ID}/favorite`)).status).toBe(404);
  });

  it('is one of 200 of a user at most', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    for (let from = 0; from < 200; from += 20) {
      await Promise.all(Array.from({ length: 20 }, () => user.api.post('/views', { name: 'x' })));
    }
    expect((await user.api.post('/views', { name: 'x' })).status).toBe(409);
  });
});

describe('a bulk request by filter', () => {
  const query = (own: TestProject, more = '') => `project = ${own.key} ${more}`;

  it('changes what matches, when it is as many as expected', async () => {
    const { api } = company.member;
    const own = await createProject(company.member, { key: 'BLK' });
    for (const title of ['a', 'b', 'c']) await createTask(company.member, own.id, { title });
    const filter = query(own, 'title != c');
    const set = { priority: 'High' };
    const wrong = await api.post('/tasks/bulk', { filter, expected: 3, set });
    expect([wrong.status, wrong.body.error.message]).toEqual([409, '2 tasks match, not the 3 that were expected']);
    const right = await api.post('/tasks/bulk', { filter, expected: 2, set });
    expect([right.status, right.body.updated, right.body.tasks.length]).toEqual([200, 2, 2]);
    expect((await api.post('/tasks/bulk-delete', { filter: query(own), expected: 2 })).status).toBe(409);
    const gone = await api.post('/tasks/bulk-delete', { filter: query(own, 'priority = High'), expected: 2 });
    expect([gone.status, gone.body]).toEqual([200, { deleted: 2 }]);
  });

  it.each([
    [{ set: {} }, { ids: 'Required' }],
    [
      { ids: [UNKNOWN_ID], filter: '', expected: 1, set: {} },
      { ids: 'Cannot be given with filter', expected: 'Cannot be given with ids' },
    ],
    [{ filter: 'done', set: {} }, { expected: 'Required' }],
    [{ ids: [UNKNOWN_ID], expected: 1, set: {} }, { expected: 'Cannot be given with ids' }],
    [{ filter: 'done', expected: 201, set: {} }, { expected: 'Must be from 1 to 200' }],
    [{ filter: 'nope', expected: 1, set: {} }, { filter: expect.stringMatching(/^Column 1: unknown field "nope"/) }],
  ])('is refused: %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/tasks/bulk', input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('is refused when more than 200 tasks match', async () => {
    const own = await createProject(company.member, { key: 'MNY' });
    for (let from = 0; from < 3; from += 1) {
      const tasks = Array.from({ length: 70 }, () => ({ title: 't', projectId: own.id }));
      await company.member.api.post('/tasks/bulk-create', { tasks });
    }
    const answer = await company.member.api.post('/tasks/bulk-delete', { filter: query(own), expected: 200 });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_INPUT']);
  });
});
