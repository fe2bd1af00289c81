import { randomUUID } from 'node:crypto';
import { createAgent } from '../../factories/agent.factory.js';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createField, type TestField } from '../../factories/field.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { companyEventsOf, eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Field not found'];
const invalid = (details: object) => [400, 'VALIDATION_ERROR', details];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const post = (input: object) => company.admin.api.post<TestField>('/fields', input);
const put = ({ id }: Pick<TestField, 'id'>, input: object, options = {}) =>
  company.admin.api.put<TestField>(`/fields/${id}`, input, options);
const positions = async (of: TestCompany) =>
  (await of.viewer.api.get<TestField[]>('/fields?archived=true')).body.map(({ key, position }) => [key, position]);

describe('POST /fields', () => {
  it('makes a field, which all roles read, by its id or key', async () => {
    const { status, body } = await post({
      name: ' Story type ',
      type: 'select',
      description: 'What it is',
      options: [{ name: 'Bug', color: '#D73A4A' }, { name: ' Chore ' }],
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        key: 'story_type',
        name: 'Story type',
        type: 'select',
        description: 'What it is',
        options: [
          { id: expect.any(String), name: 'Bug', color: '#D73A4A', archived: false },
          { id: expect.any(String), name: 'Chore', color: '#808080', archived: false },
        ],
        projectIds: null,
        position: expect.any(Number),
        archived: false,
        createdAt: body.updatedAt,
        updatedAt: expect.any(String),
      },
    ]);
    for (const name of [body.id, 'story_type']) {
      expect(result(await company.viewer.api.get(`/fields/${name}`))).toEqual([200, body]);
      expect(refusalOf(await stranger.owner.api.get(`/fields/${name}`))).toEqual(NOT_FOUND);
    }
    expect((await companyEventsOf(service.database, company.id)).filter(({ data }) => data['id'] === body.id)).toEqual(
      [],
    );
  });

  it('makes keys from names, and takes given ones once for ever', async () => {
    const first = await createField(company.admin, 'Größe', 'text');
    expect(first.key).toBe('gro_e');
    expect((await createField(company.admin, 'Gro e', 'text')).key).toBe('gro_e_2');
    expect((await createField(company.admin, 'Assignee', 'text')).key).toBe('assignee_field');
    expect(refusalOf(await post({ name: 'Given', type: 'text', key: 'gro_e' }))).toEqual([
      409,
      'CONFLICT',
      'The key is taken, by a deleted field too',
    ]);
    expect((await company.admin.api.delete(`/fields/${first.key}`)).status).toBe(204);
    expect((await post({ name: 'Given', type: 'text', key: 'gro_e' })).status).toBe(409);
    expect((await post({ name: 'Größe', type: 'text' })).body.key).toBe('gro_e_3');
  });

  it.each([
    'status',
    'labels',
    'points',
    'duedate',
    'and',
    'or',
    'not',
    'in',
    'is',
    'empty',
    'null',
    'contains',
    'no',
    'has',
    'open',
    'custom',
  ])('refuses the key %s of the filter language', async (key) => {
    expect(refusalOf(await post({ name: 'Word', type: 'text', key }))).toEqual(
      invalid({ key: 'Is a word of the filter language' }),
    );
  });

  it('accepts a name once, ignoring case, of archived ones too, and again once it is deleted', async () => {
    const field = await createField(company.admin, 'Élan', 'text');
    await put(field, { archived: true });
    const taken = [409, 'CONFLICT', 'A field of that name already exists'];
    expect(refusalOf(await post({ name: 'éLAN', type: 'text' }))).toEqual(taken);
    const other = await createField(company.admin, 'Other élan', 'text');
    expect(refusalOf(await put(other, { name: 'ÉLAN' }))).toEqual(taken);
    await company.admin.api.delete(`/fields/${field.id}`);
    expect((await post({ name: 'éLAN', type: 'text' })).status).toBe(201);
    expect((await stranger.admin.api.post('/fields', { name: 'Élan', type: 'text' })).status).toBe(201);
  });

  it.each([
    [{}, { name: 'Required', type: 'Required' }],
    [{ name: 'x'.repeat(101), type: 'text' }, { name: 'Must be at most 100 characters' }],
    [{ name: 'x', type: 'colour' }, { type: expect.stringContaining('Must be one of: text, number') }],
    [{ name: 'x', type: 'text', description: 'x'.repeat(1_001) }, { description: 'Must be at most 1000 characters' }],
    [{ name: 'x', type: 'text', key: 'Key' }, { key: expect.stringContaining('Must be a to z') }],
    [{ name: 'x', type: 'text', key: 'k'.repeat(51) }, { key: expect.stringContaining('at most 50') }],
    [{ name: 'x', type: 'text', options: [{ name: 'a' }] }, { options: 'A field of type text has no options' }],
    [{ name: 'x', type: 'select' }, { options: 'Required' }],
    [{ name: 'x', type: 'select', options: [] }, { options: 'Must hold 1 to 200' }],
    [{ name: 'x', type: 'select', options: [{ name: 'a' }, { name: ' A ' }] }, { options: 'Must be unique' }],
    [{ name: 'x', type: 'select', options: [{}] }, { 'options.0.name': 'Required' }],
    [{ name: 'x', type: 'select', options: [{ id: randomUUID() }] }, { 'options.0.id': 'Unknown option' }],
    [
      { name: 'x', type: 'select', options: [{ name: 'a', color: 'red' }] },
      { 'options.0.color': 'Must be a color such as #1F75CB' },
    ],
    [{ name: 'x', type: 'text', default: 1 }, { default: 'Unknown field' }],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await post(input))).toEqual(invalid(details));
  });

  it('is for ADMIN and OWNER, and for no agent', async () => {
    const input = { name: 'Mine', type: 'text' };
    const agent = await createAgent(company.owner);
    for (const { api } of [company.viewer, company.member, agent]) {
      expect(result(await api.post('/fields', input))).toEqual(FORBIDDEN);
    }
    const made = (await company.owner.api.post('/fields', input)).body;
    for (const { api } of [company.viewer, company.member, agent]) {
      expect(result(await api.put(`/fields/${made.id}`, { name: 'Yours' }))).toEqual(FORBIDDEN);
      expect(result(await api.delete(`/fields/${made.id}`))).toEqual(FORBIDDEN);
      expect((await api.get(`/fields/${made.id}`)).status).toBe(200);
    }
    expect(refusalOf(await stranger.owner.api.put(`/fields/${made.id}`, { name: 'Theirs' }))).toEqual(NOT_FOUND);
    expect(refusalOf(await stranger.owner.api.delete(`/fields/${made.id}`))).toEqual(NOT_FOUND);
  });

  it('has at most 100 fields that are not archived, of many requests at once, too', async () => {
    const full = await createCompany(service.api);
    for (let n = 0; n < 98; n += 1) await createField(full.admin, `Field ${n}`, 'text');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => full.admin.api.post('/fields', { name: `Late ${n}`, type: 'text' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
    const [first] = (await full.admin.api.get<TestField[]>('/fields')).body;
    await full.admin.api.put(`/fields/${first!.id}`, { archived: true });
    expect((await full.admin.api.post('/fields', { name: 'Room', type: 'text' })).status).toBe(201);
    expect(refusalOf(await full.admin.api.put(`/fields/${first!.id}`, { archived: false }))).toEqual([
      409,
      'CONFLICT',
      'A company has at most 100 fields that are not archived',
    ]);
  });
});

describe('the order of fields', () => {
  it('is dense: a new one is last, past the end is last, and the others make room', async () => {
    const own = await createCompany(service.api);
    const [a, b, c] = [
      await createField(own.admin, 'A', 'text'),
      await createField(own.admin, 'B', 'text'),
      await createField(own.admin, 'C', 'text', { position: 1 }),
    ];
    expect(await positions(own)).toEqual([
      ['a', 0],
      ['c', 1],
      ['b', 2],
    ]);
    expect((await own.admin.api.put(`/fields/${a.id}`, { position: 99 })).body.position).toBe(2);
    expect(await positions(own)).toEqual([
      ['c', 0],
      ['b', 1],
      ['a', 2],
    ]);
    await own.admin.api.put(`/fields/${b.id}`, { position: 0, archived: true });
    expect(await positions(own)).toEqual([
      ['b', 0],
      ['c', 1],
      ['a', 2],
    ]);
    expect((await own.viewer.api.get<TestField[]>('/fields')).body.map(({ key }) => key)).toEqual(['c', 'a']);
    await own.admin.api.delete(`/fields/${c.id}`);
    expect(await positions(own)).toEqual([
      ['b', 0],
      ['a', 1],
    ]);
  });
});

describe('PUT /fields/{id}', () => {
  it('changes what is given, and says so in the audit log', async () => {
    const field = await createField(company.admin, 'Severity', 'select', { options: ['Minor', 'Major'] });
    const { status, body } = await put(field, { name: 'Weight', description: 'How bad' });
    expect([status, body]).toEqual([
      200,
      { ...field, name: 'Weight', description: 'How bad', updatedAt: body.updatedAt },
    ]);
    expect(body.updatedAt > field.updatedAt).toBe(true);
    expect((await put(field, { name: 'Weight' })).body).toEqual(body);
    await company.admin.api.delete(`/fields/${field.id}`);
    const entries = (
      await company.owner.api.get<{ action: string; changes: object | null; target: { id: string } }[]>('/audit-log')
    ).body;
    const own = entries.filter(({ target }) => target?.id === field.id);
    expect(own.map(({ action }) => action).sort()).toEqual(['field.changed', 'field.created', 'field.deleted']);
    expect(own.find(({ action }) => action === 'field.changed')?.changes).toEqual({
      name: { from: 'Severity', to: 'Weight' },
      description: { from: null, to: 'How bad' },
    });
  });

  it('refuses another type or key', async () => {
    const field = await createField(company.admin, 'Fixed', 'text');
    expect(refusalOf(await put(field, { type: 'number' }))).toEqual(invalid({ type: 'Unknown field' }));
    expect(refusalOf(await put(field, { key: 'other' }))).toEqual(invalid({ key: 'Unknown field' }));
  });

  it('takes If-Match, and has another ETag once another field has moved it', async () => {
    const field = await createField(company.admin, 'Tagged', 'text');
    const tag = (await company.admin.api.get(`/fields/${field.id}`)).headers.get('etag') ?? '';
    await createField(company.admin, 'Before it', 'text', { position: 0 });
    expect((await put(field, { name: 'Tagged 2' }, { headers: { 'If-Match': tag } })).status).toBe(412);
    const now = (await company.admin.api.get(`/fields/${field.id}`)).headers.get('etag') ?? '';
    expect(now).not.toBe(tag);
    expect((await put(field, { name: 'Tagged 2' }, { headers: { 'If-Match': now } })).status).toBe(200);
  });

  it('keeps an option by its id or name, and archives one that a task has', async () => {
    const project = await createProject(company.admin);
    const field = await createField(company.admin, 'Kind', 'select', { options: ['Bug', 'Chore', 'Spike'] });
    const [bug, chore] = field.options;
    await createTask(company.member, project.id, { custom: { kind: 'Spike' } });
    const { body } = await put(field, {
      options: [{ id: chore!.id, name: 'Task' }, { name: 'BUG', color: '#000000' }, { name: 'New' }],
    });
    expect(body.options).toEqual([
      { ...chore, name: 'Task' },
      { ...bug, name: 'BUG', color: '#000000' },
      { id: expect.any(String), name: 'New', color: '#808080', archived: false },
      { ...field.options[2], archived: true },
    ]);
    const clash = await put(field, { options: [{ id: bug!.id, name: 'spike' }] });
    expect(refusalOf(clash)).toEqual(invalid({ options: 'Must be unique' }));
    expect(refusalOf(await put(field, { options: [{ id: bug!.id }, { name: 'bug' }] }))).toEqual(
      invalid({ options: 'Must be unique' }),
    );
    expect((await put(field, { options: [{ name: 'bug' }] })).body.options.map(({ name }) => name)).toEqual([
      'bug',
      'Spike',
    ]);
  });
});

describe('the projects of a field', () => {
  it('are those within reach, and lose one that is deleted', async () => {
    const open = await createProject(company.admin);
    const closed = await createProject(company.admin);
    await giveToTeam(service.database, closed.id);
    const field = await createField(company.admin, 'Local', 'text', { projectIds: [open.id, closed.id] });
    expect(field.projectIds).toEqual([open.id, closed.id]);
    expect((await company.viewer.api.get(`/fields/${field.id}`)).body.projectIds).toEqual([open.id]);
    const listed = async (query: string) =>
      (await company.viewer.api.get<TestField[]>(`/fields?${query}`)).body.map(({ key }) => key);
    const other = await createProject(company.admin);
    expect(await listed(`projectId=${open.id}`)).toContain('local');
    expect(await listed(`projectId=${other.id}`)).not.toContain('local');
    expect(await listed(`projectId=${other.id},${open.id}`)).toContain('local');
    expect(await listed(`projectId=${closed.id}`)).not.toContain('local');
    for (const id of [randomUUID(), (await createProject(stranger.admin)).id]) {
      expect((await put(field, { projectIds: [id] })).status).toBe(404);
      expect((await post({ name: 'Nowhere', type: 'text', projectIds: [id] })).status).toBe(404);
    }
    await company.admin.api.delete(`/projects/${open.id}`);
    await company.admin.api.delete(`/projects/${closed.id}`);
    expect((await company.admin.api.get(`/fields/${field.id}`)).body.projectIds).toEqual([]);
    expect((await put(field, { projectIds: null })).body.projectIds).toBeNull();
  });
});

it('does not touch tasks by what is done to a field', async () => {
  const project = await createProject(company.admin);
  const field = await createField(company.admin, 'Quiet', 'select', { options: ['One'] });
  const task = await createTask(company.member, project.id, { custom: { quiet: 'One' } });
  const before = (await eventsOf(service.database, project.id)).length;
  await put(field, { name: 'Quieter', options: [{ id: field.options[0]!.id, name: 'Uno' }] });
  const { body, headers } = await company.member.api.get(`/tasks/${task.id}`);
  expect([body.custom, body.updatedAt]).toEqual([{ quiet: 'Uno' }, task.updatedAt]);
  expect((await eventsOf(service.database, project.id)).length).toBe(before);
  const changed = await company.member.api.put(
    `/tasks/${task.id}`,
    { title: 'Still' },
    { headers: { 'If-Match': headers.get('etag') ?? '' } },
  );
  expect(changed.status).toBe(200);
});
