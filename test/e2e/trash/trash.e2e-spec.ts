import { createAgent } from '../../factories/agent.factory.js';
import { attach } from '../../factories/attachment.factory.js';
import { createCompany, createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestActivity, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { atMoment, DAY } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { checkedImport, importIn, startedImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { FilesCleanupTask } from '#modules/files/upkeep/files-cleanup.task.js';
import { TrashSweepTask } from '#modules/trash/trash-sweep.task.js';

interface TrashedTask {
  id: string;
  tid: string;
  title: string;
  projectId: string;
  deletedAt: string;
  deletedBy: { id: string; name: string };
  until: string;
}

type Restored = TestTask & { omitted: string[] };

const NOT_FOUND = [404, { error: 'Task not found' }];

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
beforeEach(async () => (project = await createProject(company.owner)));
afterAll(() => service.stop());

const make = (input: object = {}) => createTask(company.member, project.id, input);
const remove = async (task: { id: string }, { api }: TestUser = company.member) => {
  expect((await api.delete(`/tasks/${task.id}`)).status).toBe(204);
};
const trash = async ({ api }: TestUser = company.viewer, query = `projectId=${project.id}`) =>
  (await api.get<TrashedTask[]>(`/trash?${query}`)).body;
const restore = (name: string, { api }: TestUser = company.member) => api.post<Restored>(`/trash/${name}/restore`);
const restored = async (task: { id: string }) => {
  const { status, body } = await restore(task.id);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
const read = async <Body = TestTask>(path: string) => (await company.owner.api.get<Body>(path)).body;

describe('a deleted task', () => {
  it('stands in the trash for 30 days, and is nowhere else', async () => {
    const task = await make({ title: 'Old thing' });
    await remove(task);
    const [entry, ...others] = await trash();
    expect(others).toEqual([]);
    expect(entry).toEqual({
      id: task.id,
      tid: task.tid,
      title: 'Old thing',
      projectId: project.id,
      deletedAt: expect.any(String),
      deletedBy: { id: company.member.id, name: company.member.name },
      until: expect.any(String),
    });
    expect(Date.parse(entry!.until) - Date.parse(entry!.deletedAt)).toBe(30 * DAY);
    for (const path of ['', '/activity', '/comments', '/links', '/blockers', '/time-entries', '/attachments']) {
      expect([path, (await company.owner.api.get(`/tasks/${task.id}${path}`)).status]).toEqual([path, 404]);
    }
    expect(await read(`/tasks?projectId=${project.id}`)).toEqual([]);
    expect(await read(`/tasks?search=Old+thing&projectId=${project.id}`)).toEqual([]);
    expect(await read<{ taskCount: number }>(`/projects/${project.id}`)).toMatchObject({ taskCount: 0 });
  });

  it('is found in it by tid and title, the last deleted first', async () => {
    const [one, two] = [await make({ title: 'Apples' }), await make({ title: 'Pears' })];
    await remove(one);
    await remove(two);
    expect((await trash()).map(({ title }) => title)).toEqual(['Pears', 'Apples']);
    expect((await trash(company.viewer, `projectId=${project.id}&search=aPP`)).map(({ id }) => id)).toEqual([one.id]);
    expect((await trash(company.viewer, `search=${two.tid}`)).map(({ id }) => id)).toEqual([two.id]);
  });

  it('is found in it by a tid that it had before', async () => {
    const task = await make();
    const { id: projectId } = await createProject(company.owner);
    await company.member.api.post(`/tasks/${task.id}/transfer`, { projectId });
    await remove(task);
    expect((await trash(company.viewer, `search=${task.tid.toLowerCase()}`)).map(({ id }) => id)).toEqual([task.id]);
  });

  it('keeps its tid', async () => {
    const task = await make();
    await remove(task);
    expect((await make()).tid).not.toBe(task.tid);
    expect((await restore(task.tid.toLowerCase())).body.tid).toBe(task.tid);
  });

  it('goes for good when its days are over', async () => {
    const task = await make();
    await remove(task);
    const sweep = service.app.get(TrashSweepTask);
    await atMoment(Date.now() + 29 * DAY, () => sweep.run());
    expect(await trash()).toHaveLength(1);
    await atMoment(Date.now() + 31 * DAY, () => sweep.run());
    expect(await trash()).toEqual([]);
    expect(result(await restore(task.id))).toEqual(NOT_FOUND);
  });

  it('goes with its project', async () => {
    const task = await make();
    await remove(task);
    expect((await company.owner.api.delete(`/projects/${project.id}`)).status).toBe(204);
    expect(result(await restore(task.id))).toEqual(NOT_FOUND);
  });
});

describe('a restored task', () => {
  it('is as it was, with all that hung on it', async () => {
    const { member, owner } = company;
    const label = (await owner.api.post('/labels', { name: `Label ${project.key}` })).body;
    const epic = (await member.api.post('/epics', { projectId: project.id, name: 'Epic' })).body;
    const sprint = (await member.api.post('/sprints', { projectId: project.id, name: 'Sprint' })).body;
    const [parent, first, blocker, waiting] = [await make(), await make(), await make(), await make()];
    const task = await make({
      title: 'Thing',
      description: 'Long **text**',
      labelIds: [label.id],
      epicId: epic.id,
      sprintId: sprint.id,
      parentId: parent.id,
      assigneeId: member.id,
      dueDate: '2030-01-02',
      estimatedHours: 3,
    });
    await member.api.post(`/tasks/${task.id}/move`, { beforeId: first.id });
    await member.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    await member.api.post(`/tasks/${waiting.id}/blockers`, { taskId: task.id });
    await member.api.post(`/tasks/${task.id}/comments`, { body: 'Said' });
    await member.api.post(`/tasks/${task.id}/links`, { taskId: first.id, type: 'relates' });
    await member.api.post(`/tasks/${task.id}/time-entries`, { hours: 1.5, date: '2026-01-02' });
    await owner.api.put(`/tasks/${task.id}/watch`, { watching: true });
    const file = await attach(service, member, task.id, Buffer.from('content'), { name: 'a.txt' });
    const paths = ['comments', 'links', 'blockers', 'time-entries', 'attachments', 'watchers'];
    const around = () => Promise.all(paths.map((path) => read(`/tasks/${task.id}/${path}`)));
    const before = [await read(`/tasks/${task.id}`), await around(), await read(`/tasks/${waiting.id}`)];
    await remove(task);
    expect(await read(`/tasks/${waiting.id}`)).toMatchObject({ isBlocked: false });
    expect((await company.owner.api.get(`/attachments/${file.id}/content`)).status).toBe(404);
    expect(await restored(task)).toMatchObject({ omitted: [], custom: {} });
    const after = [await read(`/tasks/${task.id}`), await around(), await read(`/tasks/${waiting.id}`)];
    const steady = (things: unknown) =>
      JSON.parse(JSON.stringify(things), (key, value) => (key === 'updatedAt' ? 0 : value));
    expect(steady(after)).toEqual(steady(before));
    const { body: history } = await member.api.get<TestActivity[]>(`/tasks/${task.id}/activity`);
    expect(history.slice(0, 2).map(({ event }) => event)).toEqual(['task.restored', 'task.deleted']);
    expect(history.at(-1)?.event).toBe('task.created');
    expect((await member.api.get(`/attachments/${file.id}/content`)).status).toBe(200);
  });

  it('is told of as a change', async () => {
    const [task, waiting] = [await make({ assigneeId: company.member.id }), await make()];
    await company.member.api.post(`/tasks/${waiting.id}/blockers`, { taskId: task.id });
    await remove(task);
    const [entry] = await trash();
    const end = await endOfEvents(company.owner);
    const { omitted: _omitted, ...body } = await restored(task);
    const [event, ...others] = await eventsAfter(company.owner, end);
    expect(others).toEqual([]);
    const { custom: _custom, ...shown } = body as Restored & { custom?: object };
    expect(event).toMatchObject({
      event: 'task.updated',
      data: { ...shown, changes: { deletedAt: { from: entry!.deletedAt, to: null } }, blocked: [waiting.id] },
    });
  });

  it('loses what is gone or not allowed any more, and says so', async () => {
    const { owner, member } = company;
    const lost = await createUser(owner, 'MEMBER', 'Lost');
    const label = (await owner.api.post('/labels', { name: `Gone ${project.key}` })).body;
    const epic = (await member.api.post('/epics', { projectId: project.id, name: 'Epic' })).body;
    const sprint = (await member.api.post('/sprints', { projectId: project.id, name: 'Sprint' })).body;
    const [parent, blocker] = [await make(), await make()];
    const agent = await createAgent(owner, `Agent of ${project.key}`);
    const task = await make({
      labelIds: [label.id],
      epicId: epic.id,
      sprintId: sprint.id,
      parentId: parent.id,
      assigneeId: lost.id,
      delegateId: agent.id,
    });
    await member.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    for (const gone of [task, parent, blocker]) await remove(gone);
    await owner.api.delete(`/labels/${label.id}`);
    await owner.api.delete(`/epics/${epic.id}`);
    await member.api.post(`/sprints/${sprint.id}/start`);
    await member.api.post(`/sprints/${sprint.id}/complete`);
    await owner.api.put(`/users/${lost.id}`, { active: false });
    await owner.api.put(`/virtual-colleagues/${agent.id}`, { active: false });
    const body = await restored(task);
    expect(body.omitted).toEqual([
      'parentId',
      'sprintId',
      'epicId',
      'assigneeId',
      'delegateId',
      'labelIds',
      'blockerIds',
    ]);
    expect(body).toMatchObject({ parentId: null, sprintId: null, epicId: null, assigneeId: null, delegateId: null });
  });

  it('waits again for what it waited for', async () => {
    const [one, two] = [await make(), await make()];
    await company.member.api.post(`/tasks/${one.id}/blockers`, { taskId: two.id });
    await remove(one);
    const third = await make();
    await company.member.api.post(`/tasks/${two.id}/blockers`, { taskId: third.id });
    expect((await restored(one)).omitted).toEqual([]);
    expect(await read(`/tasks/${one.id}`)).toMatchObject({ isBlocked: true });
  });

  it('loses a blocker that would close a circle, whichever task waits for the other', async () => {
    const [one, two, third] = [await make(), await make(), await make()];
    const wait = (task: TestTask, blocker: TestTask) =>
      company.member.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    await wait(third, one);
    await wait(one, two);
    await remove(one);
    expect((await wait(two, third)).status).toBe(201);
    expect((await restored(one)).omitted).toEqual(['blockerIds']);
    const blockers = await Promise.all([one, two, third].map(({ id }) => read<TestTask[]>(`/tasks/${id}/blockers`)));
    expect(blockers.flat()).toHaveLength(2);
  });

  it('has a place of its own when another has its place meanwhile', async () => {
    const [first, second, third] = [await make(), await make(), await make()];
    await company.member.api.post(`/tasks/${third.id}/move`, { beforeId: second.id });
    await remove(third);
    const fourth = await make();
    await company.member.api.post(`/tasks/${fourth.id}/move`, { beforeId: second.id });
    await restored(third);
    const order = await read<TestTask[]>(`/tasks?projectId=${project.id}&sortBy=rank&sortOrder=asc`);
    expect(order.map(({ id }) => id)).toEqual([first.id, fourth.id, third.id, second.id]);
  });
});

describe('many', () => {
  it('come back together, whatever their order, or none of them', async () => {
    const parent = await make();
    const child = await make({ parentId: parent.id });
    await company.member.api.post(`/tasks/${child.id}/blockers`, { taskId: parent.id });
    await remove(child);
    await remove(parent);
    const both = (ids: string[]) =>
      company.member.api.post<{ restored: number; tasks: Restored[] }>('/trash/restore', { ids });
    expect(result(await both([child.id, UNKNOWN_ID]))).toEqual(NOT_FOUND);
    expect(await trash()).toHaveLength(2);
    const { status, body } = await both([child.id, parent.id]);
    expect([status, body.restored, body.tasks.map(({ id }) => id)]).toEqual([200, 2, [child.id, parent.id]]);
    expect(body.tasks).toMatchObject([
      { omitted: [], custom: {} },
      { omitted: [], custom: {} },
    ]);
    expect(body.tasks[0]).toMatchObject({ parentId: parent.id, isBlocked: true });
    expect(await trash()).toEqual([]);
  });

  it('are restored once, whoever asks at the same time', async () => {
    const task = await make();
    await remove(task);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await restore(task.id)).status));
    expect(statuses.sort()).toEqual([200, 404, 404]);
  });
});

describe('for good', () => {
  it('tasks go one by one or by project, by an ADMIN, which the audit log says', async () => {
    const { owner, admin, member } = company;
    const tasks = [await make(), await make(), await make()];
    for (const task of tasks) await remove(task);
    const [first] = tasks;
    expect(result(await member.api.delete(`/trash/${first!.id}`))).toEqual(FORBIDDEN);
    expect((await admin.api.delete(`/trash/${first!.tid}`)).status).toBe(204);
    expect((await admin.api.delete('/trash')).status).toBe(400);
    expect((await admin.api.delete(`/trash?projectId=${project.id}`)).status).toBe(204);
    expect(await trash()).toEqual([]);
    const { body } = await owner.api.get<{ action: string; changes: object | null }[]>(
      '/audit-log?action=trash.emptied&limit=2',
    );
    expect(body.map(({ changes }) => changes)).toEqual([{ tasks: { from: 2, to: 0 } }, null]);
  });
});

describe('what hangs on a deleted task', () => {
  it('is work that ends as stopped', async () => {
    const agent = await createAgent(company.owner, `Agent of ${project.key}`);
    const task = await make({ delegateId: agent.id });
    const { work } = (await agent.api.post('/work', { taskId: task.id })).body;
    await remove(task);
    expect((await company.owner.api.get(`/work/${work.id}`)).status).toBe(404);
    expect((await restored(task)).omitted).toEqual([]);
    expect(await read(`/work/${work.id}`)).toMatchObject({ state: 'stopped', endedReason: 'The task was deleted' });
  });

  it('is bytes that count', async () => {
    const bytes = async () => (await read<{ files: { bytes: number } }>('/company')).files.bytes;
    const task = await make();
    await attach(service, company.member, task.id, Buffer.alloc(1_000), { name: 'a.bin' });
    const before = await bytes();
    await remove(task);
    await service.app.get(FilesCleanupTask).cleanUp();
    expect(await bytes()).toBe(before);
    expect((await company.owner.api.delete(`/trash/${task.id}`)).status).toBe(204);
    expect(await bytes()).toBe(before - 1_000);
  });

  it('is mentions of people, who are forgotten there, too', async () => {
    const person = await createUser(company.owner, 'MEMBER', 'Zora Vergesslich');
    const task = await make({ description: `[@${person.name}](user:${person.id}) knows` });
    await remove(task);
    await company.owner.api.delete(`/users/${person.id}`);
    const kept = 'SELECT FROM trashed_rows WHERE task_id = $1 AND row::text LIKE $2';
    await eventually('she is forgotten', async () => {
      return (await service.database.rows(kept, [task.id, `%${person.name}%`])).length === 0;
    });
    await restored(task);
    expect(await read(`/tasks/${task.id}`)).toMatchObject({ description: expect.stringMatching(/^\[@Deleted user/) });
  });
});

describe('the undo of an import', () => {
  it('deletes for good, in the trash, too', async () => {
    const { admin, member } = company;
    const input = { source: 'csv', project: { name: 'Undone', key: 'UND' } };
    const sheet = 'id,title\nA-1,Stays\nA-2,Deleted\n';
    const { id } = await startedImport(admin, (await checkedImport(admin, service.baseUrl, input, sheet)).id);
    const deleted = await read('/tasks/UND-2');
    expect((await member.api.delete('/tasks/UND-2')).status).toBe(204);
    await admin.api.post(`/imports/${id}/undo`);
    await importIn(admin, id, 'undone');
    for (const tid of ['UND-1', 'UND-2']) expect(result(await restore(tid, admin))).toEqual(NOT_FOUND);
    expect(result(await restore(deleted.id, admin))).toEqual(NOT_FOUND);
  });
});

describe('the trash', () => {
  it('is read by all roles, and restored by who may write', async () => {
    const task = await make();
    await remove(task);
    expect(await trash(company.viewer)).toHaveLength(1);
    expect(result(await restore(task.id, company.viewer))).toEqual(FORBIDDEN);
    expect(result(await restore(task.id, (await createCompany(service.api)).owner))).toEqual(NOT_FOUND);
  });

  it('of a project out of reach is not there', async () => {
    const task = await make();
    await remove(task);
    await giveToTeam(service.database, project.id);
    expect(await trash(company.member)).toEqual([]);
    expect(result(await restore(task.id))).toEqual(NOT_FOUND);
    expect((await restore(task.id, company.owner)).status).toBe(200);
  });

  it('of an archived project stays as it is', async () => {
    const task = await make();
    await remove(task);
    await company.owner.api.post(`/projects/${project.id}/archive`);
    expect(refusalOf(await restore(task.id))).toEqual(ARCHIVED);
  });
});
