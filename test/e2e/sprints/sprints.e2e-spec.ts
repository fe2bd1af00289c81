import { randomUUID } from 'node:crypto';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createActiveSprint, createSprint, type TestSprint } from '../../factories/planning.factory.js';
import { addTasks, createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, refusalOf, result } from '../../support/answers.js';
import { eventsOf, type RecordedEvent } from '../../support/events.js';
import { eachWithProject } from '../../support/project-suite.js';
import { type TestService } from '../../support/test-service.js';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const NOT_FOUND = [404, 'NOT_FOUND', 'Sprint not found'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
eachWithProject((given) => ({ service, company, stranger, project } = given));

const sprintIn = (input: object = {}) => createSprint(company.member, project.id, input);
const read = async ({ id }: TestSprint) => (await company.viewer.api.get(`/sprints/${id}`)).body;
const put = ({ id }: TestSprint, input: object) => company.member.api.put(`/sprints/${id}`, input);
const act = ({ id }: TestSprint, action: string, input?: object) =>
  company.member.api.post(`/sprints/${id}/${action}`, input);
const taskIn = (sprint: TestSprint | null, input: object = {}) =>
  createTask(company.member, project.id, { sprintId: sprint?.id, ...input });
const sprintOf = async ({ id }: TestTask) => (await company.viewer.api.get(`/tasks/${id}`)).body.sprintId;
/** The events that came after those of making things. */
const eventsAfter = async (before: RecordedEvent[]) =>
  (await eventsOf(service.database, project.id)).slice(before.length);
const events = () => eventsOf(service.database, project.id);

/** A sprint in each state. */
const MAKE: Record<string, () => Promise<TestSprint>> = {
  planned: sprintIn,
  active: () => createActiveSprint(company.member, project.id),
  completed: async () => (await act(await createActiveSprint(company.member, project.id), 'complete')).body,
  cancelled: async () => (await act(await sprintIn(), 'cancel')).body,
};

describe('POST /sprints', () => {
  it('creates a planned sprint, and emits an event', async () => {
    const input = { projectId: project.id, name: '  Sprint 1 ', goal: 'Ship', startDate: '2026-03-02' };
    const { status, body } = await company.member.api.post('/sprints', {
      ...input,
      endDate: '2026-03-16T12:00:00+02:00',
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        projectId: project.id,
        name: 'Sprint 1',
        goal: 'Ship',
        status: 'planned',
        startDate: '2026-03-02T00:00:00.000Z',
        endDate: '2026-03-16T10:00:00.000Z',
        startedAt: null,
        endedAt: null,
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: body.createdAt,
      },
    ]);
    const totals = { tasks: 0, done: 0, estimatedHours: 0, loggedHours: 0, remainingHours: 0 };
    expect(await read(body)).toEqual({ ...body, totals, carriedOver: [] });
    expect((await events()).slice(1)).toEqual([{ name: 'sprint.created', data: body }]);
  });

  it('needs no more than a name and a project', async () => {
    const input = { name: 'x', projectId: project.id, goal: null, startDate: null, endDate: null };
    const { status, body } = await company.member.api.post('/sprints', input);
    expect([status, body.goal, body.startDate, body.endDate]).toEqual([201, null, null, null]);
  });

  it('takes a day as start and end', async () => {
    expect((await sprintIn({ startDate: '2026-03-02', endDate: '2026-03-02' })).endDate).toBe(
      '2026-03-02T00:00:00.000Z',
    );
  });

  it.each<[object, object]>([
    [{}, { projectId: 'Required', name: 'Required' }],
    [
      { projectId: 'x', name: ' ', goal: 1, startDate: 'soon', endDate: 7 },
      {
        projectId: 'Invalid uuid',
        name: 'Must be at least 1 character',
        goal: 'Expected string',
        startDate: 'Invalid datetime',
        endDate: 'Invalid datetime',
      },
    ],
    [{ projectId: randomUUID(), name: 'x\0' }, { name: 'Invalid text' }],
    [
      { projectId: randomUUID(), name: 'x', status: 'active', startedAt: '2026-01-01', id: randomUUID() },
      { status: 'Unknown field', startedAt: 'Unknown field', id: 'Unknown field' },
    ],
    [
      { projectId: randomUUID(), name: 'x', startDate: '2026-03-02', endDate: '2026-03-01' },
      { endDate: 'Must not be before startDate' },
    ],
  ])('refuses %j', async (input, details) => {
    expect(refusalOf(await company.member.api.post('/sprints', input))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('requires a project that the caller can reach and that is not archived', async () => {
    const make = (projectId: string, api = company.member.api) => api.post('/sprints', { name: 'x', projectId });
    const notFound = [404, { error: 'Project not found' }];
    expect(result(await make(randomUUID()))).toEqual(notFound);
    expect(result(await make(project.id, stranger.owner.api))).toEqual(notFound);
    await company.admin.api.post(`/projects/${project.id}/archive`);
    expect(refusalOf(await make(project.id))).toEqual(ARCHIVED);
    const other = await createProject(company.admin);
    await giveToTeam(service.database, other.id);
    expect(result(await make(other.id))).toEqual(notFound);
    expect((await make(other.id, company.admin.api)).status).toBe(201);
  });
});

describe('GET /sprints', () => {
  it('returns the sprints that match the filters, the oldest first, as an array or in pages', async () => {
    const lister = await createCompany(service.api);
    const [one, two] = [await createProject(lister.member), await createProject(lister.member)];
    const a = await createSprint(lister.member, one.id, { name: 'a' });
    await createSprint(lister.member, two.id, { name: 'b' });
    const c = await createActiveSprint(lister.member, one.id);
    await lister.member.api.post(`/sprints/${a.id}/cancel`);
    await createSprint(lister.member, one.id, { name: 'd' });
    await lister.member.api.put(`/sprints/${c.id}`, { name: 'c' });
    const names = async (query: string) => {
      const { body } = await lister.viewer.api.get<TestSprint[]>(`/sprints?${query}`);
      const { body: page } = await lister.viewer.api.get(`/sprints?page=1&limit=2&${query}`);
      expect(page.data).toEqual(body.slice(0, 2));
      expect(page.meta.pagination.total).toBe(body.length);
      return body.map(({ name }) => name).join('');
    };
    expect(await names('')).toBe('abcd');
    expect(await names(`projectId=${one.id}`)).toBe('acd');
    expect(await names(`projectId=${one.id},${two.id}`)).toBe('abcd');
    expect(await names('status=planned')).toBe('bd');
    expect(await names(`status=active,cancelled&projectId=${one.id}`)).toBe('ac');
    expect(await names(`projectId=${randomUUID()}`)).toBe('');
    expect(await names(`projectId=${project.id}`)).toBe('');
  });

  it.each([
    ['projectId=x', { projectId: 'Invalid uuid' }],
    ['status=open', { status: 'Must be one of: planned, active, completed, cancelled' }],
    ['page=0', { page: 'Must be at least 1' }],
    ['name=a', { name: 'Unknown parameter' }],
  ])('refuses %s', async (query, details) => {
    const answer = await company.viewer.api.get(`/sprints?${query}`);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('GET /sprints/{id}', () => {
  it('adds up its tasks as they are now', async () => {
    const sprint = await sprintIn();
    await taskIn(sprint, { estimatedHours: 5, loggedHours: 1.25 });
    await taskIn(sprint, { estimatedHours: 2, loggedHours: 3 });
    await taskIn(sprint, { loggedHours: 0.5 });
    await taskIn(sprint, { status: 'Done', estimatedHours: 8, loggedHours: 2 });
    await taskIn(null, { estimatedHours: 100 });
    const totals = { tasks: 4, done: 1, estimatedHours: 15, loggedHours: 6.75, remainingHours: 3.75 };
    expect((await read(sprint)).totals).toEqual(totals);
  });
});

describe('PUT /sprints/{id}', () => {
  it('changes the given fields, and emits no event', async () => {
    const sprint = await sprintIn({ goal: 'Ship', endDate: '2026-03-16' });
    const before = await events();
    const { status, body } = await put(sprint, { name: ' Renamed ', goal: null, startDate: '2026-03-01' });
    const expected = { ...sprint, name: 'Renamed', goal: null, startDate: '2026-03-01T00:00:00.000Z' };
    expect([status, body]).toEqual([200, { ...expected, updatedAt: body.updatedAt }]);
    expect(body.updatedAt > sprint.updatedAt).toBe(true);
    expect(await read(sprint)).toMatchObject(body);
    expect(await eventsAfter(before)).toEqual([]);
  });

  it('does nothing when nothing changes', async () => {
    const sprint = await sprintIn({ goal: 'Ship', startDate: '2026-03-01' });
    for (const input of [{}, { name: ' Sprint', goal: 'Ship', startDate: '2026-03-01T01:00+01:00', endDate: null }]) {
      expect(result(await put(sprint, input))).toEqual([200, sprint]);
    }
  });

  it.each([[{ startDate: '2026-03-11' }], [{ startDate: '2026-03-12', endDate: '2026-03-11' }]])(
    'keeps the end from being before the start: %j',
    async (input) => {
      const sprint = await sprintIn({ startDate: '2026-03-01', endDate: '2026-03-10' });
      const expected = [400, 'VALIDATION_ERROR', { endDate: 'Must not be before startDate' }];
      expect(refusalOf(await put(sprint, input))).toEqual(expected);
      expect((await put(sprint, { startDate: '2026-03-11', endDate: null })).status).toBe(200);
    },
  );

  it.each([
    [{ name: null }, { name: 'Required' }],
    [{ surprise: 1 }, { surprise: 'Unknown field' }],
  ])('refuses %j, even for no sprint', async (input, details) => {
    const answer = await company.member.api.put(`/sprints/${randomUUID()}`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('a sprint', () => {
  it.each<[from: string, action: string, to: string]>([
    ['planned', 'start', 'active'],
    ['planned', 'cancel', 'cancelled'],
    ['active', 'complete', 'completed'],
    ['active', 'cancel', 'cancelled'],
  ])('that is %s can %s', async (from, action, to) => {
    const sprint = await MAKE[from]!();
    const before = await events();
    const { status, body } = await act(sprint, action);
    const isStart = action === 'start';
    const moment = isStart
      ? { startedAt: expect.stringMatching(TIMESTAMP) }
      : { endedAt: expect.stringMatching(TIMESTAMP) };
    expect([status, body]).toEqual([200, { ...sprint, status: to, updatedAt: body.updatedAt, ...moment }]);
    expect(body.updatedAt > sprint.updatedAt).toBe(true);
    expect(await read(sprint)).toMatchObject(body);
    expect(await eventsAfter(before)).toEqual([{ name: `sprint.${isStart ? 'started' : to}`, data: body }]);
  });

  it.each<[from: string, action: string, rule: string]>([
    ['active', 'start', 'Only a sprint that is planned can be started'],
    ['completed', 'start', 'Only a sprint that is planned can be started'],
    ['cancelled', 'start', 'Only a sprint that is planned can be started'],
    ['planned', 'complete', 'Only a sprint that is active can be completed'],
    ['completed', 'complete', 'Only a sprint that is active can be completed'],
    ['cancelled', 'complete', 'Only a sprint that is active can be completed'],
    ['completed', 'cancel', 'Only a sprint that is planned or active can be cancelled'],
    ['cancelled', 'cancel', 'Only a sprint that is planned or active can be cancelled'],
  ])('that is %s can not %s', async (from, action, rule) => {
    const sprint = await MAKE[from]!();
    const before = await events();
    expect(refusalOf(await act(sprint, action))).toEqual([409, 'CONFLICT', `${rule}; "Sprint" is ${from}`]);
    expect(await read(sprint)).toMatchObject(sprint);
    expect(await eventsAfter(before)).toEqual([]);
  });

  it('is the only active sprint of its project', async () => {
    const [first, second] = [await MAKE['active']!(), await sprintIn()];
    const taken = 'The project already has an active sprint; complete or cancel that one first';
    expect(refusalOf(await act(second, 'start'))).toEqual([409, 'CONFLICT', taken]);
    expect((await act(first, 'complete')).status).toBe(200);
    expect((await act(second, 'start')).status).toBe(200);
    const elsewhere = await createProject(company.member);
    expect((await createActiveSprint(company.member, elsewhere.id)).status).toBe('active');
  });
});

describe('the end of a sprint', () => {
  const move = (task: TestTask, to: string | null, from: string) => ({
    name: 'task.updated',
    data: expect.objectContaining({ id: task.id, changes: { sprintId: { from, to } } }),
  });

  it('moves open tasks to another sprint, each with an event, and keeps those that are done', async () => {
    const [sprint, next] = [await MAKE['active']!(), await sprintIn({ name: 'Next' })];
    const [open, blocked, done] = [
      await taskIn(sprint),
      await taskIn(sprint, { status: 'Blocked' }),
      await taskIn(sprint, { status: 'Done' }),
    ];
    const before = await events();
    const { body } = await act(sprint, 'complete', { moveOpenTo: next.id });
    expect([await sprintOf(open), await sprintOf(blocked), await sprintOf(done)]).toEqual([
      next.id,
      next.id,
      sprint.id,
    ]);
    expect(await eventsAfter(before)).toEqual([
      { name: 'sprint.completed', data: body },
      move(open, next.id, sprint.id),
      move(blocked, next.id, sprint.id),
    ]);
    expect((await company.viewer.api.get(`/tasks/${open.id}/activity`)).body[0]).toMatchObject({
      event: 'task.updated',
      actor: { id: company.member.id },
      changes: { sprintId: { from: sprint.id, to: next.id } },
    });
  });

  it.each<[string, string, object | undefined]>([
    ['planned', 'cancel', undefined],
    ['active', 'cancel', undefined],
    ['active', 'complete', undefined],
    ['active', 'complete', {}],
    ['active', 'complete', { moveOpenTo: null }],
  ])('takes open tasks out of a sprint that is %s: %s %j', async (from, action, input) => {
    const sprint = await MAKE[from]!();
    const [open, done] = [await taskIn(sprint), await taskIn(sprint, { status: 'Done' })];
    const before = await events();
    const { status, body } = await act(sprint, action, input);
    expect(status).toBe(200);
    expect([await sprintOf(open), await sprintOf(done)]).toEqual([null, sprint.id]);
    expect(await eventsAfter(before)).toEqual([
      { name: `sprint.${body.status}`, data: body },
      move(open, null, sprint.id),
    ]);
  });

  it('moves any number of tasks, with one event for each', async () => {
    const [sprint, next] = [await MAKE['active']!(), await sprintIn({ name: 'Next' })];
    await addTasks(service.database, project.id, 1_001);
    await service.database.rows('UPDATE tasks SET sprint_id = $2, estimated_hours = 1 WHERE project_id = $1', [
      project.id,
      sprint.id,
    ]);
    const before = await events();
    await act(sprint, 'complete', { moveOpenTo: next.id });
    expect((await read(next)).totals).toMatchObject({ tasks: 1_001, remainingHours: 1_001 });
    const [completed, ...updated] = await eventsAfter(before);
    expect([completed?.name, ...new Set(updated.map(({ name }) => name))]).toEqual([
      'sprint.completed',
      'task.updated',
    ]);
    expect([updated.length, new Set(updated.map(({ data }) => data['id'])).size]).toEqual([1_001, 1_001]);
  });

  it('moves tasks to a planned or active sprint of the same project only, and otherwise changes nothing', async () => {
    const [sprint, cancelled] = [await MAKE['active']!(), await MAKE['cancelled']!()];
    const task = await taskIn(sprint);
    const elsewhere = await createSprint(company.member, (await createProject(company.member)).id);
    const foreign = await createSprint(stranger.member, (await createProject(stranger.member)).id);
    const hidden = await createSprint(company.admin, (await createProject(company.admin)).id);
    await giveToTeam(service.database, hidden.projectId);
    const before = await events();
    const refusal = async (moveOpenTo: unknown) => refusalOf(await act(sprint, 'complete', { moveOpenTo }));
    const invalid = (message: string) => [400, 'VALIDATION_ERROR', { moveOpenTo: message }];
    expect(await refusal('x')).toEqual(invalid('Invalid uuid'));
    expect(await refusal(sprint.id)).toEqual(invalid('Must be another sprint'));
    expect(await refusal(elsewhere.id)).toEqual(invalid('Must be a sprint of the same project'));
    for (const { id } of [foreign, hidden, { id: randomUUID() }]) expect(await refusal(id)).toEqual(NOT_FOUND);
    expect(await refusal(cancelled.id)).toEqual([
      409,
      'CONFLICT',
      'Only a sprint that is planned or active can be given tasks; "Sprint" is cancelled',
    ]);
    expect([await read(sprint), await sprintOf(task)]).toEqual([expect.objectContaining(sprint), sprint.id]);
    expect(await eventsAfter(before)).toEqual([]);
  });
});

describe('DELETE /sprints/{id}', () => {
  it('removes the tasks from a planned sprint, each with an event', async () => {
    const sprint = await sprintIn();
    const tasks = [await taskIn(sprint), await taskIn(sprint, { status: 'Done' })];
    const before = await events();
    expect(result(await company.member.api.delete(`/sprints/${sprint.id}`))).toEqual([204, undefined]);
    expect(await Promise.all(tasks.map(sprintOf))).toEqual([null, null]);
    expect(await eventsAfter(before)).toEqual(
      tasks.map(({ id }) => ({
        name: 'task.updated',
        data: expect.objectContaining({ id, sprintId: null, changes: { sprintId: { from: sprint.id, to: null } } }),
      })),
    );
    expect(refusalOf(await company.member.api.delete(`/sprints/${sprint.id}`))).toEqual(NOT_FOUND);
  });

  it.each(['active', 'completed', 'cancelled'])('refuses to delete one that is %s', async (status) => {
    const sprint = await MAKE[status]!();
    const rule = `Only a sprint that is planned can be deleted; "Sprint" is ${status}`;
    expect(refusalOf(await company.member.api.delete(`/sprints/${sprint.id}`))).toEqual([409, 'CONFLICT', rule]);
    expect(await read(sprint)).toMatchObject(sprint);
  });
});
