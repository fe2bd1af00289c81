import { randomUUID } from 'node:crypto';
import type { TestCompany } from '../../factories/company.factory.js';
import { createUser } from '../../factories/company.factory.js';
import { createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const TASK_NOT_FOUND = [404, { error: 'Task not found' }];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
let task: TestTask;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.owner, { key: 'WEB' });
  task = await createTask(company.member, project.id);
});
afterAll(() => service.stop());

describe('a tid or a project key in a path', () => {
  it('works like the id, in any case, and in the paths below', async () => {
    const tids = [task.tid, task.tid.toLowerCase()];
    const below = ['', '/activity', '/comments', '/time-entries', '/blockers'];
    for (const tid of tids) {
      for (const path of below) {
        const [named, known] = [
          await company.viewer.api.get(`/tasks/${tid}${path}`),
          await company.viewer.api.get(`/tasks/${task.id}${path}`),
        ];
        expect([path, named.status, named.body]).toEqual([path, 200, known.body]);
      }
    }
    for (const key of ['WEB', 'web']) {
      expect((await company.viewer.api.get(`/projects/${key}`)).body.id).toBe(project.id);
      const member = await company.owner.api.put(`/projects/${key}/members/${company.member.id}`, {});
      expect(member.status).toBe(200);
      expect((await company.owner.api.post(`/projects/${key}/archive`)).body.status).toBe('archived');
      expect((await company.owner.api.post(`/projects/${key}/unarchive`)).body.status).toBe('active');
    }
  });

  it('works for every write, with If-Match too', async () => {
    const { tid, id } = await createTask(company.member, project.id);
    const { headers } = await company.member.api.get(`/tasks/${tid}`);
    const matching = { headers: { 'If-Match': headers.get('ETag') as string } };
    expect((await company.member.api.put(`/tasks/${tid}`, { title: 'Named' }, matching)).body.id).toBe(id);
    expect((await company.member.api.put(`/tasks/${tid}`, { title: 'Lost' }, matching)).status).toBe(412);
    expect((await company.member.api.post(`/tasks/${tid}/move`, { beforeId: task.id })).status).toBe(200);
    expect((await company.member.api.post(`/tasks/${tid}/comments`, { body: 'x' })).body.taskId).toBe(id);
    expect((await company.member.api.delete(`/tasks/${tid}`)).status).toBe(204);
    expect(result(await company.member.api.get(`/tasks/${tid}`))).toEqual(TASK_NOT_FOUND);
  });

  it('finds nothing unknown, out of reach or of another company', async () => {
    const hidden = await createProject(company.owner, { key: 'HID' });
    const { tid } = await createTask(company.owner, hidden.id);
    await giveToTeam(service.database, hidden.id);
    for (const name of [tid, 'WEB-999999', 'NOPE-1', 'WEB-0', 'WEB-1x', 'WEB']) {
      expect([name, ...result(await company.member.api.get(`/tasks/${name}`))]).toEqual([name, ...TASK_NOT_FOUND]);
    }
    for (const key of ['HID', 'NOPE']) expect((await company.member.api.get(`/projects/${key}`)).status).toBe(404);
    expect(result(await stranger.owner.api.get(`/tasks/${task.tid}`))).toEqual(TASK_NOT_FOUND);
    expect((await stranger.owner.api.get('/projects/WEB')).status).toBe(404);
    expect((await company.owner.api.get(`/tasks/${tid}`)).status).toBe(200);
  });

  it('is refused in other ids of a path, in bodies and in filters', async () => {
    const { owner } = company;
    expect((await owner.api.delete(`/tasks/${task.tid}/blockers/${task.tid}`)).status).toBe(404);
    expect((await owner.api.post('/tasks', { title: 'x', projectId: 'WEB' })).status).toBe(400);
    expect((await owner.api.get('/tasks?projectId=WEB')).status).toBe(400);
    expect((await owner.api.get(`/sprints/${task.tid}`)).status).toBe(404);
  });
});

describe('GET /tasks', () => {
  it('accepts assigneeId=me, isDone and include=labels', async () => {
    const { id: projectId } = await createProject(company.owner);
    const user = await createUser(company.owner, 'MEMBER');
    const label = await createLabel(company.owner, { name: 'Zebra' });
    const first = await createTask(user, projectId, { assigneeId: user.id, status: 'Done', labelIds: [label.id] });
    const second = await createTask(user, projectId, { assigneeId: company.owner.id });
    const third = await createTask(user, projectId);
    const ids = async (query: string, api = user.api) =>
      (await api.get<{ id: string }[]>(`/tasks?projectId=${projectId}&sortBy=rank&sortOrder=asc&${query}`)).body.map(
        ({ id }) => id,
      );
    expect(await ids('assigneeId=me')).toEqual([first.id]);
    expect(await ids('assigneeId=me', company.owner.api)).toEqual([second.id]);
    expect(await ids('assigneeId=me,null')).toEqual([first.id, third.id]);
    expect(await ids(`assigneeId=me,${company.owner.id}`)).toEqual([first.id, second.id]);
    expect(await ids('isDone=true')).toEqual([first.id]);
    expect(await ids('isDone=false')).toEqual([second.id, third.id]);
    const { body } = await user.api.get(`/tasks?projectId=${projectId}&fields=title&include=labels&isDone=true`);
    expect(body).toEqual([{ title: 'Task', labels: [{ id: label.id, name: 'Zebra', color: label.color }] }]);
    const { body: page } = await user.api.get(`/tasks?projectId=${projectId}&include=labels&page=1&sortBy=rank`);
    expect(page.data.map(({ labels }: { labels: unknown[] }) => labels.length)).toEqual([0, 0, 1]);
  });

  it.each([
    ['isDone=yes', { isDone: 'Expected boolean' }],
    ['sprintId=me', { sprintId: 'Invalid uuid' }],
    ['assigneeId=ME', { assigneeId: 'Invalid uuid' }],
    ['include=sprint', { include: expect.stringMatching(/^Must be one of: assignee, /) }],
  ])('refuses %s', async (query, details) => {
    expect(refusalOf(await company.viewer.api.get(`/tasks?${query}`))).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('a search of users and labels', () => {
  it('finds parts of names, and of e-mail addresses, in any case', async () => {
    await createLabel(company.owner, { name: 'Frontend 100%' });
    await createLabel(company.owner, { name: 'Backend' });
    const names = async (path: string) =>
      (await company.viewer.api.get<{ name: string }[]>(path)).body.map(({ name }) => name);
    expect(await names('/labels?search=END')).toEqual(['Frontend 100%', 'Backend']);
    expect(await names('/labels?search=0%25')).toEqual(['Frontend 100%']);
    expect(await names('/users?search=max')).toEqual(['Max Member']);
    expect(await names(`/users?search=${company.viewer.email.toUpperCase()}`)).toEqual(['Vera Viewer']);
    expect(await names('/users?search=nobody')).toEqual([]);
    const { body } = await company.viewer.api.get('/users?search=a&page=1&limit=1');
    expect(body.meta.pagination.total).toBeGreaterThan(1);
    expect((await company.viewer.api.get('/labels?search=%00')).status).toBe(400);
  });
});

describe('POST /tasks/bulk-create', () => {
  const create = (tasks: unknown, api = company.member.api) => api.post('/tasks/bulk-create', { tasks });

  it('makes tasks as single requests do, with history and events, in their order', async () => {
    const { id: projectId, key } = await createProject(company.owner);
    const { status, body } = await create([
      { title: 'One', projectId },
      { title: 'Two', projectId, assigneeId: company.member.id, status: 'done' },
    ]);
    expect([status, body.tasks.map(({ tid }: TestTask) => tid)]).toEqual([201, [`${key}-1`, `${key}-2`]]);
    expect(
      (await eventsOf(service.database, projectId)).map(({ name, data }) => [name, data['title'] ?? null]),
    ).toEqual([
      ['project.created', null],
      ['task.created', 'One'],
      ['task.created', 'Two'],
      ['task.assigned', 'Two'],
    ]);
    for (const made of body.tasks) {
      expect((await company.viewer.api.get(`/tasks/${made.id}`)).body).toMatchObject(made);
      expect((await company.viewer.api.get(`/tasks/${made.id}/activity`)).body).toHaveLength(1);
    }
    expect((await company.viewer.api.get(`/projects/${projectId}`)).body.taskCount).toBe(2);
  });

  it('creates all or nothing, and names the wrong fields of each task', async () => {
    const { id: projectId } = await createProject(company.owner);
    const other = await createProject(company.owner);
    const sprint = await createSprint(company.owner, other.id);
    const good = { title: 'Good', projectId };
    const refused = [
      [[good, { title: '', projectId }], 400, { 'tasks.1.title': 'Must be at least 1 character' }],
      [[good, good, good, { projectId, x: 1 }], 400, { 'tasks.3.title': 'Required', 'tasks.3.x': 'Unknown field' }],
      [[good, 'x', null], 400, { 'tasks.1': 'Expected object', 'tasks.2': 'Expected object' }],
      [[good, { ...good, sprintId: sprint.id }], 400, { 'tasks.1.sprintId': 'Must be a sprint of the same project' }],
      [[], 400, { tasks: 'Must hold 1 to 100' }],
      [Array.from({ length: 101 }, () => good), 400, { tasks: 'Must hold 1 to 100' }],
      [{}, 400, { tasks: 'Expected array' }],
      [undefined, 400, { tasks: 'Required' }],
    ] as const;
    for (const [tasks, status, details] of refused) {
      expect(refusalOf(await create(tasks))).toEqual([status, 'VALIDATION_ERROR', details]);
    }
    expect((await create([good, { title: 'x', projectId: UNKNOWN_ID }])).status).toBe(404);
    expect((await create([good, { ...good, parentId: UNKNOWN_ID }])).status).toBe(404);
    await company.owner.api.post(`/projects/${other.id}/archive`);
    expect((await create([good, { title: 'x', projectId: other.id }])).status).toBe(409);
    expect(result(await create([good], company.viewer.api))).toEqual(FORBIDDEN);
    expect((await create([good], stranger.owner.api)).status).toBe(404);
    expect((await company.viewer.api.get(`/tasks?projectId=${projectId}`)).body).toEqual([]);
    expect((await create(Array.from({ length: 100 }, () => good))).body.tasks).toHaveLength(100);
  });
});

describe('POST /tasks/bulk-delete', () => {
  const remove = (ids: unknown, api = company.member.api) => api.post('/tasks/bulk-delete', { ids });

  it('deletes tasks as single requests do; a child that goes along is not changed first', async () => {
    const { id: projectId } = await createProject(company.owner);
    const parent = await createTask(company.member, projectId, { title: 'Parent' });
    const goes = await createTask(company.member, projectId, { title: 'Goes', parentId: parent.id });
    const stays = await createTask(company.member, projectId, { title: 'Stays', parentId: parent.id });
    const seen = (await eventsOf(service.database, projectId)).length;
    expect(result(await remove([parent.id, goes.id, parent.id.toUpperCase()]))).toEqual([200, { deleted: 2 }]);
    const events = (await eventsOf(service.database, projectId, seen)).map(({ name, data }) => [name, data['title']]);
    expect(events.sort()).toEqual([
      ['task.deleted', 'Goes'],
      ['task.deleted', 'Parent'],
      ['task.updated', 'Stays'],
    ]);
    expect((await company.viewer.api.get(`/tasks/${stays.id}`)).body.parentId).toBeNull();
    expect((await company.viewer.api.get(`/projects/${projectId}`)).body.taskCount).toBe(1);
  });

  it('deletes all or nothing', async () => {
    const { id: projectId } = await createProject(company.owner);
    const other = await createProject(company.owner);
    const [mine, stuck] = [await createTask(company.member, projectId), await createTask(company.member, other.id)];
    await company.owner.api.post(`/projects/${other.id}/archive`);
    expect(result(await remove([mine.id, UNKNOWN_ID]))).toEqual(TASK_NOT_FOUND);
    expect((await remove([mine.id, stuck.id])).status).toBe(409);
    expect(result(await remove([mine.id], company.viewer.api))).toEqual(FORBIDDEN);
    expect(result(await remove([mine.id], stranger.owner.api))).toEqual(TASK_NOT_FOUND);
    for (const ids of [[], ['x'], 'x', undefined, Array.from({ length: 201 }, () => randomUUID())]) {
      expect((await remove(ids)).status).toBe(400);
    }
    expect((await company.viewer.api.get(`/tasks/${mine.id}`)).status).toBe(200);
  });
});
