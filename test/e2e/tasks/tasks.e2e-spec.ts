import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf, type RecordedEvent } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { toldTask } from '../../support/told-task.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const TASK_NOT_FOUND = [404, { error: 'Task not found' }];
const PROJECT_NOT_FOUND = [404, { error: 'Project not found' }];

/** What a task by itself shows besides its fields. */
const NOBODY = { delegate: null, work: null, promise: null, asked: null };
const EMPTY_LISTS = { labels: [], attachments: [], mentions: [], external: [], mutes: [], formerTids: [] };
const CODE = { code: { open: 0, merged: 0, failing: 0 }, branchName: expect.stringContaining('/') };
const NOTHING_MORE = { custom: {}, ...NOBODY, ...EMPTY_LISTS, ...CODE };

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const names = (events: RecordedEvent[]) => events.map(({ name }) => name);

/** A project with one task, and so far three events: the project's, the task's, its assignment. */
async function projectWithTask(input: object = {}): Promise<{ projectId: string; task: TestTask }> {
  const { id } = await createProject(company.member);
  return { projectId: id, task: await createTask(company.member, id, { assigneeId: company.admin.id, ...input }) };
}

describe('POST /tasks', () => {
  it('makes a task with the defaults of the specification', async () => {
    const project = await createProject(company.member, { key: 'DEF' });
    const { status, body } = await company.member.api.post('/tasks', { title: '  First\n', projectId: project.id });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(UUID_V7),
        tid: 'DEF-1',
        title: 'First',
        description: null,
        status: 'Backlog',
        priority: 'None',
        estimatedHours: null,
        loggedHours: null,
        projectId: project.id,
        assigneeId: null,
        delegateId: null,
        sprintId: null,
        epicId: null,
        parentId: null,
        dueDate: null,
        startDate: null,
        rank: expect.stringMatching(/^[0-9A-Za-z]+$/),
        isBlocked: false,
        recurrenceId: null,
        createdById: company.member.id,
        completedAt: null,
        custom: {},
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: body.createdAt,
      },
    ]);
    expect((await company.viewer.api.get(`/tasks/${body.id}`)).body).toEqual({
      ...body,
      ...NOTHING_MORE,
      assignee: null,
      watching: false,
    });
    expect((await eventsOf(service.database, project.id, 1)).map(({ name, data }) => [name, data])).toEqual([
      ['task.created', toldTask(body)],
    ]);
  });

  it('stores every field', async () => {
    const project = await createProject(company.member);
    const parent = await createTask(company.member, project.id);
    const input = {
      title: 'Alles',
      projectId: project.id,
      description: '  kept as it is\n',
      status: 'Waiting for parts',
      priority: 'Urgent',
      estimatedHours: 12.5,
      loggedHours: 0,
      assigneeId: company.viewer.id,
      parentId: parent.id,
      labelIds: [],
      dueDate: '2026-12-24T18:00:00+01:00',
      startDate: '2026-12-01T00:00:00.000Z',
    };
    const { status, body } = await company.member.api.post('/tasks', input);
    const { labelIds: _, ...expected } = { ...input, dueDate: '2026-12-24T17:00:00.000Z' };
    expect([status, body]).toEqual([201, expect.objectContaining(expected)]);
    const assignee = { id: company.viewer.id, name: company.viewer.name };
    const detail = await company.member.api.get(`/tasks/${body.id}`);
    expect(detail.body).toEqual({ ...body, ...NOTHING_MORE, assignee, watching: true });
    expect(await eventsOf(service.database, project.id, 2)).toEqual([
      { name: 'task.created', data: toldTask(body) },
      { name: 'task.assigned', data: { ...toldTask(body), assignee } },
    ]);
  });

  it('treats null for an optional field as left out', async () => {
    const { id: projectId } = await createProject(company.member);
    const optional = ['description', 'status', 'priority', 'estimatedHours', 'loggedHours', 'assigneeId', 'sprintId'];
    const nulls = Object.fromEntries(
      [...optional, 'epicId', 'parentId', 'labelIds', 'dueDate', 'startDate'].map((name) => [name, null]),
    );
    const { status, body } = await company.member.api.post('/tasks', { title: 'T', projectId, ...nulls });
    expect([status, body.status, body.priority, body.description]).toEqual([201, 'Backlog', 'None', null]);
  });

  it.each([
    ['done', 'Done', false],
    [' IN PROGRESS ', 'In Progress', false],
    ['blocked', 'Blocked', true],
    ['Ready to Ship', 'Ready to Ship', false],
    ['ready to ship', 'ready to ship', false],
  ])('stores the status %j as %j', async (given, stored, isBlocked) => {
    const { id: projectId } = await createProject(company.member);
    const { body } = await company.member.api.post('/tasks', { title: 'T', projectId, status: given });
    expect([body.status, body.isBlocked]).toEqual([stored, isBlocked]);
    expect((await company.member.api.get(`/tasks/${body.id}`)).body).toMatchObject({ status: stored, isBlocked });
    // Even one that is born as Done is not completed.
    expect(names(await eventsOf(service.database, projectId, 1))).toEqual(['task.created']);
  });

  it('numbers tasks per project and never reuses a number', async () => {
    const one = await createProject(company.member, { key: 'ONE' });
    const two = await createProject(company.member, { key: 'TWO' });
    const tids = [(await createTask(company.member, one.id)).tid, (await createTask(company.member, two.id)).tid];
    const last = await createTask(company.member, one.id);
    await company.member.api.delete(`/tasks/${last.id}`);
    tids.push(last.tid, (await createTask(company.member, one.id)).tid);
    expect(tids).toEqual(['ONE-1', 'TWO-1', 'ONE-2', 'ONE-3']);
    const foreign = await createProject(stranger.member, { key: 'ONE' });
    expect((await createTask(stranger.member, foreign.id)).tid).toBe('ONE-1');
  });

  it('answers 404 for a project that is foreign, unknown or out of reach', async () => {
    const foreign = await createProject(stranger.member);
    const closed = await createProject(company.admin);
    await giveToTeam(service.database, closed.id);
    for (const projectId of [foreign.id, UNKNOWN_ID, closed.id]) {
      for (const input of [{}, { assigneeId: company.admin.id }]) {
        const answer = await company.member.api.post('/tasks', { title: 'T', projectId, ...input });
        expect(result(answer)).toEqual(PROJECT_NOT_FOUND);
      }
    }
    expect(await createTask(company.admin, closed.id)).toMatchObject({ projectId: closed.id });
  });
});

describe('GET /tasks/{id}', () => {
  it('shows the assignee, even a deactivated one', async () => {
    const user = await createUser(company.owner, 'MEMBER', 'Gone Soon');
    const { task } = await projectWithTask({ assigneeId: user.id });
    expect((await company.owner.api.put(`/users/${user.id}`, { active: false })).status).toBe(200);
    const { body } = await company.viewer.api.get(`/tasks/${task.id.toUpperCase()}`);
    const assignee = { id: user.id, name: 'Gone Soon' };
    expect(body).toEqual({ ...task, ...NOTHING_MORE, assignee, watching: false });
  });

  it('answers 404 for a task that is foreign, unknown, malformed or out of reach', async () => {
    const { projectId, task } = await projectWithTask();
    await giveToTeam(service.database, projectId);
    await service.database.rows('DELETE FROM project_members WHERE project_id = $1', [projectId]);
    const foreign = await createTask(stranger.member, (await createProject(stranger.member)).id);
    for (const id of [task.id, foreign.id, UNKNOWN_ID, 'x', `${task.id}0`]) {
      expect(result(await company.viewer.api.get(`/tasks/${id}`))).toEqual(TASK_NOT_FOUND);
      expect(result(await company.member.api.get(`/tasks/${id}/activity`))).toEqual(TASK_NOT_FOUND);
      expect(result(await company.member.api.put(`/tasks/${id}`, { title: 'X' }))).toEqual(TASK_NOT_FOUND);
      expect(result(await company.member.api.delete(`/tasks/${id}`))).toEqual(TASK_NOT_FOUND);
    }
    expect((await company.admin.api.get(`/tasks/${task.id}`)).body.title).toBe('Task');
  });
});

describe('PUT /tasks/{id}', () => {
  it.each([
    ['title', 'Task', ' Renamed ', 'Renamed'],
    ['description', null, ' text ', ' text '],
    ['status', 'Backlog', 'in review', 'In Review'],
    ['priority', 'None', 'High', 'High'],
    ['estimatedHours', null, 2.34565, 2.3457],
    ['loggedHours', null, 1, 1],
    ['dueDate', null, '2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['startDate', null, '2026-02-28T10:00:00+01:00', '2026-02-28T09:00:00.000Z'],
  ])('changes %s alone, and tells of it once', async (field, from, given, to) => {
    const { projectId, task } = await projectWithTask();
    const { status, body } = await company.member.api.put(`/tasks/${task.id}`, { [field]: given });
    const changed = { ...task, custom: {}, [field]: to };
    expect([status, body]).toEqual([200, { ...changed, updatedAt: expect.stringMatching(TIMESTAMP) }]);
    expect(body.updatedAt > task.updatedAt).toBe(true);
    const changes = { [field]: { from, to } };
    expect(await eventsOf(service.database, projectId, 3)).toEqual([
      { name: 'task.updated', data: { ...toldTask(body), changes } },
    ]);
    expect((await company.member.api.get(`/tasks/${task.id}`)).body).toMatchObject(body);
  });

  it('clears optional fields', async () => {
    const parent = await projectWithTask();
    const filled = {
      description: 'd',
      estimatedHours: 1,
      loggedHours: 2,
      dueDate: '2026-01-01',
      startDate: '2026-01-01',
      parentId: parent.task.id,
    };
    const task = await createTask(company.member, parent.projectId, { ...filled, assigneeId: company.admin.id });
    const nulls = Object.fromEntries(
      [...Object.keys(filled), 'assigneeId', 'sprintId', 'epicId'].map((name) => [name, null]),
    );
    const { status, body } = await company.member.api.put(`/tasks/${task.id}`, nulls);
    expect([status, body]).toEqual([200, { ...task, custom: {}, ...nulls, updatedAt: expect.any(String) }]);
    const [updated, ...others] = await eventsOf(service.database, parent.projectId, 5);
    expect(others).toEqual([]);
    expect(Object.keys(updated?.data.changes ?? {}).sort()).toEqual([...Object.keys(filled), 'assigneeId'].sort());
    expect(updated?.data.changes).toMatchObject({
      dueDate: { from: '2026-01-01T00:00:00.000Z', to: null },
      assigneeId: { from: company.admin.id, to: null },
    });
  });

  it.each([
    ['nothing', {}],
    [
      'what it is already',
      { title: ' Task', status: 'BACKLOG', estimatedHours: 1.00004, dueDate: '2026-01-01T01:00+01:00' },
    ],
    ['null where nothing was', { description: null, loggedHours: null, epicId: null, sprintId: null, startDate: null }],
  ])('changes nothing when given %s', async (_, input) => {
    const { projectId, task } = await projectWithTask({ estimatedHours: 1, dueDate: '2026-01-01' });
    const own = { projectId, assigneeId: company.admin.id.toUpperCase() };
    const answer = await company.member.api.put(`/tasks/${task.id}`, { ...own, ...input });
    expect(result(answer)).toEqual([200, { ...task, custom: {} }]);
    expect(await eventsOf(service.database, projectId, 3)).toEqual([]);
    expect((await company.member.api.get(`/tasks/${task.id}/activity`)).body).toHaveLength(1);
  });

  it('emits task.completed whenever the status becomes Done', async () => {
    const { projectId, task } = await projectWithTask();
    for (const status of ['done', 'Done', 'To Do', 'DONE']) {
      expect((await company.member.api.put(`/tasks/${task.id}`, { status })).status).toBe(200);
    }
    const events = await eventsOf(service.database, projectId, 3);
    expect(names(events)).toEqual(['task.updated', 'task.completed', 'task.updated', 'task.updated', 'task.completed']);
    const { changes, ...done } = events[0]!.data;
    expect([changes, events[1]?.data]).toEqual([{ status: { from: 'Backlog', to: 'Done' } }, done]);
  });

  it('emits task.assigned only when another user gets the task', async () => {
    const { projectId, task } = await projectWithTask();
    for (const assigneeId of [company.admin.id, null, company.member.id, company.owner.id, null, null]) {
      expect((await company.member.api.put(`/tasks/${task.id}`, { assigneeId })).body.assigneeId).toBe(assigneeId);
    }
    const events = await eventsOf(service.database, projectId, 3);
    const [cleared, ...others] = names(events);
    expect(cleared).toBe('task.updated');
    expect(others).toEqual(['task.updated', 'task.assigned', 'task.updated', 'task.assigned', 'task.updated']);
    const { changes: _, ...assigned } = events[1]!.data;
    expect(events[2]?.data).toEqual({ ...assigned, assignee: { id: company.member.id, name: company.member.name } });
  });

  it('puts many changes into one event, with separate events for completion and assignment', async () => {
    const { projectId, task } = await projectWithTask();
    const input = { title: 'All', status: 'Done', assigneeId: company.owner.id, loggedHours: 3 };
    const assignee = { id: company.owner.id, name: company.owner.name };
    const { body } = await company.member.api.put(`/tasks/${task.id}`, input);
    expect(await eventsOf(service.database, projectId, 3)).toEqual([
      {
        name: 'task.updated',
        data: {
          ...toldTask(body),
          changes: {
            title: { from: 'Task', to: 'All' },
            status: { from: 'Backlog', to: 'Done' },
            assigneeId: { from: company.admin.id, to: company.owner.id },
            loggedHours: { from: null, to: 3 },
          },
        },
      },
      { name: 'task.completed', data: toldTask(body) },
      { name: 'task.assigned', data: { ...toldTask(body), assignee } },
    ]);
  });

  it('keeps a task in its project', async () => {
    const { projectId, task } = await projectWithTask();
    const other = await createProject(company.member);
    const answer = await company.member.api.put(`/tasks/${task.id}`, { projectId: other.id, title: 'Moved' });
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { projectId: 'Use POST /tasks/{id}/transfer' }]);
    expect((await company.member.api.get(`/tasks/${task.id}`)).body.title).toBe('Task');
    expect(await eventsOf(service.database, projectId, 3)).toEqual([]);
  });
});

describe('DELETE /tasks/{id}', () => {
  it('deletes the task and its children in other tables, once', async () => {
    const { projectId, task } = await projectWithTask();
    const blocked = await createTask(company.member, projectId);
    await company.member.api.post(`/tasks/${blocked.id}/blockers`, { taskId: task.id });
    const before = (await company.member.api.get(`/tasks/${blocked.id}`)).body;
    expect(before.isBlocked).toBe(true);
    expect(result(await company.member.api.delete(`/tasks/${task.id}`))).toEqual([204, undefined]);
    expect(result(await company.member.api.get(`/tasks/${task.id}`))).toEqual(TASK_NOT_FOUND);
    expect(result(await company.member.api.delete(`/tasks/${task.id}`))).toEqual(TASK_NOT_FOUND);
    expect(await eventsOf(service.database, projectId, 5)).toEqual([
      { name: 'task.deleted', data: { ...task, unblocked: [blocked.id] } },
    ]);
    // Closing or deleting a blocker changes what is derived, and nothing else.
    const after = (await company.member.api.get(`/tasks/${blocked.id}`)).body;
    expect(after).toEqual({ ...before, isBlocked: false });
    expect((await company.member.api.get(`/projects/${projectId}`)).body.taskCount).toBe(1);
  });

  it('leaves its subtasks without a parent, with an event for each', async () => {
    const { projectId, task } = await projectWithTask({ assigneeId: null });
    const one = await createTask(company.member, projectId, { parentId: task.id });
    const other = await createTask(company.member, projectId, { parentId: task.id });
    const below = await createTask(company.member, projectId, { parentId: one.id });
    expect((await company.member.api.delete(`/tasks/${task.id}`)).status).toBe(204);
    const read = async ({ id }: TestTask) => (await company.member.api.get(`/tasks/${id}`)).body;
    expect([(await read(one)).parentId, (await read(other)).parentId]).toEqual([null, null]);
    expect(await read(below)).toMatchObject({ parentId: one.id, updatedAt: below.updatedAt });
    const events = await eventsOf(service.database, projectId, 5);
    expect(names(events)).toEqual(['task.updated', 'task.updated', 'task.deleted']);
    const changes = { parentId: { from: task.id, to: null } };
    expect(new Set(events.slice(0, 2).map(({ data }) => data['id']))).toEqual(new Set([one.id, other.id]));
    expect(events.slice(0, 2).map(({ data }) => data.changes)).toEqual([changes, changes]);
  });
});

describe('a task of an archived project', () => {
  it('can be read, but not changed', async () => {
    const { projectId, task } = await projectWithTask();
    const blocker = await createTask(company.member, projectId);
    await company.member.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    const activity = (await company.member.api.get(`/tasks/${task.id}/activity`)).body;
    expect((await company.admin.api.post(`/projects/${projectId}/archive`)).status).toBe(200);
    const seen = (await eventsOf(service.database, projectId)).length;
    const { api } = company.owner;
    const answers = [
      await api.post('/tasks', { title: 'New', projectId }),
      await api.post('/tasks', { title: 'New', projectId, assigneeId: company.admin.id }),
      await api.put(`/tasks/${task.id}`, { title: 'New' }),
      await api.post('/tasks/bulk', { ids: [task.id], set: { title: 'New' } }),
      await api.post(`/tasks/${task.id}/move`, { afterId: blocker.id }),
      await api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id }),
      await api.delete(`/tasks/${task.id}/blockers/${blocker.id}`),
      await api.delete(`/tasks/${task.id}`),
    ];
    for (const answer of answers) expect(refusalOf(answer)).toEqual(ARCHIVED);
    expect(await eventsOf(service.database, projectId, seen)).toEqual([]);
    expect((await api.get(`/tasks/${task.id}`)).body).toMatchObject({ title: 'Task', isBlocked: true });
    expect((await api.get(`/tasks?projectId=${projectId}`)).body).toHaveLength(2);
    expect((await api.get(`/tasks/${task.id}/activity`)).body).toEqual(activity);
  });

  it('answers 404 for an unknown reference before 409 for its state', async () => {
    const { projectId, task } = await projectWithTask();
    await company.admin.api.post(`/projects/${projectId}/archive`);
    const { api } = company.member;
    const unknownAssignee = { assigneeId: UNKNOWN_ID };
    const answers = [
      await api.post('/tasks', { title: 'New', projectId, ...unknownAssignee }),
      await api.put(`/tasks/${task.id}`, unknownAssignee),
    ];
    for (const answer of answers) expect(refusalOf(answer)).toEqual([404, 'NOT_FOUND', 'User not found']);
    expect(result(await api.post(`/tasks/${task.id}/move`, { afterId: UNKNOWN_ID }))).toEqual(TASK_NOT_FOUND);
    expect(result(await api.post(`/tasks/${task.id}/blockers`, { taskId: UNKNOWN_ID }))).toEqual(TASK_NOT_FOUND);
  });
});

describe('tasks of a project that is deleted', () => {
  it('are gone, whatever requests come at the same time', async () => {
    const { api } = company.member;
    for (let round = 0; round < 5; round += 1) {
      const { projectId, task } = await projectWithTask();
      const others = await Promise.all([1, 2, 3, 4].map(() => createTask(company.member, projectId)));
      const [deleted, ...answers] = await Promise.all([
        company.admin.api.delete(`/projects/${projectId}`),
        ...others.map(({ id }) => api.post(`/tasks/${id}/move`, { beforeId: task.id })),
        ...others.map(({ id }) => api.put(`/tasks/${id}`, { parentId: task.id })),
        ...others.map(({ id }) => api.post(`/tasks/${id}/blockers`, { taskId: task.id })),
        api.post('/tasks', { title: 'New', projectId }),
        api.delete(`/tasks/${task.id}`),
      ]);
      expect(deleted.status).toBe(204);
      for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status);
      expect((await api.get(`/tasks?projectId=${projectId}`)).body).toEqual([]);
    }
  });
});
