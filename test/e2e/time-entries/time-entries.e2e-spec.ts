import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask, type TestActivity, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const TASK_NOT_FOUND = [404, { error: 'Task not found' }];
const ENTRY_NOT_FOUND = [404, 'NOT_FOUND', 'Time entry not found'];
const TOO_MANY = [409, 'CONFLICT', 'A task has at most 100000 logged hours'];

interface TestTimeEntry {
  id: string;
  hours: number;
  note: string | null;
  spentOn: string;
  createdAt: string;
}

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const post = (task: TestTask, input: object, user = company.member) =>
  user.api.post(`/tasks/${task.id}/time-entries`, input);
const list = async (task: TestTask) =>
  (await company.viewer.api.get<TestTimeEntry[]>(`/tasks/${task.id}/time-entries`)).body;
const remove = ({ id }: TestTimeEntry, user = company.member) => user.api.delete(`/time-entries/${id}`);
const setHours = (task: TestTask, loggedHours: number | null) =>
  company.member.api.put(`/tasks/${task.id}`, { loggedHours });
const read = async ({ id }: TestTask) => (await company.viewer.api.get(`/tasks/${id}`)).body;
const loggedHours = async (task: TestTask) => (await read(task)).loggedHours;

async function newTask(input: object = {}): Promise<TestTask> {
  return createTask(company.member, (await createProject(company.member)).id, input);
}

async function log(task: TestTask, hours: number, user = company.member): Promise<TestTimeEntry> {
  const { status, body } = await post(task, { hours }, user);
  if (status !== 201) throw new Error(`log time: ${JSON.stringify(body)}`);
  return body;
}

describe('POST /tasks/{id}/time-entries', () => {
  it('makes an entry of the caller', async () => {
    const task = await newTask();
    const { status, body } = await post(task, {
      hours: 1.5,
      note: ' Read the code ',
      spentOn: '2026-11-20T09:00+01:00',
    });
    const { id, name } = company.member;
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        taskId: task.id,
        userId: id,
        user: { id, name },
        colleagueId: null,
        hours: 1.5,
        note: ' Read the code ',
        spentOn: '2026-11-20T08:00:00.000Z',
        createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        updatedAt: body.createdAt,
      },
    ]);
    expect(await list(task)).toEqual([body]);
  });

  it('has the current time and no note by default', async () => {
    const before = new Date().toISOString();
    const { note, spentOn, createdAt } = (await post(await newTask(), { hours: 1, note: null, spentOn: null })).body;
    expect(note).toBeNull();
    expect(before <= spentOn && spentOn <= createdAt).toBe(true);
  });

  it.each([
    [1.000_05, 1.000_1],
    [0.000_05, 0.000_1],
    [2.344_44, 2.344_4],
    [100_000, 100_000],
  ])('rounds %d hours to %d', async (hours, rounded) => {
    const task = await newTask();
    expect((await log(task, hours)).hours).toBe(rounded);
    expect(await loggedHours(task)).toBe(rounded);
  });

  it('adds its hours to the task, as one change of the task', async () => {
    const task = await newTask({ loggedHours: 0.1 });
    await log(task, 0.2);
    const changes = { loggedHours: { from: 0.1, to: 0.3 } };
    const after = await read(task);
    expect([after.loggedHours, after.updatedAt > task.updatedAt]).toEqual([0.3, true]);
    const events = (await eventsOf(service.database, task.projectId)).slice(2);
    expect(events).toEqual([
      { name: 'task.updated', data: expect.objectContaining({ id: task.id, loggedHours: 0.3, changes }) },
    ]);
    const { body: activity } = await company.viewer.api.get<TestActivity[]>(`/tasks/${task.id}/activity`);
    expect(activity[0]).toMatchObject({ actor: { id: company.member.id }, event: 'task.updated', changes });
  });

  it('is counted exactly while many are created and deleted at once', async () => {
    const task = await newTask();
    const entries = await Promise.all(Array.from({ length: 50 }, () => log(task, 0.1)));
    expect(await loggedHours(task)).toBe(5);
    const half = entries.slice(0, 25);
    await Promise.all([...half.map((entry) => remove(entry)), ...half.map(() => log(task, 0.3))]);
    expect(await loggedHours(task)).toBe(10);
    const listed = await list(task);
    expect(listed.reduce((sum, { hours }) => sum + hours * 10, 0)).toBeCloseTo(100);
    const names = (await eventsOf(service.database, task.projectId)).map(({ name }) => name);
    expect(names.filter((name) => name === 'task.updated')).toHaveLength(100);
  });

  it('never raises a task above the maximum of hours', async () => {
    const task = await newTask({ loggedHours: 99_999 });
    expect(refusalOf(await post(task, { hours: 1.01 }))).toEqual(TOO_MANY);
    expect([await loggedHours(task), await list(task)]).toEqual([99_999, []]);
    await log(task, 1);
    expect(await loggedHours(task)).toBe(100_000);
  });

  it.each([
    [{}, { hours: 'Required' }],
    [{ hours: 0 }, { hours: 'Must be from 0.00005 to 100000' }],
    [{ hours: 0.000_04 }, { hours: 'Must be from 0.00005 to 100000' }],
    [{ hours: -1 }, { hours: 'Must be from 0.00005 to 100000' }],
    [{ hours: 100_000.01 }, { hours: 'Must be from 0.00005 to 100000' }],
    [{ hours: '1' }, { hours: 'Expected number' }],
    [{ hours: 1, note: 'x'.repeat(50_001) }, { note: 'Must be at most 50000 characters' }],
    [{ hours: 1, note: 'x\0' }, { note: 'Invalid text' }],
    [{ hours: 1, spentOn: 'yesterday' }, { spentOn: 'Invalid datetime' }],
    [{ hours: 1, userId: UNKNOWN_ID }, { userId: 'Unknown field' }],
  ])('refuses %j, even for no task', async (input, details) => {
    const answer = await company.member.api.post(`/tasks/${UNKNOWN_ID}/time-entries`, input);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('GET /tasks/{id}/time-entries', () => {
  it('returns the entries in the order of creation, as an array or in pages', async () => {
    const task = await newTask();
    await log(await newTask(), 9);
    const entries = [await log(task, 3), await log(task, 1, company.admin), await log(task, 2)];
    expect(await list(task)).toEqual(entries);
    const { body } = await company.viewer.api.get(`/tasks/${task.id}/time-entries?page=2&limit=2`);
    expect(body.data).toEqual([entries[2]]);
    expect(body.meta.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });
});

describe('DELETE /time-entries/{id}', () => {
  it('subtracts its hours from the task, as one change of the task', async () => {
    const task = await newTask({ loggedHours: 1 });
    const entry = await log(task, 0.7);
    expect(result(await remove(entry))).toEqual([204, undefined]);
    expect([await loggedHours(task), await list(task)]).toEqual([1, []]);
    const events = (await eventsOf(service.database, task.projectId)).slice(3);
    expect(events.map(({ name, data }) => [name, data.changes])).toEqual([
      ['task.updated', { loggedHours: { from: 1.7, to: 1 } }],
    ]);
    expect(refusalOf(await remove(entry))).toEqual(ENTRY_NOT_FOUND);
  });

  it.each([
    [1, 0, 1],
    [0, 0, 0],
    [null, null, 0],
  ])('leaves a total that was set to %j at %j', async (total, left, changes) => {
    const task = await newTask();
    const entry = await log(task, 2);
    await setHours(task, total);
    const before = (await eventsOf(service.database, task.projectId)).length;
    expect((await remove(entry)).status).toBe(204);
    expect(await loggedHours(task)).toBe(left);
    expect((await eventsOf(service.database, task.projectId)).length - before).toBe(changes);
  });

  it('happens once when many requests come at once', async () => {
    const task = await newTask({ loggedHours: 10 });
    const entry = await log(task, 1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(entry)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await loggedHours(task)).toBe(10);
  });

  it('is allowed to the author of the entry, ADMIN and OWNER', async () => {
    const task = await newTask();
    const entries = [await log(task, 1), await log(task, 1, company.owner)];
    const other = await createUser(company.owner, 'MEMBER');
    for (const entry of entries) expect(result(await remove(entry, other))).toEqual(FORBIDDEN);
    expect(await loggedHours(task)).toBe(2);
    expect(result(await remove(entries[0]!, company.admin))).toEqual([204, undefined]);
    expect(result(await remove(entries[1]!, company.owner))).toEqual([204, undefined]);
  });

  it('races with the deletion of the task without harm', async () => {
    const task = await newTask();
    const entry = await log(task, 1);
    const [removed, deleted] = await Promise.all([remove(entry), company.member.api.delete(`/tasks/${task.id}`)]);
    expect([[204, 404].includes(removed.status), deleted.status]).toEqual([true, 204]);
    expect(refusalOf(await remove(entry))).toEqual(ENTRY_NOT_FOUND);
  });
});

describe('a time entry', () => {
  it('is unknown to another company, by a wrong id and by a malformed one', async () => {
    const task = await newTask();
    const entry = await log(task, 1);
    for (const id of [entry.id, UNKNOWN_ID, 'x', '%00']) {
      expect(refusalOf(await stranger.owner.api.delete(`/time-entries/${id}`))).toEqual(ENTRY_NOT_FOUND);
    }
    for (const id of [task.id, UNKNOWN_ID, 'x', '%00']) {
      const path = `/tasks/${id}/time-entries`;
      expect(result(await stranger.owner.api.get(path))).toEqual(TASK_NOT_FOUND);
      expect(result(await stranger.owner.api.post(path, { hours: 1 }))).toEqual(TASK_NOT_FOUND);
    }
    expect(await list(task)).toEqual([entry]);
  });

  it('is out of reach with its project, even for its author', async () => {
    const project = await createProject(company.admin);
    const task = await createTask(company.member, project.id);
    const entry = await log(task, 1);
    await giveToTeam(service.database, project.id);
    expect(refusalOf(await remove(entry))).toEqual(ENTRY_NOT_FOUND);
    expect(result(await post(task, { hours: 1 }))).toEqual(TASK_NOT_FOUND);
    expect(result(await company.viewer.api.get(`/tasks/${task.id}/time-entries`))).toEqual(TASK_NOT_FOUND);
    expect(result(await remove(entry, company.admin))).toEqual([204, undefined]);
  });

  it('cannot be changed while its project is archived; ownership is checked first', async () => {
    const task = await newTask();
    const [entry, ofAdmin] = [await log(task, 1), await log(task, 1, company.admin)];
    await company.admin.api.post(`/projects/${task.projectId}/archive`);
    expect(refusalOf(await post(task, { hours: 100_000 }))).toEqual(ARCHIVED);
    expect(refusalOf(await remove(entry))).toEqual(ARCHIVED);
    expect(result(await remove(ofAdmin))).toEqual(FORBIDDEN);
    expect(await list(task)).toEqual([entry, ofAdmin]);
  });

  it('can only be read by viewers', async () => {
    const task = await newTask();
    const entry = await log(task, 1);
    expect(result(await post(task, {}, company.viewer))).toEqual(FORBIDDEN);
    expect(result(await remove(entry, company.viewer))).toEqual(FORBIDDEN);
    expect((await service.api.get(`/tasks/${task.id}/time-entries`)).status).toBe(401);
  });
});
