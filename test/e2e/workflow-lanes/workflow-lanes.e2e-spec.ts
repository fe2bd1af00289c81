import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result } from '../../support/answers.js';
import { startTestService, type TestService } from '../../support/test-service.js';

interface TestLane {
  id: string;
  name: string;
  position: number;
  limit: number | null;
  createdAt: string;
  updatedAt: string;
}

const DEFAULTS = ['Backlog', 'To Do', 'In Progress', 'In Review', 'Done', 'Blocked'];

let service: TestService;
let company: TestCompany;
let projectId: string;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  company = await createCompany(service.api);
  projectId = (await createProject(company.member)).id;
});
afterAll(() => service.stop());

const lanes = async () => (await company.viewer.api.get<TestLane[]>('/workflow-lanes')).body;
const replace = (names: unknown) => company.admin.api.put('/workflow-lanes', { lanes: names });
const make = (status?: string) => createTask(company.member, projectId, { status, title: status ?? 'none' });
const titles = async (query: string) => {
  const { body } = await company.viewer.api.get<TestTask[]>(`/tasks?sortBy=status&sortOrder=asc&${query}`);
  return body.map(({ title }) => title);
};
const countEvents = async () => {
  const [row] = await service.database.rows<{ count: number }>('SELECT count(*) FROM events WHERE company_id = $1', [
    company.id,
  ]);
  return row?.count;
};

describe('GET /workflow-lanes', () => {
  it('returns the default lanes of a company, in their order, as an array or in pages', async () => {
    const all = await lanes();
    expect(all.map(({ name, position }) => [name, position])).toEqual(DEFAULTS.map((name, index) => [name, index]));
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Backlog',
      position: 0,
      limit: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: all[0]?.createdAt,
    });
    const { body } = await company.viewer.api.get('/workflow-lanes?page=2&limit=4');
    expect([body.data, body.meta.pagination.total]).toEqual([all.slice(4), 6]);
    expect((await company.viewer.api.get('/workflow-lanes?name=Done')).status).toBe(400);
  });
});

describe('PUT /workflow-lanes', () => {
  it('replaces the lanes of the company only, and emits no event', async () => {
    const other = await createCompany(service.api);
    const events = await countEvents();
    const { status, body } = await replace(['Ideas', ' Doing ', 'Done']);
    const names = (list: TestLane[]) => list.map(({ name, position }) => [name, position]);
    const expected = [
      ['Ideas', 0],
      ['Doing', 1],
      ['Done', 2],
    ];
    expect([status, names(body)]).toEqual([200, expected]);
    expect(await lanes()).toEqual(body);
    expect((await other.viewer.api.get<TestLane[]>('/workflow-lanes')).body).toHaveLength(6);
    expect(await countEvents()).toBe(events);
  });

  it('keeps a lane whose name is the same, ignoring case', async () => {
    const before = new Map((await lanes()).map((lane) => [lane.name, lane]));
    const { body } = await replace(['Done', 'TO DO', 'In Progress', 'New']);
    const [done, toDo, inProgress, added] = body as TestLane[];
    expect(done).toEqual({ ...before.get('Done'), position: 0, updatedAt: done?.updatedAt });
    expect(toDo).toEqual({ ...before.get('To Do'), name: 'TO DO', updatedAt: toDo?.updatedAt });
    expect(toDo!.updatedAt > toDo!.createdAt).toBe(true);
    expect(inProgress).toEqual(before.get('In Progress'));
    expect([...before.values()].map(({ id }) => id)).not.toContain(added?.id);
    expect(result(await replace(['Done', 'TO DO', 'In Progress', 'New']))).toEqual([200, body]);
  });

  it('takes 50 lanes of 100 characters', async () => {
    const names = ['Done', ...Array.from({ length: 49 }, (_, index) => `${index}`.padStart(100, 'x'))];
    expect((await replace(names)).body.map(({ name }: TestLane) => name)).toEqual(names);
  });

  it.each<[unknown, string]>([
    [undefined, 'Required'],
    [null, 'Required'],
    ['Done', 'Expected array'],
    [[], 'Must hold 1 to 50 names'],
    [['Done', ...Array.from({ length: 50 }, (_, index) => `${index}`)], 'Must hold 1 to 50 names'],
    [['Done', 7], 'Expected string'],
    [['Done', null], 'Expected string'],
    [['Done', ' '], 'Must be at least 1 character'],
    [['Done', 'x'.repeat(101)], 'Must be at most 100 characters'],
    [['Done', 'a\0b'], 'Invalid text'],
    [['Done', 'Élan', ' éLAN '], 'Must be unique'],
    [['Done', 'done'], 'Must be unique'],
    [['To Do', 'done'], 'Must include Done'],
    [['To Do'], 'Must include Done'],
  ])('refuses %j', async (names, message) => {
    const before = await lanes();
    expect(refusalOf(await replace(names))).toEqual([400, 'VALIDATION_ERROR', { lanes: message }]);
    expect(await lanes()).toEqual(before);
  });

  it('stays one list when many requests come at once', async () => {
    const asked = [['Done', 'a', 'b'], ['b', 'Done', 'c'], ['c', 'a', 'Done'], ['Done']];
    const answers = await Promise.all(asked.map(replace));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(asked).toContainEqual((await lanes()).map(({ name }) => name));
  });

  it('is for ADMIN and OWNER', async () => {
    for (const { api } of [company.member, company.viewer]) {
      const answer = await api.put('/workflow-lanes', { lanes: ['Done'] });
      expect(result(answer)).toEqual(FORBIDDEN);
    }
    expect((await company.owner.api.put('/workflow-lanes', { lanes: ['Done'] })).status).toBe(200);
  });
});

describe('tasks and lanes', () => {
  it('tasks keep their status, even when its lane is removed', async () => {
    const task = await make('In Review');
    await replace(['Done']);
    expect((await company.viewer.api.get(`/tasks/${task.id}`)).body).toMatchObject({ ...task, status: 'In Review' });
    expect(await titles('status=In Review')).toEqual(['In Review']);
  });

  it('a status is stored in the spelling of its lane, the default status too', async () => {
    await replace(['BACKLOG', 'Doing', 'Done', 'blocked']);
    expect([(await make('dOING')).status, (await make('DONE')).status]).toEqual(['Doing', 'Done']);
    expect((await make()).status).toBe('BACKLOG');
    expect(await make('To do')).toMatchObject({ status: 'To do' });
    // Only the very word says that a task is blocked.
    expect(await make('Blocked')).toMatchObject({ status: 'blocked', isBlocked: false });
    const { id } = await make('x');
    expect((await company.member.api.put(`/tasks/${id}`, { status: 'doing' })).body.status).toBe('Doing');
  });

  it('a filter ignores the case of a lane, and compares other statuses exactly', async () => {
    for (const status of ['In Progress', 'Waiting', 'waiting', 'Done']) await make(status);
    expect(await titles('status=in progress')).toEqual(['In Progress']);
    expect(await titles('status=waiting,DONE')).toEqual(['Done', 'waiting']);
  });

  it('sort by the position of their lane, then by name', async () => {
    for (const status of ['Done', 'Zebra', 'Backlog', 'Apple', 'In Progress']) await make(status);
    expect(await titles('')).toEqual(['Backlog', 'In Progress', 'Done', 'Apple', 'Zebra']);
    await replace(['Zebra', 'Done', 'IN PROGRESS']);
    expect(await titles('')).toEqual(['Zebra', 'Done', 'In Progress', 'Apple', 'Backlog']);
  });
});

describe('PUT /workflow-lanes/{id}', () => {
  const limitTo = async (name: string, limit: unknown, user = company.admin) => {
    const { id } = (await lanes()).find((lane) => lane.name === name)!;
    return user.api.put<TestLane>(`/workflow-lanes/${id}`, { limit });
  };
  const limits = async () => (await lanes()).map(({ name, limit }) => [name, limit]);

  it('limits a lane, which keeps its limit with its name', async () => {
    const { status, body } = await limitTo('In Progress', 3);
    expect([status, body]).toEqual([200, (await lanes())[2]]);
    expect(body).toMatchObject({ name: 'In Progress', position: 2, limit: 3 });
    await replace(['in progress', 'Next', 'Done']);
    expect(await limits()).toEqual([
      ['in progress', 3],
      ['Next', null],
      ['Done', null],
    ]);
    await limitTo('in progress', null);
    await replace(['Next', 'Done']);
    expect(await limits()).toEqual([
      ['Next', null],
      ['Done', null],
    ]);
  });

  it('refuses no task past the limit', async () => {
    await limitTo('To Do', 1);
    for (let count = 0; count < 2; count += 1) await make('To Do');
    expect(await titles(`status=${encodeURIComponent('To Do')}`)).toHaveLength(2);
  });

  it('is in the audit log when something changes, and no event', async () => {
    const events = await countEvents();
    for (const limit of [5, 5]) await limitTo('Done', limit);
    const { body } = await company.owner.api.get('/audit-log?action=lanes.changed');
    expect(body).toMatchObject([
      { target: { type: 'workflow-lane', name: 'Done' }, changes: { limit: { from: null, to: 5 } } },
    ]);
    expect(await countEvents()).toBe(events);
  });

  it.each<[unknown, string]>([
    [0, 'Must be from 1 to 999'],
    [1_000, 'Must be from 1 to 999'],
    [1.5, 'Expected integer'],
    ['3', 'Expected integer'],
  ])('refuses %j', async (limit, message) => {
    expect(refusalOf(await limitTo('Done', limit))).toEqual([400, 'VALIDATION_ERROR', { limit: message }]);
  });

  it('is for ADMIN and OWNER, of their own company', async () => {
    for (const user of [company.viewer, company.member])
      expect(result(await limitTo('Done', 2, user))).toEqual(FORBIDDEN);
    expect((await limitTo('Done', 2, company.owner)).status).toBe(200);
    const other = await createCompany(service.api);
    const { status, body } = await limitTo('Done', 3, other.owner);
    expect([status, body]).toMatchObject([404, { error: { message: 'Workflow lane not found' } }]);
  });
});
