import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createField, type TestField } from '../../factories/field.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestActivity } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const invalid = (details: object) => [400, 'VALIDATION_ERROR', details];
const USER_NOT_FOUND = [404, 'NOT_FOUND', 'User not found'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
let fields: Record<string, TestField>;

beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.admin);
  const { admin } = company;
  const made = [
    await createField(admin, 'Customer', 'text'),
    await createField(admin, 'Effort', 'number'),
    await createField(admin, 'Go live', 'date'),
    await createField(admin, 'Severity', 'select', { options: ['Minor', 'Major', { name: 'Old', archived: true }] }),
    await createField(admin, 'Parts', 'multi_select', { options: ['Web', 'App', 'Api'] }),
    await createField(admin, 'Tester', 'person'),
    await createField(admin, 'Spec', 'url'),
    await createField(admin, 'Billable', 'checkbox'),
  ];
  fields = Object.fromEntries(made.map((field) => [field.key, field]));
});
afterAll(() => service.stop());

const post = (custom: unknown, user: TestUser = company.member) =>
  user.api.post('/tasks', { title: 'Task', projectId: project.id, custom });
const taskOf = (custom: object = {}) => createTask(company.member, project.id, { custom });
const put = (id: string, custom: unknown, user: TestUser = company.member) => user.api.put(`/tasks/${id}`, { custom });
const get = async (id: string) => (await company.viewer.api.get(`/tasks/${id}`)).body;
const eventsAbout = async (id: string) =>
  (await eventsOf(service.database, project.id)).filter(({ data }) => data['id'] === id);

const ALL = () => ({
  customer: 'ACME',
  effort: 12.5,
  go_live: '2026-12-24',
  severity: 'Major',
  parts: ['Web', 'Api'],
  tester: { id: company.admin.id, name: company.admin.name },
  spec: 'https://example.com/x?y=1',
  billable: false,
});

it('shows what was written, in the order of the fields, wherever a task is answered', async () => {
  const written = {
    billable: false,
    parts: ['api', fields['parts']!.options[0]!.id, 'API'],
    severity: 'mAJOR',
    customer: '  ACME ',
    effort: 12.5,
    tester: company.admin.email.toUpperCase(),
    spec: 'https://example.com/x?y=1',
    go_live: '2026-12-24',
  };
  const { status, body } = await post(written);
  expect([status, body.custom]).toEqual([201, ALL()]);
  expect(Object.keys(body.custom)).toEqual(Object.keys(ALL()));
  expect((await get(body.id)).custom).toEqual(ALL());
  expect((await put(body.id, {})).body.custom).toEqual(ALL());
  const other = await taskOf();
  const moved = await company.member.api.post(`/tasks/${body.id}/move`, { afterId: other.id });
  expect(moved.body.custom).toEqual(ALL());
  const bulk = await company.member.api.post('/tasks/bulk', { ids: [body.id, other.id], set: { title: 'Both' } });
  expect(bulk.body.tasks.map(({ custom }: { custom: object }) => custom)).toEqual([ALL(), {}]);
  const list = async (query: string) => {
    const { body: tasks } = await company.viewer.api.get(
      `/tasks?projectId=${project.id}&tid=${body.tid},${other.tid}&sortBy=rank&sortOrder=asc&${query}`,
    );
    return (tasks as { id: string; custom?: object }[]).map((task) => [task.id, task.custom]);
  };
  expect(await list('')).toEqual([
    [other.id, undefined],
    [body.id, undefined],
  ]);
  expect(await list('include=custom')).toEqual([
    [other.id, {}],
    [body.id, ALL()],
  ]);
  expect(await list('fields=id,custom')).toEqual([
    [other.id, {}],
    [body.id, ALL()],
  ]);
  expect(await list('fields=id&include=custom,assignee')).toEqual([
    [other.id, {}],
    [body.id, ALL()],
  ]);
  const only = await company.viewer.api.get(`/tasks?tid=${body.tid}&fields=custom&page=1`);
  expect(only.body.data).toEqual([{ custom: ALL() }]);
  const read = await company.viewer.api.get(`/tasks?tid=${body.tid}&include=custom&cursor=`);
  expect(read.body.data[0].custom).toEqual(ALL());
});

it('merges by key, and null or what is empty clears', async () => {
  const { id } = await taskOf(ALL());
  expect((await put(id, { customer: null, parts: [], effort: 0 })).body.custom).toEqual({
    ...ALL(),
    customer: undefined,
    parts: undefined,
    effort: 0,
  });
  for (const empty of [' ', '\u200b \u00ad']) {
    await put(id, { customer: 'Known' });
    expect((await put(id, { customer: empty })).body.custom).not.toHaveProperty('customer');
  }
  expect(refusalOf(await put(id, null))).toEqual(invalid({ custom: 'Required' }));
  expect((await post(null)).body.custom).toEqual({});
  for (const custom of [[], 'x', 7]) expect((await put(id, custom)).status).toBe(400);
});

it('makes one change of each write: event, history and updatedAt', async () => {
  const task = await taskOf({ severity: 'Minor', tester: company.admin.id });
  const [created] = await eventsAbout(task.id);
  expect(created?.data['custom']).toEqual({ severity: 'Minor', tester: { id: company.admin.id, name: 'Ada Admin' } });
  const { body } = await put(task.id, {
    severity: 'Major',
    tester: company.member.id,
    parts: ['App', 'Web'],
    billable: false,
  });
  const changes = {
    'custom.severity': { from: 'Minor', to: 'Major' },
    'custom.tester': { from: company.admin.id, to: company.member.id },
    'custom.parts': { from: null, to: ['Web', 'App'] },
    'custom.billable': { from: null, to: false },
  };
  expect((await eventsAbout(task.id)).slice(1)).toEqual([{ name: 'task.updated', data: { ...body, changes } }]);
  const [entry] = (await company.viewer.api.get<TestActivity[]>(`/tasks/${task.id}/activity`)).body;
  expect(entry?.changes).toEqual(changes);
  expect(body.updatedAt > task.updatedAt).toBe(true);
  const same = await put(task.id, { severity: 'major', parts: ['Web', 'App'] });
  expect(same.body.updatedAt).toBe(body.updatedAt);
  const bare = await taskOf();
  expect((await eventsAbout(bare.id))[0]?.data).not.toHaveProperty('custom');
  await company.member.api.delete(`/tasks/${task.id}`);
  expect((await eventsAbout(task.id)).at(-1)?.data['custom']).toEqual(body.custom);
});

it('lets two people who change different keys at once both win', async () => {
  const { id } = await taskOf();
  const writes = [{ customer: 'A' }, { effort: 1 }, { severity: 'Minor' }, { billable: true }, { parts: ['Api'] }];
  const answers = await Promise.all(writes.map((custom) => put(id, custom)));
  expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 200));
  expect((await get(id)).custom).toEqual({
    customer: 'A',
    effort: 1,
    severity: 'Minor',
    billable: true,
    parts: ['Api'],
  });
});

describe('a value', () => {
  it.each([
    ['customer', 7, 'Expected string'],
    ['customer', 'a\nb', 'Must be one line'],
    ['customer', 'x'.repeat(1_001), 'Must be at most 1000 characters'],
    ['customer', 'x\0', 'Invalid text'],
    ['effort', '7', 'Expected number'],
    ['effort', true, 'Expected number'],
    ['effort', 1e15, 'Too many digits'],
    ['effort', 0.1234567, 'Too many digits'],
    ['effort', 1234567890.1234567, 'Too many digits'],
    ['effort', 1e-7, 'Too many digits'],
    ['go_live', '2026-02-30', 'Invalid date'],
    ['go_live', '24.12.2026', 'Invalid date'],
    ['go_live', '2026-12-24T00:00:00Z', 'Invalid date'],
    ['go_live', 7, 'Invalid date'],
    ['severity', 'Medium', 'Must be one of: Minor, Major'],
    ['severity', ['Major'], 'Must be one of: Minor, Major'],
    ['severity', 'old', 'Option is archived'],
    ['parts', 'Web', 'Must be one of: Web, App, Api'],
    ['parts', ['Web', 'Desk'], 'Must be one of: Web, App, Api'],
    ['parts', [7], 'Must be one of: Web, App, Api'],
    ['spec', 'ftp://example.com', 'Invalid url'],
    ['spec', 'example.com', 'Invalid url'],
    ['spec', `https://example.com/${'x'.repeat(2_048)}`, 'Invalid url'],
    ['billable', 'true', 'Expected boolean'],
    ['severty', 'Major', 'Unknown field; did you mean "severity"?'],
    ['nothing', 'Major', 'Unknown field'],
  ])('of %s is not %j', async (key, value, message) => {
    const custom = JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(value)}}`) as object;
    expect(refusalOf(await post(custom))).toEqual(invalid({ [`custom.${key}`]: message }));
  });

  it.each([
    ['effort', 999_999_999_999_999],
    ['effort', -0.000001],
    ['effort', 123_456_789.123456],
    ['customer', '👍'.repeat(1_000)],
    ['go_live', '0001-01-01'],
    ['go_live', '9999-12-31'],
  ])('of %s can be %j', async (key, value) => {
    expect(((await taskOf({ [key]: value })) as unknown as { custom: object }).custom).toEqual({ [key]: value });
  });

  it('names the options that are not archived, 20 at most', async () => {
    const options = Array.from({ length: 30 }, (_, n) => `Option ${n}`);
    await createField(company.admin, 'Many', 'select', { options });
    const message = `Must be one of: ${options.slice(0, 20).join(', ')}, …`;
    expect(refusalOf(await post({ many: 'x' }))).toEqual(invalid({ 'custom.many': message }));
  });

  it('is named in bulk requests', async () => {
    const { id } = await taskOf();
    const wrong = { severity: 'x', nothing: 1 };
    expect(
      refusalOf(await company.member.api.post('/tasks/bulk', { ids: [id], set: { custom: { severity: 'x' } } })),
    ).toEqual(invalid({ 'set.custom.severity': 'Must be one of: Minor, Major' }));
    const tasks = [
      { title: 'a', projectId: project.id },
      { title: 'b', projectId: project.id, custom: wrong },
    ];
    expect(refusalOf(await company.member.api.post('/tasks/bulk-create', { tasks }))).toEqual(
      invalid({
        'tasks.1.custom.severity': 'Must be one of: Minor, Major',
        'tasks.1.custom.nothing': 'Unknown field',
      }),
    );
  });

  it('takes at most 32 KiB with the others', async () => {
    const keys: string[] = [];
    for (let n = 0; n < 34; n += 1) keys.push((await createField(company.admin, `Long ${n}`, 'text')).key);
    const custom = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(1_000)]));
    expect(refusalOf(await post(custom))).toEqual(invalid({ custom: 'Values take at most 32 KiB' }));
    const { id } = await taskOf(Object.fromEntries(Object.entries(custom).slice(0, 20)));
    expect(refusalOf(await put(id, custom))).toEqual(invalid({ custom: 'Values take at most 32 KiB' }));
  });
});

describe('a person', () => {
  it('is an active user who reaches the project', async () => {
    const closed = await createProject(company.admin);
    await giveToTeam(service.database, closed.id);
    const gone = await createUser(company.owner, 'MEMBER', 'Gone Girl');
    await company.owner.api.put(`/users/${gone.id}`, { active: false });
    for (const person of [stranger.admin.id, stranger.admin.email, gone.id, gone.email, 'Ada Admin', { id: gone.id }]) {
      expect(refusalOf(await post({ tester: person }))).toEqual(USER_NOT_FOUND);
    }
    const task = await createTask(company.admin, closed.id);
    expect(refusalOf(await put(task.id, { tester: company.member.id }, company.admin))).toEqual(USER_NOT_FOUND);
    expect((await put(task.id, { tester: { id: company.owner.id } }, company.admin)).body.custom.tester.name).toBe(
      'Olga Owner',
    );
  });

  it('keeps a name that changes, and stays when they are deactivated', async () => {
    const anna = await createUser(company.owner, 'MEMBER', 'Anna One');
    const { id } = await taskOf({ tester: anna.id });
    await company.owner.api.put(`/users/${anna.id}`, { name: 'Anna Two', active: false });
    const { custom } = await get(id);
    expect(custom).toEqual({ tester: { id: anna.id, name: 'Anna Two' } });
    expect((await put(id, { ...custom, customer: 'x' })).status).toBe(200);
  });
});

it('is for who may write the task', async () => {
  const { id } = await taskOf();
  expect((await put(id, { customer: 'x' }, company.viewer)).status).toBe(403);
  expect((await put(id, { customer: 'x' }, stranger.owner)).status).toBe(404);
  const archived = await createProject(company.admin);
  const task = await createTask(company.member, archived.id);
  await company.admin.api.post(`/projects/${archived.id}/archive`);
  expect((await put(task.id, { customer: 'x' })).status).toBe(409);
});

describe('an archived field', () => {
  it('keeps its values, which can be cleared and written back, but not set', async () => {
    const field = await createField(company.admin, 'Retired', 'text');
    const [kept, other] = [await taskOf({ retired: 'x' }), await taskOf()];
    await company.admin.api.put(`/fields/${field.id}`, { archived: true });
    expect((await get(kept.id)).custom).toEqual({ retired: 'x' });
    expect((await put(kept.id, { retired: 'x', customer: 'y' })).status).toBe(200);
    const refused = invalid({ 'custom.retired': 'Field is archived' });
    expect(refusalOf(await put(kept.id, { retired: 'z' }))).toEqual(refused);
    expect(refusalOf(await put(other.id, { retired: 'x' }))).toEqual(refused);
    expect(refusalOf(await post({ retired: 'x' }))).toEqual(refused);
    expect((await put(kept.id, { retired: null })).body.custom).toEqual({ customer: 'y' });
  });

  it('is as an archived option', async () => {
    const field = await createField(company.admin, 'Phases', 'multi_select', { options: ['One', 'Two'] });
    const [kept, other] = [await taskOf({ phases: ['One'] }), await taskOf()];
    await company.admin.api.put(`/fields/${field.id}`, { options: [{ name: 'One', archived: true }, { name: 'Two' }] });
    expect((await put(kept.id, { phases: ['Two', 'One'] })).body.custom.phases).toEqual(['One', 'Two']);
    expect(refusalOf(await put(other.id, { phases: ['One'] }))).toEqual(
      invalid({ 'custom.phases': 'Option is archived' }),
    );
  });
});

it('has values in its projects alone, and keeps those that are left behind, unseen', async () => {
  const elsewhere = await createProject(company.admin);
  const field = await createField(company.admin, 'Only here', 'text', { projectIds: [project.id] });
  const refused = invalid({ 'custom.only_here': 'Not a field of this project' });
  const there = await createTask(company.member, elsewhere.id);
  expect(refusalOf(await put(there.id, { only_here: 'x' }))).toEqual(refused);
  const task = await taskOf({ only_here: 'x' });
  await company.admin.api.put(`/fields/${field.id}`, { projectIds: [elsewhere.id] });
  expect((await get(task.id)).custom).toEqual({});
  const found = async (filter: string) =>
    (await company.viewer.api.get(`/tasks?filter=${encodeURIComponent(filter)}&tid=${task.tid}`)).body.length;
  expect([await found('only_here = x'), await found('only_here is empty')]).toEqual([0, 1]);
  expect(refusalOf(await put(task.id, { only_here: 'y' }))).toEqual(refused);
  expect((await put(task.id, { only_here: null })).body.updatedAt).toBe(task.updatedAt);
  const bulk = { ids: [task.id, there.id], set: { custom: { only_here: null } } };
  expect((await company.member.api.post('/tasks/bulk', bulk)).status).toBe(200);
  await company.admin.api.put(`/fields/${field.id}`, { projectIds: null });
  expect((await get(task.id)).custom).toEqual({ only_here: 'x' });
});

it('is gone at once with a deleted field, which the history remembers', async () => {
  const field = await createField(company.admin, 'Short lived', 'select', { options: ['Yes'] });
  const task = await taskOf({ short_lived: 'Yes' });
  await put(task.id, { short_lived: null });
  await put(task.id, { short_lived: 'Yes' });
  expect((await company.admin.api.delete(`/fields/${field.id}`)).status).toBe(204);
  expect((await get(task.id)).custom).toEqual({});
  expect(refusalOf(await put(task.id, { short_lived: 'Yes' }))).toEqual(
    invalid({ 'custom.short_lived': expect.stringContaining('Unknown field') }),
  );
  const history = (await company.viewer.api.get<TestActivity[]>(`/tasks/${task.id}/activity`)).body;
  expect(history[0]?.changes).toEqual({ 'custom.short_lived': { from: null, to: 'Yes' } });
});

it('takes the values of a deleted field out of the tasks afterwards', async () => {
  const field = await createField(company.admin, 'Taken out', 'text');
  const task = await taskOf({ taken_out: 'x', customer: 'y' });
  await company.admin.api.delete(`/fields/${field.id}`);
  await eventually('the values are taken out', async () => {
    const [row] = await service.database.rows<{ custom: object }>('SELECT custom FROM task_values WHERE id = $1', [
      task.id,
    ]);
    return !(field.id in (row?.custom ?? {}));
  });
  expect((await get(task.id)).custom).toEqual({ customer: 'y' });
});

it('clears an erased person from open tasks, and shows the new name in the others', async () => {
  const zoe = await createUser(company.owner, 'MEMBER', 'Zoe Zimmer');
  const [open, done] = [await taskOf({ tester: zoe.id }), await taskOf({ tester: zoe.id })];
  await company.member.api.put(`/tasks/${done.id}`, { status: 'Done' });
  expect((await company.owner.api.delete(`/users/${zoe.id}`)).status).toBe(202);
  await eventually('the open task has no tester', async () => Object.keys((await get(open.id)).custom).length === 0);
  expect((await eventsAbout(open.id)).at(-1)?.data.changes).toEqual({ 'custom.tester': { from: zoe.id, to: null } });
  expect((await get(done.id)).custom).toEqual({ tester: { id: zoe.id, name: expect.stringMatching(/^Deleted user/) } });
});
