import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask, createTasks, type TestTask } from '../../factories/task.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const PRIORITY_RULE = 'Must be one of: None, Low, Medium, High, Urgent';

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let projectId: string;
let task: TestTask;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  ({ id: projectId } = await createProject(company.member));
  task = await createTask(company.member, projectId);
});
afterAll(() => service.stop());

const invalid = (details: object) => [400, 'VALIDATION_ERROR', details];
const create = (input: object) => company.member.api.post('/tasks', { title: 'T', projectId, ...input });
const change = (input: object, id = task.id) => company.member.api.put(`/tasks/${id}`, input);
const changeMany = (set: object, ids = [task.id]) => company.member.api.post('/tasks/bulk', { ids, set });

/** The same refusal from each of the three ways to write a field, and nothing is written by any. */
async function expectRefused(input: object, details: Record<string, string>): Promise<void> {
  const before = await eventsOf(service.database, projectId);
  const within = Object.fromEntries(Object.entries(details).map(([name, message]) => [`set.${name}`, message]));
  expect(refusalOf(await create(input))).toEqual(invalid(details));
  expect(refusalOf(await change(input))).toEqual(invalid(details));
  expect(refusalOf(await changeMany(input))).toEqual(invalid(within));
  expect(await eventsOf(service.database, projectId)).toEqual(before);
}

describe('fields of a task', () => {
  it.each<[field: string, value: unknown, message: string]>([
    ['title', '', 'Must be at least 1 character'],
    ['title', ' \n\t ', 'Must be at least 1 character'],
    ['title', 'x'.repeat(501), 'Must be at most 500 characters'],
    ['title', '🙂'.repeat(501), 'Must be at most 500 characters'],
    ['title', 7, 'Expected string'],
    ['title', ['T'], 'Expected string'],
    ['title', 'a\0b', 'Invalid text'],
    ['title', 'a\ud800b', 'Invalid text'],
    ['description', 'x'.repeat(50_001), 'Must be at most 50000 characters'],
    ['description', 'a\0b', 'Invalid text'],
    ['description', '\udfff', 'Invalid text'],
    ['description', {}, 'Expected string'],
    ['status', '', 'Must be at least 1 character'],
    ['status', '  ', 'Must be at least 1 character'],
    ['status', 'x'.repeat(101), 'Must be at most 100 characters'],
    ['status', 'Do\0ne', 'Invalid text'],
    ['status', 3, 'Expected string'],
    ['priority', 'urgent', PRIORITY_RULE],
    ['priority', 'Highest', PRIORITY_RULE],
    ['priority', '', PRIORITY_RULE],
    ['priority', 4, 'Expected string'],
    ['estimatedHours', '1', 'Expected number'],
    ['estimatedHours', true, 'Expected number'],
    ['estimatedHours', -0.01, 'Must be from 0 to 100000'],
    ['estimatedHours', 100_000.01, 'Must be from 0 to 100000'],
    ['loggedHours', [1], 'Expected number'],
    ['loggedHours', -1, 'Must be from 0 to 100000'],
    ['loggedHours', 1e21, 'Must be from 0 to 100000'],
    ['projectId', 'project', 'Invalid uuid'],
    ['projectId', 12, 'Expected string'],
    ['projectId', null, 'Required'],
    ['assigneeId', 'me', 'Invalid uuid'],
    ['assigneeId', '', 'Invalid uuid'],
    ['assigneeId', { id: UNKNOWN_ID }, 'Expected string'],
    ['sprintId', 'null', 'Invalid uuid'],
    ['epicId', `${UNKNOWN_ID}0`, 'Invalid uuid'],
    ['parentId', `{${UNKNOWN_ID}}`, 'Invalid uuid'],
    ['labelIds', UNKNOWN_ID, 'Expected array'],
    ['labelIds', ['red'], 'Invalid uuid'],
    ['labelIds', [UNKNOWN_ID, 7], 'Expected string'],
    ['labelIds', [[]], 'Expected string'],
    ['labelIds', {}, 'Expected array'],
    ['dueDate', 'tomorrow', 'Invalid datetime'],
    ['dueDate', '', 'Invalid datetime'],
    ['dueDate', '2026-01-01T10:00:00', 'Invalid datetime'],
    ['dueDate', '2025-02-29', 'Invalid datetime'],
    ['dueDate', '2024-W05', 'Invalid datetime'],
    ['dueDate', 1_700_000_000_000, 'Invalid datetime'],
    ['startDate', 'tomorrow', 'Invalid datetime'],
    ['startDate', 7, 'Invalid datetime'],
  ])('refuses a wrong %s (%#)', (field, value, message) => expectRefused({ [field]: value }, { [field]: message }));

  it.each(['storyPoints', 'companyId'])('refuses %s, which no task has', (field) =>
    expectRefused({ [field]: 1 }, { [field]: 'Unknown field' }),
  );

  it.each(['id', 'tid', 'rank', 'isBlocked', 'recurrenceId', 'createdAt', 'updatedAt', 'assignee', 'labels'])(
    'refuses %s, which nobody writes, but for a PUT that takes it back',
    async (field) => {
      expect(refusalOf(await create({ [field]: 1 }))).toEqual(invalid({ [field]: 'Unknown field' }));
      expect(refusalOf(await changeMany({ [field]: 1 }))).toEqual(invalid({ [`set.${field}`]: 'Unknown field' }));
    },
  );

  it.each(['constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__', 'isPrototypeOf'])(
    'refuses %s as any other unknown field',
    (field) => expectRefused({ [field]: 1 }, { [field]: 'Unknown field' }),
  );

  it('names every field that is wrong', () =>
    expectRefused(
      { title: 1, priority: 'x', dueDate: 'x', labelIds: 'x', nonsense: true },
      {
        title: 'Expected string',
        priority: PRIORITY_RULE,
        dueDate: 'Invalid datetime',
        labelIds: 'Expected array',
        nonsense: 'Unknown field',
      },
    ));

  it('takes an empty body of a PUT for no change', async () => {
    const { status, body } = await company.member.api.put(`/tasks/${task.id}`);
    expect([status, body.updatedAt]).toEqual([200, task.updatedAt]);
  });

  it('refuses a start after the due date, in one request or two, and names the task in bulk', async () => {
    const tooLate = { startDate: 'Must not be after dueDate' };
    const dates = { startDate: '2026-03-02', dueDate: '2026-03-01' };
    await expectRefused(dates, tooLate);
    const tasks = [
      { title: 'a', projectId: task.projectId },
      { title: 'b', projectId: task.projectId, ...dates },
    ];
    const many = await company.member.api.post('/tasks/bulk-create', { tasks });
    expect(refusalOf(many)).toEqual(invalid({ 'tasks.1.startDate': tooLate.startDate }));
    const { body } = await create({ startDate: '2026-03-02' });
    expect(refusalOf(await change({ dueDate: '2026-03-01T23:59:59Z' }, body.id))).toEqual(invalid(tooLate));
    expect((await change({ dueDate: '2026-03-02' }, body.id)).status).toBe(200);
    expect(refusalOf(await change({ startDate: '2026-03-02T00:00:01Z' }, body.id))).toEqual(invalid(tooLate));
    const moved = { startDate: '2026-04-01', dueDate: '2026-04-01' };
    expect((await change(moved, body.id)).body).toMatchObject({ startDate: '2026-04-01T00:00:00.000Z' });
    const bulk = { ids: [task.id, body.id], set: { dueDate: '2026-01-01' } };
    const refused = await company.member.api.post('/tasks/bulk', bulk);
    expect(refusalOf(refused)).toEqual(invalid({ 'set.startDate': tooLate.startDate }));
    expect((await change({ startDate: null, dueDate: '2026-01-01' }, body.id)).status).toBe(200);
  });

  it('refuses a number that is too large for a double', async () => {
    const answer = await company.member.api.put(`/tasks/${task.id}`, '{"estimatedHours": 1e400}');
    expect(refusalOf(answer)).toEqual(invalid({ estimatedHours: 'Expected number' }));
  });

  it('requires a title and a project', async () => {
    const required = invalid({ title: 'Required', projectId: 'Required' });
    expect(refusalOf(await company.member.api.post('/tasks', {}))).toEqual(required);
    expect(refusalOf(await company.member.api.post('/tasks', { title: null, projectId: null }))).toEqual(required);
    expect(refusalOf(await company.member.api.post('/tasks'))).toEqual(required);
  });

  it.each(['title', 'projectId', 'status', 'priority', 'labelIds'])('cannot be changed to null: %s', async (field) => {
    expect(refusalOf(await change({ [field]: null }))).toEqual(invalid({ [field]: 'Required' }));
    expect(refusalOf(await changeMany({ [field]: null }))).toEqual(invalid({ [`set.${field}`]: 'Required' }));
  });

  it('counts characters, not bytes or code units', async () => {
    const input = { title: ` ${'🙂'.repeat(500)} `, description: '𝒳'.repeat(50_000), status: '🚀'.repeat(100) };
    const { status, body } = await create(input);
    expect([status, body.title, body.description, body.status]).toEqual([
      201,
      '🙂'.repeat(500),
      input.description,
      input.status,
    ]);
  });

  it('distinguishes an empty description from none', async () => {
    const { body } = await create({ description: '' });
    expect(body.description).toBe('');
    expect((await change({ description: null }, body.id)).body.description).toBeNull();
  });

  it.each([
    [0, 0],
    [0.000_049_99, 0],
    [0.000_05, 0.000_1],
    [1.000_05, 1.000_1],
    [2.675_05, 2.675_1],
    [1 / 3, 0.333_3],
    [0.1 + 0.2, 0.3],
    [1e-7, 0],
    [99_999.999_94, 99_999.999_9],
    [99_999.999_95, 100_000],
    [100_000, 100_000],
  ])('rounds %d hours half up to %d', async (given, stored) => {
    const { body } = await create({ estimatedHours: given, loggedHours: given });
    expect([body.estimatedHours, body.loggedHours]).toEqual([stored, stored]);
    const read = await company.member.api.get(`/tasks/${body.id}`);
    expect([read.body.estimatedHours, read.body.loggedHours]).toEqual([stored, stored]);
  });

  it.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-11-20T09:05:07Z', '2026-11-20T09:05:07.000Z'],
    ['2026-11-20T09:05:07.129999+05:30', '2026-11-20T03:35:07.129Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('takes the due date %s for %s', async (given, stored) => {
    const { body } = await create({ dueDate: given });
    expect(body.dueDate).toBe(stored);
    expect((await company.member.api.get(`/tasks/${body.id}`)).body.dueDate).toBe(stored);
    expect((await change({ dueDate: given }, body.id)).body.updatedAt).toBe(body.updatedAt);
  });
});

describe('references of a task', () => {
  const notFound = (resource: string) => [404, 'NOT_FOUND', `${resource} not found`];

  /** The same answer from each of the three ways to write a field. */
  async function expectAnswered(input: object, expected: unknown): Promise<void> {
    for (const answer of [await create(input), await change(input), await changeMany(input)]) {
      expect(refusalOf(answer)).toEqual(expected);
    }
  }

  it('cannot be an unknown sprint, epic or label', async () => {
    await expectAnswered({ sprintId: UNKNOWN_ID }, notFound('Sprint'));
    await expectAnswered({ epicId: UNKNOWN_ID }, notFound('Epic'));
    await expectAnswered({ labelIds: [UNKNOWN_ID] }, notFound('Label'));
  });

  it('cannot be an unknown, foreign or deactivated assignee', async () => {
    const former = await createUser(company.owner, 'MEMBER');
    await company.owner.api.put(`/users/${former.id}`, { active: false });
    for (const assigneeId of [UNKNOWN_ID, stranger.member.id, former.id]) {
      await expectAnswered({ assigneeId }, notFound('User'));
    }
  });

  it('can be an assignee only if the user can reach the project', async () => {
    const project = await createProject(company.member);
    await giveToTeam(service.database, project.id);
    const assign = (assigneeId: string) => create({ projectId: project.id, assigneeId });
    expect(refusalOf(await assign(company.viewer.id))).toEqual(notFound('User'));
    for (const { id } of [company.owner, company.admin, company.member]) {
      expect((await assign(id)).body.assigneeId).toBe(id);
    }
    await company.member.api.put(`/projects/${project.id}/members/${company.viewer.id}`);
    expect((await assign(company.viewer.id)).body.assigneeId).toBe(company.viewer.id);
  });

  it('keeps an assignee who has been deactivated while other fields change', async () => {
    const user = await createUser(company.owner, 'MEMBER');
    const { body } = await create({ assigneeId: user.id });
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    const answer = await change({ assigneeId: user.id, title: 'Renamed' }, body.id);
    expect([answer.status, answer.body.title, answer.body.assigneeId]).toEqual([200, 'Renamed', user.id]);
  });

  it('can be a parent that the caller can reach, in the same project', async () => {
    const foreign = await createTask(stranger.member, (await createProject(stranger.member)).id);
    const closedProject = await createProject(company.admin);
    const closed = await createTask(company.admin, closedProject.id);
    await giveToTeam(service.database, closedProject.id);
    for (const parentId of [UNKNOWN_ID, foreign.id, closed.id]) {
      for (const answer of [await create({ parentId }), await change({ parentId }), await changeMany({ parentId })]) {
        expect([answer.status, answer.body]).toEqual([404, { error: 'Task not found' }]);
      }
    }
    const other = await createTask(company.member, (await createProject(company.member)).id);
    const message = 'Must be a task of the same project';
    expect(refusalOf(await create({ parentId: other.id }))).toEqual(invalid({ parentId: message }));
    expect(refusalOf(await change({ parentId: other.id }))).toEqual(invalid({ parentId: message }));
    expect(refusalOf(await changeMany({ parentId: other.id }))).toEqual(invalid({ 'set.parentId': message }));
  });

  it('never makes a task its own ancestor', async () => {
    const [root, middle, leaf] = await createTasks(company.member, projectId, ['root', 'middle', 'leaf']);
    expect((await change({ parentId: root!.id }, middle!.id)).body.parentId).toBe(root!.id);
    expect((await change({ parentId: middle!.id }, leaf!.id)).status).toBe(200);
    const message = 'Must not be the task itself or one below it';
    for (const parentId of [root!.id, middle!.id, leaf!.id]) {
      expect(refusalOf(await change({ parentId }, root!.id))).toEqual(invalid({ parentId: message }));
    }
    const together = await changeMany({ parentId: leaf!.id }, [task.id, middle!.id]);
    expect(refusalOf(together)).toEqual(invalid({ 'set.parentId': message }));
    expect((await company.member.api.get(`/tasks/${task.id}`)).body.parentId).toBeNull();
    // What is no cycle any more is allowed.
    expect((await change({ parentId: null }, leaf!.id)).status).toBe(200);
    expect((await change({ parentId: leaf!.id }, root!.id)).body.parentId).toBe(leaf!.id);
  });
});
