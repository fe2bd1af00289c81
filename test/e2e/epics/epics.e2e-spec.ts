import { randomUUID } from 'node:crypto';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createEpic, type TestEpic } from '../../factories/planning.factory.js';
import { addTasks, createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { ARCHIVED, refusalOf, result } from '../../support/answers.js';
import { eventsOf, type RecordedEvent } from '../../support/events.js';
import { eachWithProject } from '../../support/project-suite.js';
import { type TestService } from '../../support/test-service.js';

const NOT_FOUND = [404, 'NOT_FOUND', 'Epic not found'];
const INVALID = [400, 'VALIDATION_ERROR'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
eachWithProject((given) => ({ service, company, stranger, project } = given));

const epicIn = (input: object = {}) => createEpic(company.member, project.id, input);
const read = async ({ id }: TestEpic) => (await company.viewer.api.get(`/epics/${id}`)).body;
const put = ({ id }: TestEpic, input: object) => company.member.api.put(`/epics/${id}`, input);
const events = () => eventsOf(service.database, project.id);
const eventsAfter = async (before: RecordedEvent[]) => (await events()).slice(before.length);

describe('POST /epics', () => {
  it('creates an epic, and emits an event', async () => {
    const input = { projectId: project.id, name: ' Checkout ', description: 'All of it', color: '#1F75CB' };
    const dates = { startDate: '2026-03-02', dueDate: '2026-06-30T18:00:00Z' };
    const { status, body } = await company.member.api.post('/epics', { ...input, ...dates });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        projectId: project.id,
        name: 'Checkout',
        description: 'All of it',
        color: '#1F75CB',
        startDate: '2026-03-02T00:00:00.000Z',
        dueDate: '2026-06-30T18:00:00.000Z',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: body.createdAt,
      },
    ]);
    expect(await read(body)).toEqual({ ...body, progress: { tasks: 0, done: 0 } });
    expect((await events()).slice(1)).toEqual([{ name: 'epic.created', data: body }]);
  });

  it('needs no more than a name and a project', async () => {
    const input = { name: 'x', projectId: project.id, description: null, color: null, startDate: null, dueDate: null };
    const { status, body } = await company.member.api.post('/epics', input);
    const { description, color, startDate, dueDate } = body;
    expect([status, description, color, startDate, dueDate]).toEqual([201, null, '#808080', null, null]);
  });

  it.each<[object, object]>([
    [{}, { projectId: 'Required', name: 'Required' }],
    [
      { projectId: 'x', name: ' ', description: 1, color: 'red', startDate: 'soon', dueDate: 7 },
      {
        projectId: 'Invalid uuid',
        name: 'Must be at least 1 character',
        description: 'Expected string',
        color: 'Must be a color such as #1F75CB',
        startDate: 'Invalid datetime',
        dueDate: 'Invalid datetime',
      },
    ],
    [
      { projectId: randomUUID(), name: 'x', progress: {}, goal: '' },
      { progress: 'Unknown field', goal: 'Unknown field' },
    ],
    [
      { projectId: randomUUID(), name: 'x', startDate: '2026-03-02', dueDate: '2026-03-01' },
      { dueDate: 'Must not be before startDate' },
    ],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/epics', input))).toEqual([...INVALID, details]);
  });

  it('requires a project that the caller can reach and that is not archived', async () => {
    const make = (projectId: string, api = company.member.api) => api.post('/epics', { name: 'x', projectId });
    const notFound = [404, { error: 'Project not found' }];
    expect(result(await make(randomUUID()))).toEqual(notFound);
    expect(result(await make(project.id, stranger.owner.api))).toEqual(notFound);
    await company.admin.api.post(`/projects/${project.id}/archive`);
    expect(refusalOf(await make(project.id))).toEqual(ARCHIVED);
  });
});

describe('GET /epics', () => {
  it('returns the epics of the requested projects, the oldest first, as an array or in pages', async () => {
    const lister = await createCompany(service.api);
    const [one, two] = [await createProject(lister.member), await createProject(lister.member)];
    const epics = [];
    for (const { id } of [one, two, one]) epics.push(await createEpic(lister.member, id));
    const list = async (query: string) => (await lister.viewer.api.get(`/epics?${query}`)).body;
    expect(await list('')).toEqual(epics);
    expect(await list(`projectId=${one.id}`)).toEqual([epics[0], epics[2]]);
    expect(await list(`projectId=${one.id},${two.id}`)).toEqual(epics);
    expect(await list(`projectId=${randomUUID()}`)).toEqual([]);
    const page = await list(`projectId=${one.id}&page=2&limit=1`);
    expect([page.data, page.meta.pagination.total]).toEqual([[epics[2]], 2]);
  });

  it.each([
    ['projectId=x', { projectId: 'Invalid uuid' }],
    ['status=open', { status: 'Unknown parameter' }],
  ])('refuses %s', async (query, details) => {
    expect(refusalOf(await company.viewer.api.get(`/epics?${query}`))).toEqual([...INVALID, details]);
  });
});

describe('GET /epics/{id}', () => {
  it('counts its tasks and its done tasks', async () => {
    const epic = await epicIn();
    for (const status of ['Done', 'To Do', 'Blocked']) {
      await createTask(company.member, project.id, { epicId: epic.id, status });
    }
    await createTask(company.member, project.id, { status: 'Done' });
    expect((await read(epic)).progress).toEqual({ tasks: 3, done: 1 });
  });
});

describe('PUT /epics/{id}', () => {
  it('changes the given fields, and emits an event with the changes', async () => {
    const epic = await epicIn({ description: 'All of it', dueDate: '2026-06-30' });
    const before = await events();
    const { status, body } = await put(epic, { name: ' Renamed ', description: null, color: '#000000' });
    const expected = { ...epic, name: 'Renamed', description: null, color: '#000000' };
    expect([status, body]).toEqual([200, { ...expected, updatedAt: body.updatedAt }]);
    expect(body.updatedAt > epic.updatedAt).toBe(true);
    expect(await read(epic)).toMatchObject(body);
    const changes = {
      name: { from: 'Epic', to: 'Renamed' },
      description: { from: 'All of it', to: null },
      color: { from: '#808080', to: '#000000' },
    };
    expect(await eventsAfter(before)).toEqual([{ name: 'epic.updated', data: { ...body, changes } }]);
  });

  it('does nothing when nothing changes', async () => {
    const epic = await epicIn({ startDate: '2026-03-01' });
    const before = await events();
    for (const input of [{}, { name: ' Epic', color: epic.color, startDate: '2026-03-01T00:00:00Z', dueDate: null }]) {
      expect(result(await put(epic, input))).toEqual([200, epic]);
    }
    expect(await eventsAfter(before)).toEqual([]);
  });

  it('refuses a due date before the start', async () => {
    const epic = await epicIn({ startDate: '2026-03-01', dueDate: '2026-03-10' });
    for (const input of [{ startDate: '2026-03-11' }, { dueDate: '2026-02-28' }]) {
      expect(refusalOf(await put(epic, input))).toEqual([...INVALID, { dueDate: 'Must not be before startDate' }]);
    }
    expect((await put(epic, { startDate: null, dueDate: '2026-02-28' })).status).toBe(200);
  });

  it.each([
    [
      { name: null, color: null },
      { name: 'Required', color: 'Required' },
    ],
    [{ surprise: 1 }, { surprise: 'Unknown field' }],
  ])('refuses %j, even for no epic', async (input, details) => {
    expect(refusalOf(await company.member.api.put(`/epics/${randomUUID()}`, input))).toEqual([...INVALID, details]);
  });
});

describe('DELETE /epics/{id}', () => {
  it('leaves its tasks without an epic, each with an event, and emits an event with its last state', async () => {
    const epic = await epicIn();
    const tasks = [];
    for (const status of ['Done', 'To Do']) {
      tasks.push(await createTask(company.member, project.id, { epicId: epic.id, status }));
    }
    const before = await events();
    expect(result(await company.member.api.delete(`/epics/${epic.id}`))).toEqual([204, undefined]);
    expect(await eventsAfter(before)).toEqual([
      ...tasks.map(({ id }) => ({
        name: 'task.updated',
        data: expect.objectContaining({ id, epicId: null, changes: { epicId: { from: epic.id, to: null } } }),
      })),
      { name: 'epic.deleted', data: epic },
    ]);
    for (const { id } of tasks) expect((await company.viewer.api.get(`/tasks/${id}`)).body.epicId).toBeNull();
    expect(refusalOf(await company.member.api.delete(`/epics/${epic.id}`))).toEqual(NOT_FOUND);
  });

  it('leaves any number of tasks, with one event for each, and last the event of the epic', async () => {
    const epic = await epicIn();
    await addTasks(service.database, project.id, 501);
    await service.database.rows('UPDATE tasks SET epic_id = $2 WHERE project_id = $1', [project.id, epic.id]);
    const before = await events();
    expect((await company.member.api.delete(`/epics/${epic.id}`)).status).toBe(204);
    const told = await eventsAfter(before);
    expect(told.pop()).toEqual({ name: 'epic.deleted', data: epic });
    expect(new Set(told.map(({ name }) => name))).toEqual(new Set(['task.updated']));
    expect([told.length, new Set(told.map(({ data }) => data['id'])).size]).toEqual([501, 501]);
    const { body } = await company.viewer.api.get<{ epicId: string | null }[]>(`/tasks?projectId=${project.id}`);
    expect(body.map(({ epicId }) => epicId)).toEqual(Array(501).fill(null));
  });
});
