import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createProjectWithTasks, createTask, type TestActivity, type TestTask } from '../../factories/task.factory.js';
import { refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const TASK_NOT_FOUND = [404, { error: 'Task not found' }];
const CYCLE = [409, 'CONFLICT', 'The tasks would wait for each other; remove a blocker between them first'];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const add = ({ id }: TestTask, blocker: TestTask) =>
  company.member.api.post(`/tasks/${id}/blockers`, { taskId: blocker.id });
const remove = ({ id }: TestTask, blocker: TestTask) =>
  company.member.api.delete(`/tasks/${id}/blockers/${blocker.id}`);
const put = ({ id }: TestTask, input: object) => company.member.api.put(`/tasks/${id}`, input);
const read = async ({ id }: TestTask) => (await company.member.api.get<TestTask>(`/tasks/${id}`)).body;
const isBlocked = async (task: TestTask) => (await read(task)).isBlocked;
const blockersOf = async ({ id }: TestTask) =>
  (await company.viewer.api.get<TestTask[]>(`/tasks/${id}/blockers`)).body.map(({ title }) => title);

describe('blockers of a task', () => {
  it('are added, listed and removed, each as a change of the blocked task', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'task', 'one', 'other');
    const [task, one, other] = tasks;
    expect(result(await add(task, other))).toEqual([201, other]);
    expect(result(await add(task, one))).toEqual([201, one]);
    expect(await blockersOf(task)).toEqual(['one', 'other']);
    const blocked = await read(task);
    expect([blocked.isBlocked, blocked.updatedAt > task.updatedAt]).toEqual([true, true]);
    expect(result(await remove(task, other))).toEqual([204, undefined]);
    expect(await blockersOf(task)).toEqual(['one']);
    const events = (await eventsOf(service.database, projectId)).slice(4);
    expect(events.map(({ name, data }) => [name, data['id'], data['isBlocked'], data.changes])).toEqual([
      ['task.updated', task.id, true, { blockerIds: { from: [], to: [other.id] } }],
      ['task.updated', task.id, true, { blockerIds: { from: [other.id], to: [one.id, other.id] } }],
      ['task.updated', task.id, true, { blockerIds: { from: [one.id, other.id], to: [one.id] } }],
    ]);
    // The blockers themselves have not changed.
    expect([(await read(one)).updatedAt, (await read(other)).updatedAt]).toEqual([one.updatedAt, other.updatedAt]);
  });

  it('may be in another project', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'task');
    const other = await createProjectWithTasks(company.member, 'blocker');
    expect((await add(tasks[0], other.tasks[0])).status).toBe(201);
    expect(await isBlocked(tasks[0])).toBe(true);
    // What is archived can still be waited for.
    const archived = await createProjectWithTasks(company.member, 'of an archived project');
    await company.admin.api.post(`/projects/${archived.projectId}/archive`);
    expect((await add(tasks[0], archived.tasks[0])).status).toBe(201);
    expect(await blockersOf(tasks[0])).toEqual(['blocker', 'of an archived project']);
  });

  it('can be listed from the blocking task, too', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'blocker', 'waits', 'waits too');
    const hidden = await createProjectWithTasks(company.member, 'out of reach');
    for (const task of [...tasks.slice(1), hidden.tasks[0]]) await add(task, tasks[0]);
    await giveToTeam(service.database, hidden.projectId);
    const path = `/tasks/${tasks[0].id}/blocking`;
    const titles = (answer: { body: TestTask[] }) => answer.body.map(({ title }) => title);
    expect(titles(await company.viewer.api.get<TestTask[]>(path))).toEqual(['waits', 'waits too']);
    expect(titles(await company.admin.api.get<TestTask[]>(path))).toEqual(['waits', 'waits too', 'out of reach']);
    const { body } = await company.viewer.api.get(`${path}?page=1&limit=1`);
    expect(body.meta.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2 });
    expect(result(await stranger.owner.api.get(path))).toEqual(TASK_NOT_FOUND);
    expect(result(await company.viewer.api.get(`/tasks/${hidden.tasks[0].id}/blocking`))).toEqual(TASK_NOT_FOUND);
  });

  it('come with a list that includes them, as far as they are in reach', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'task', 'free');
    const [task, free] = tasks;
    const dates = { startDate: '2026-12-01T00:00:00.000Z', dueDate: '2026-12-05T00:00:00.000Z' };
    const blocker = await createTask(company.member, projectId, { title: 'blocker', status: 'Done', ...dates });
    const hidden = await createProjectWithTasks(company.member, 'out of reach');
    for (const one of [blocker, hidden.tasks[0]]) await add(task, one);
    await giveToTeam(service.database, hidden.projectId);
    const shown = { id: blocker.id, tid: blocker.tid, title: 'blocker', status: 'Done', ...dates };
    const [{ id, tid }] = hidden.tasks;
    const beyond = { id, tid, title: 'out of reach', status: 'Backlog', startDate: null, dueDate: null };
    const path = `/tasks?projectId=${projectId}&isDone=false&fields=id&include=blockers&sortBy=rank&sortOrder=asc`;
    const listOf = async ({ api }: TestCompany['viewer'], query = '') => (await api.get(`${path}${query}`)).body;
    expect(await listOf(company.viewer)).toEqual([
      { id: task.id, blockers: [shown] },
      { id: free.id, blockers: [] },
    ]);
    expect((await listOf(company.admin))[0].blockers).toEqual([shown, beyond]);
    expect((await listOf(company.viewer, '&page=1&limit=1')).data).toEqual([{ id: task.id, blockers: [shown] }]);
    expect((await listOf(company.viewer, '&search=free')).length).toBe(1);
    expect(await listOf(stranger.owner)).toEqual([]);
  });

  it('come in pages like any list', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'task', 'a', 'b', 'c');
    for (const blocker of tasks.slice(1)) await add(tasks[0], blocker);
    const { body } = await company.viewer.api.get(`/tasks/${tasks[0].id}/blockers?page=2&limit=2`);
    expect(body).toMatchObject({
      success: true,
      data: [{ title: 'c' }],
      meta: { pagination: { page: 2, limit: 2, total: 3, totalPages: 2 } },
    });
  });

  it('cause no change when they are added again', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'task', 'blocker');
    await add(tasks[0], tasks[1]);
    const before = await read(tasks[0]);
    expect(result(await add(tasks[0], tasks[1]))).toEqual([200, tasks[1]]);
    expect(await read(tasks[0])).toEqual(before);
    expect(await eventsOf(service.database, projectId)).toHaveLength(4);
  });

  it('never close a cycle', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c', 'd');
    const [a, b, c, d] = tasks;
    expect(refusalOf(await add(a, a))).toEqual([409, 'CONFLICT', 'A task cannot wait for itself']);
    for (const [task, blocker] of [
      [a, b],
      [b, c],
      [a, c],
      [d, a],
    ] as const) {
      expect((await add(task, blocker)).status).toBe(201);
    }
    for (const [task, blocker] of [
      [b, a],
      [c, b],
      [c, a],
      [c, d],
      [a, d],
    ] as const) {
      expect(refusalOf(await add(task, blocker))).toEqual(CYCLE);
    }
    expect(await eventsOf(service.database, projectId)).toHaveLength(9);
    await remove(b, c);
    await remove(a, c);
    expect((await add(c, d)).status).toBe(201);
  });

  it('must be tasks that the caller can reach', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'task', 'no blocker');
    const foreign = await createTask(stranger.member, (await createProject(stranger.member)).id);
    const closed = await createProjectWithTasks(company.member, 'closed');
    await add(tasks[0], closed.tasks[0]);
    await giveToTeam(service.database, closed.projectId);
    await company.member.api.delete(`/projects/${closed.projectId}/members/${company.member.id}`);
    for (const id of [foreign.id, closed.tasks[0].id, UNKNOWN_ID]) {
      const task = { id } as TestTask;
      expect(result(await add(tasks[0], task))).toEqual(TASK_NOT_FOUND);
      expect(result(await add(task, tasks[0]))).toEqual(TASK_NOT_FOUND);
      expect(result(await remove(tasks[0], task))).toEqual(TASK_NOT_FOUND);
      expect(result(await company.member.api.get(`/tasks/${id}/blockers`))).toEqual(TASK_NOT_FOUND);
    }
    // It still blocks, but is not shown to those who cannot reach it.
    expect(await isBlocked(tasks[0])).toBe(true);
    expect(await blockersOf(tasks[0])).toEqual([]);
    expect((await company.owner.api.get(`/tasks/${tasks[0].id}/blockers`)).body).toHaveLength(1);
    expect(result(await remove(tasks[0], tasks[1]))).toEqual(TASK_NOT_FOUND);
  });

  it.each([
    [undefined, 'Required'],
    [null, 'Required'],
    ['task', 'Invalid uuid'],
    [7, 'Expected string'],
  ])('are named by an id, not by %j', async (taskId, message) => {
    const { tasks } = await createProjectWithTasks(company.member, 'task');
    const answer = await company.member.api.post(`/tasks/${tasks[0].id}/blockers`, { taskId });
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { taskId: message }]);
  });
});

describe('isBlocked', () => {
  it('follows the status and the open blockers, and nothing else changes', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'task', 'one', 'other');
    const [task, one, other] = tasks;
    await add(task, one);
    await add(task, other);
    const before = await read(task);
    const seen = (await eventsOf(service.database, projectId)).filter(({ data }) => data['id'] === task.id).length;
    await put(one, { status: 'Done' });
    expect(await isBlocked(task)).toBe(true);
    await put(other, { status: 'done' });
    expect(await isBlocked(task)).toBe(false);
    await put(one, { status: 'To Do' });
    expect(await isBlocked(task)).toBe(true);
    await company.member.api.delete(`/tasks/${one.id}`);
    expect(await read(task)).toEqual({ ...before, isBlocked: false });
    const events = (await eventsOf(service.database, projectId)).filter(({ data }) => data['id'] === task.id);
    expect(events).toHaveLength(seen);
    expect((await put(task, { status: 'Blocked' })).body.isBlocked).toBe(true);
    expect((await put(task, { status: 'Backlog' })).body.isBlocked).toBe(false);
    expect((await put(task, { status: 'Blocked outside' })).body.isBlocked).toBe(false);
  });
});

describe('GET /tasks/{id}/activity', () => {
  const activityOf = async ({ id }: TestTask) =>
    (await company.viewer.api.get<TestActivity[]>(`/tasks/${id}/activity`)).body;

  it('shows the author and the changes, the newest first', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'task', 'other');
    const [task, other] = tasks;
    const renamed = (await company.admin.api.put(`/tasks/${task.id}`, { title: 'New', status: 'Done' })).body;
    await company.owner.api.post('/tasks/bulk', { ids: [task.id, other.id], set: { priority: 'Low' } });
    await add(task, other);
    const moved = (await company.member.api.post(`/tasks/${task.id}/move`, { afterId: other.id })).body;
    const by = ({ id, name }: { id: string; name: string }) => ({ id, name });
    const entries = await activityOf(task);
    expect(entries.map(({ actor, event, changes }) => [actor, event, changes])).toEqual([
      [by(company.member), 'task.updated', { rank: { from: task.rank, to: moved.rank } }],
      [by(company.member), 'task.updated', { blockerIds: { from: [], to: [other.id] } }],
      [by(company.owner), 'task.updated', { priority: { from: 'None', to: 'Low' } }],
      [
        by(company.admin),
        'task.updated',
        { title: { from: 'task', to: 'New' }, status: { from: 'Backlog', to: 'Done' } },
      ],
      [by(company.member), 'task.created', {}],
    ]);
    expect(entries.map(({ at }) => at)).toEqual([
      moved.updatedAt,
      expect.any(String),
      expect.any(String),
      renamed.updatedAt,
      task.createdAt,
    ]);
    const recorded = (await eventsOf(service.database, projectId)).filter(
      ({ name, data }) => name === 'task.updated' && data['id'] === task.id,
    );
    expect(recorded.map(({ data }) => data.changes).reverse()).toEqual(
      entries.slice(0, -1).map(({ changes }) => changes),
    );
    expect(Object.keys(entries[0]!).sort()).toEqual(['actor', 'at', 'changes', 'event', 'id']);
  });

  it('has no entry for a request that changed nothing', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'task');
    await put(tasks[0], { title: 'task', status: 'BACKLOG' });
    expect(await activityOf(tasks[0])).toHaveLength(1);
  });

  it('shows that a parent was deleted', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'parent', 'child');
    await put(tasks[1], { parentId: tasks[0].id });
    await company.owner.api.delete(`/tasks/${tasks[0].id}`);
    const [newest] = await activityOf(tasks[1]);
    expect(newest).toMatchObject({
      actor: { id: company.owner.id },
      event: 'task.updated',
      changes: { parentId: { from: tasks[0].id, to: null } },
    });
    expect(newest?.at).toBe((await read(tasks[1])).updatedAt);
  });

  it('keeps the names of deactivated users', async () => {
    const user = await createUser(company.owner, 'MEMBER', 'Former Colleague');
    const { tasks } = await createProjectWithTasks(company.member, 'task');
    await user.api.put(`/tasks/${tasks[0].id}`, { title: 'Changed' });
    await company.owner.api.put(`/users/${user.id}`, { active: false });
    expect((await activityOf(tasks[0]))[0]?.actor).toEqual({ id: user.id, name: 'Former Colleague' });
  });

  it('comes in pages like any list', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'task');
    for (const title of ['1', '2', '3']) await put(tasks[0], { title });
    const all = await activityOf(tasks[0]);
    const pages = [];
    for (const page of [1, 2, 3]) {
      const { body } = await company.viewer.api.get(`/tasks/${tasks[0].id}/activity?page=${page}&limit=2`);
      expect(body.meta.pagination).toEqual({ page, limit: 2, total: 4, totalPages: 2 });
      pages.push(...body.data);
    }
    expect(pages).toEqual(all);
  });
});
