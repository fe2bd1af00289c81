import { randomUUID } from 'node:crypto';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createLabel, type TestLabel } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { companyEventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Label not found'];
const TAKEN = [409, 'CONFLICT', 'A label of that name already exists'];
const COLOR_RULE = 'Must be a color such as #1F75CB';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const events = async (label: TestLabel) =>
  (await companyEventsOf(service.database, company.id)).filter(({ data }) => data['id'] === label.id);
const put = (label: TestLabel, input: object) => company.member.api.put(`/labels/${label.id}`, input);

const labelOf = (input?: object) => createLabel(company.member, input);

describe('POST /labels', () => {
  it('creates a label, and emits an event', async () => {
    const { status, body } = await company.member.api.post('/labels', { name: '  Bug ', color: '#d73A4a' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: 'Bug',
        color: '#d73A4a',
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        updatedAt: body.createdAt,
      },
    ]);
    expect(result(await company.viewer.api.get(`/labels/${body.id}`))).toEqual([200, body]);
    expect(await events(body)).toEqual([{ name: 'label.created', data: body }]);
  });

  it('sets a default color', async () => {
    expect([(await labelOf()).color, (await labelOf({ color: null })).color]).toEqual(['#808080', '#808080']);
  });

  it('accepts a name once in a company, ignoring case', async () => {
    await labelOf({ name: 'Élan' });
    for (const name of ['Élan', 'éLAN', ' élan ']) {
      expect(refusalOf(await company.admin.api.post('/labels', { name, color: '#000000' }))).toEqual(TAKEN);
    }
    expect((await stranger.member.api.post('/labels', { name: 'Élan' })).status).toBe(201);
  });

  it('accepts a name once when many requests come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        company.member.api.post('/labels', { name: index % 2 ? 'RACE' : 'race' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    [{}, { name: 'Required' }],
    [
      { name: null, color: 7 },
      { name: 'Required', color: 'Expected string' },
    ],
    [{ name: ' ' }, { name: 'Must be at least 1 character' }],
    [{ name: 'x'.repeat(501) }, { name: 'Must be at most 500 characters' }],
    [{ name: 'x\0' }, { name: 'Invalid text' }],
    [
      { name: 'x', id: randomUUID(), description: '' },
      { id: 'Unknown field', description: 'Unknown field' },
    ],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/labels', input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('a color', () => {
  it.each(['red', '#12345', '#1234567', '123456', '#12345g', '#123456\n', ' #123456', '', '#fff'])(
    'is never %j',
    async (color) => {
      const expected = [400, 'VALIDATION_ERROR', { color: COLOR_RULE }];
      expect(refusalOf(await company.member.api.post('/labels', { name: 'x', color }))).toEqual(expected);
      expect(refusalOf(await company.member.api.put(`/labels/${randomUUID()}`, { color }))).toEqual(expected);
    },
  );
});

describe('GET /labels', () => {
  it('returns the labels of the company, the oldest first, as an array or in pages', async () => {
    const lister = await createCompany(service.api);
    const labels = [];
    for (const name of ['b', 'a', 'c']) labels.push((await lister.member.api.post('/labels', { name })).body);
    expect(result(await lister.viewer.api.get('/labels'))).toEqual([200, labels]);
    const { body } = await lister.viewer.api.get('/labels?page=2&limit=2');
    expect(body.data).toEqual([labels[2]]);
    expect(body.meta.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
    expect((await lister.viewer.api.get('/labels?name=a')).status).toBe(400);
  });
});

describe('PUT /labels/{id}', () => {
  it('changes the given fields, and emits an event with the changes', async () => {
    const before = await labelOf({ color: '#111111' });
    const { status, body } = await put(before, { color: '#222222' });
    expect([status, body]).toEqual([200, { ...before, color: '#222222', updatedAt: body.updatedAt }]);
    expect(body.updatedAt > before.updatedAt).toBe(true);
    const renamed = (await put(before, { name: ` ${before.name.toUpperCase()} `, color: '#222222' })).body;
    expect(renamed.name).toBe(before.name.toUpperCase());
    expect((await events(before)).slice(1)).toEqual([
      { name: 'label.updated', data: { ...body, changes: { color: { from: '#111111', to: '#222222' } } } },
      { name: 'label.updated', data: { ...renamed, changes: { name: { from: before.name, to: renamed.name } } } },
    ]);
  });

  it('does nothing when nothing changes', async () => {
    const label = await labelOf();
    for (const input of [{}, { name: ` ${label.name}`, color: label.color }]) {
      expect(result(await put(label, input))).toEqual([200, label]);
    }
    expect(await events(label)).toHaveLength(1);
  });

  it('refuses the name of another label', async () => {
    const [taken, label] = [await labelOf(), await labelOf()];
    expect(refusalOf(await put(label, { name: taken.name.toUpperCase(), color: '#000000' }))).toEqual(TAKEN);
    expect((await company.viewer.api.get(`/labels/${label.id}`)).body).toEqual(label);
    expect(await events(label)).toHaveLength(1);
  });

  it.each([
    [
      { name: null, color: null },
      { name: 'Required', color: 'Required' },
    ],
    [{ surprise: 1 }, { surprise: 'Unknown field' }],
  ])('refuses %j, even for no label', async (input, details) => {
    const answer = await company.member.api.put(`/labels/${randomUUID()}`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('DELETE /labels/{id}', () => {
  it('deletes the label, also from its tasks, and emits an event with its last state', async () => {
    const label = await labelOf();
    const { id: projectId } = await createProject(company.member);
    const task = await createTask(company.member, projectId, { labelIds: [label.id] });
    expect(result(await company.member.api.delete(`/labels/${label.id}`))).toEqual([204, undefined]);
    expect((await company.viewer.api.get(`/tasks/${task.id}`)).body.labels).toEqual([]);
    expect((await events(label)).slice(1)).toEqual([{ name: 'label.deleted', data: label }]);
    expect(refusalOf(await company.member.api.delete(`/labels/${label.id}`))).toEqual(NOT_FOUND);
    expect(await labelOf({ name: label.name })).toMatchObject({ name: label.name });
  });

  it('happens once when many requests come at once', async () => {
    const label = await labelOf();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => company.member.api.delete(`/labels/${label.id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(await events(label)).toHaveLength(2);
  });
});

describe('a label', () => {
  it('is unknown to another company, by a wrong id and by a malformed one', async () => {
    const label = await labelOf();
    for (const id of [label.id, randomUUID(), 'x', '%00']) {
      for (const [method, body] of [['GET'], ['PUT', { name: 'Taken over' }], ['DELETE']] as const) {
        expect(refusalOf(await stranger.owner.api.send(method, `/labels/${id}`, body))).toEqual(NOT_FOUND);
      }
    }
    expect((await company.viewer.api.get(`/labels/${label.id}`)).body).toEqual(label);
  });

  it('cannot be changed by viewers', async () => {
    const label = await labelOf();
    const requests = [
      ['POST', '/labels', {}],
      ['PUT', `/labels/${label.id}`, {}],
      ['DELETE', `/labels/${label.id}`],
    ] as const;
    for (const [method, path, body] of requests) {
      expect(result(await company.viewer.api.send(method, path, body))).toEqual(FORBIDDEN);
      expect((await service.api.send(method, path, body)).status).toBe(401);
    }
  });
});
