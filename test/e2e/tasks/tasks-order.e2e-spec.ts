import { type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject, giveToTeam } from '../../factories/project.factory.js';
import { createProjectWithTasks, createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf, type RecordedEvent } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { toldTask } from '../../support/told-task.js';

const TASK_NOT_FOUND = [404, { error: 'Task not found' }];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

const invalid = (details: object) => [400, 'VALIDATION_ERROR', details];
const names = (events: RecordedEvent[]) => events.map(({ name }) => name);
const move = ({ id }: TestTask, input: object) => company.member.api.post(`/tasks/${id}/move`, input);
const bulk = (ids: unknown, set?: unknown) => company.member.api.post('/tasks/bulk', { ids, set });
const read = async ({ id }: TestTask) => (await company.member.api.get<TestTask>(`/tasks/${id}`)).body;

/** The titles of a project's tasks by rank. */
async function order(projectId: string): Promise<string> {
  const path = `/tasks?projectId=${projectId}&sortBy=rank&sortOrder=asc&fields=title,rank`;
  const { body } = await company.member.api.get<TestTask[]>(path);
  const ranks = body.map(({ rank }) => rank);
  expect(ranks).toEqual([...new Set(ranks)].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
  return body.map(({ title }) => title).join('');
}

describe('the rank of a task', () => {
  it('puts new tasks last in their project', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c');
    await move(tasks[2], { beforeId: tasks[0].id });
    await createTask(company.member, projectId, { title: 'd' });
    expect(await order(projectId)).toBe('cabd');
  });

  it('stays last in line after the newest tasks were deleted or moved away', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c');
    await move(tasks[0], { afterId: tasks[2].id });
    await company.member.api.delete(`/tasks/${tasks[2].id}`);
    await move(tasks[1], { afterId: tasks[0].id });
    await createTask(company.member, projectId, { title: 'd' });
    expect(await order(projectId)).toBe('abd');
  });

  it('holds between the same neighbours again and again', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c', 'd');
    for (let round = 0; round < 30; round += 1) {
      await move(tasks[2], { afterId: tasks[0].id });
      await move(tasks[1], { afterId: tasks[0].id });
      await move(tasks[3], { beforeId: tasks[0].id });
      await move(tasks[0], { beforeId: tasks[3].id });
    }
    await createTask(company.member, projectId, { title: 'e' });
    expect(await order(projectId)).toBe('adbce');
  });

  it('stays short however often tasks are moved into the same place', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c', 'd');
    const isShort = async ({ id }: TestTask, place: object) => {
      const { status, body } = await move({ id } as TestTask, place);
      expect([status, body.rank.length <= 50]).toEqual([200, true]);
    };
    const updatedAt = (await read(tasks[3])).updatedAt;
    for (let round = 0; round < 200; round += 1) {
      await isShort(tasks[1], { afterId: tasks[0].id });
      await isShort(tasks[2], { afterId: tasks[0].id });
    }
    await createTask(company.member, projectId, { title: 'e' });
    expect(await order(projectId)).toBe('acbde');
    expect((await read(tasks[3])).updatedAt).toBe(updatedAt);
  });

  it.each([
    ['around the place', 101, 200, 45],
    ['of all the project, where all are long', 2, 299, 0],
  ])('is made anew %s, and keeps the order', async (_what, firstLong, lastLong, untouched) => {
    const { id: projectId } = await createProject(company.member);
    await addTasks(service.database, projectId, 300);
    const ranked = await service.database.rows<{ id: string; rank: string }>(
      `UPDATE tasks SET rank = CASE WHEN number BETWEEN $2 AND $3 THEN 'c' || lpad(($2 - 1)::text, 3, '0') || repeat('V', 45)
          || lpad(number::text, 3, '0') || 'V' ELSE 'c' || lpad(number::text, 3, '0') END
        FROM (SELECT id, split_part(tid, '-', 2)::integer AS number FROM tasks WHERE project_id = $1) numbered
        WHERE tasks.project_id = $1 AND tasks.id = numbered.id RETURNING tasks.id, tasks.rank`,
      [projectId, firstLong, lastLong],
    );
    const before = ranked.sort((one, other) => Buffer.compare(Buffer.from(one.rank), Buffer.from(other.rank)));
    const ids = before.map(({ id }) => id);
    const [moved] = ids.splice(249, 1) as [string];
    ids.splice(150, 0, moved);
    const { status } = await move({ id: moved } as TestTask, { afterId: before[149]!.id });
    const path = `/tasks?projectId=${projectId}&sortBy=rank&sortOrder=asc&fields=id,rank`;
    const { body: after } = await company.member.api.get<typeof before>(path);
    expect([status, after.map(({ id }) => id)]).toEqual([200, ids]);
    expect(Math.max(...after.slice(100, 200).map(({ rank }) => rank.length))).toBeLessThanOrEqual(26);
    expect([after.slice(0, untouched), after.slice(300 - untouched)]).toEqual([
      before.slice(0, untouched),
      before.slice(300 - untouched),
    ]);
    const { body: history } = await company.member.api.get(`/tasks/${moved}/activity`);
    expect(history[0].changes.rank).toEqual({ from: before[249]!.rank, to: after[150]!.rank });
  });
});

describe('POST /tasks/{id}/move', () => {
  it.each([
    ['a', 'beforeId', 'c', 'bacd'],
    ['a', 'afterId', 'c', 'bcad'],
    ['d', 'beforeId', 'a', 'dabc'],
    ['d', 'afterId', 'a', 'adbc'],
    ['b', 'afterId', 'd', 'acdb'],
    ['b', 'beforeId', 'd', 'acbd'],
  ])('puts %s with %s %s', async (moved, side, neighbour, expected) => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c', 'd');
    const of = (title: string) => tasks['abcd'.indexOf(title)] as TestTask;
    const { status, body } = await move(of(moved), { [side]: of(neighbour).id.toUpperCase() });
    expect(status).toBe(200);
    expect(await order(projectId)).toBe(expected);
    const before = of(moved);
    expect(body).toEqual({ ...before, custom: {}, rank: expect.any(String), updatedAt: expect.any(String) });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    const changes = { rank: { from: before.rank, to: body.rank } };
    expect(await eventsOf(service.database, projectId, 5)).toEqual([
      { name: 'task.updated', data: { ...toldTask(body), changes } },
    ]);
  });

  it.each([
    ['b', 'afterId', 'a'],
    ['b', 'beforeId', 'c'],
    ['c', 'afterId', 'b'],
    ['a', 'beforeId', 'b'],
  ])('changes nothing when %s has its place with %s %s already', async (moved, side, neighbour) => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c');
    const of = (title: string) => tasks['abc'.indexOf(title)] as TestTask;
    expect(result(await move(of(moved), { [side]: of(neighbour).id }))).toEqual([200, { ...of(moved), custom: {} }]);
    expect(await eventsOf(service.database, projectId, 4)).toEqual([]);
  });

  it('changes rank and status at once', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b');
    const { body } = await move(tasks[1], { beforeId: tasks[0].id, status: ' done' });
    expect(await eventsOf(service.database, projectId, 3)).toEqual([
      {
        name: 'task.updated',
        data: {
          ...toldTask(body),
          changes: { rank: { from: tasks[1].rank, to: body.rank }, status: { from: 'Backlog', to: 'Done' } },
        },
      },
      { name: 'task.completed', data: toldTask(body) },
    ]);
    expect(await order(projectId)).toBe('ba');
  });

  it('changes the status alone where the task stays', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b');
    const { body } = await move(tasks[1], { afterId: tasks[0].id, status: 'To Do' });
    expect([body.rank, body.status]).toEqual([tasks[1].rank, 'To Do']);
    const changes = { status: { from: 'Backlog', to: 'To Do' } };
    expect(await eventsOf(service.database, projectId, 3)).toEqual([
      { name: 'task.updated', data: { ...toldTask(body), changes } },
    ]);
  });

  it('needs exactly one neighbour, a task of the same project', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b');
    const other = await createProjectWithTasks(company.member, 'x');
    const exactlyOne = {
      beforeId: 'Give exactly one of beforeId and afterId',
      afterId: 'Give exactly one of beforeId and afterId',
    };
    const wrong: [input: object, details: object][] = [
      [{}, exactlyOne],
      [{ status: 'Done' }, exactlyOne],
      [{ beforeId: null }, exactlyOne],
      [{ beforeId: tasks[1].id, afterId: tasks[1].id }, exactlyOne],
      [{ afterId: other.tasks[0].id }, { afterId: 'Must be a task of the same project' }],
      [{ beforeId: other.tasks[0].id }, { beforeId: 'Must be a task of the same project' }],
      [{ afterId: tasks[0].id }, { afterId: 'Must be another task' }],
      [{ beforeId: 'b' }, { beforeId: 'Invalid uuid' }],
      [{ beforeId: 1 }, { beforeId: 'Expected string' }],
      [{ afterId: tasks[1].id, status: '' }, { status: 'Must be at least 1 character' }],
      [{ afterId: tasks[1].id, rank: 'a' }, { rank: 'Unknown field' }],
    ];
    for (const [input, details] of wrong) expect(refusalOf(await move(tasks[0], input))).toEqual(invalid(details));
    expect(await eventsOf(service.database, projectId, 3)).toEqual([]);
    expect(await order(projectId)).toBe('ab');
  });

  it('answers 404 for a task or neighbour that is foreign, unknown or out of reach', async () => {
    const { tasks } = await createProjectWithTasks(company.member, 'a');
    const foreign = await createTask(stranger.member, (await createProject(stranger.member)).id);
    const closedProject = await createProject(company.admin);
    const closed = await createTask(company.admin, closedProject.id);
    await giveToTeam(service.database, closedProject.id);
    for (const id of [foreign.id, closed.id, UNKNOWN_ID]) {
      expect(result(await move(tasks[0], { afterId: id }))).toEqual(TASK_NOT_FOUND);
      expect(result(await company.member.api.post(`/tasks/${id}/move`, { afterId: tasks[0].id }))).toEqual(
        TASK_NOT_FOUND,
      );
    }
  });
});

describe('POST /tasks/bulk', () => {
  it('makes the same change to all tasks, each with its own events', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b', 'c');
    await company.member.api.put(`/tasks/${tasks[1].id}`, { status: 'Done' });
    const { status, body } = await bulk([tasks[2].id, tasks[0].id, tasks[1].id], {
      status: 'done',
      assigneeId: company.admin.id,
      estimatedHours: 1.005,
    });
    expect([status, body.updated, body.tasks.map(({ title }: TestTask) => title)]).toEqual([200, 3, ['c', 'a', 'b']]);
    for (const task of body.tasks) {
      expect(task).toMatchObject({ status: 'Done', assigneeId: company.admin.id, estimatedHours: 1.005 });
      expect(await read(task)).toMatchObject(task);
    }
    const events = await eventsOf(service.database, projectId, 6);
    const byTask = Map.groupBy(events, ({ data }) => data['id']);
    expect(names(byTask.get(tasks[0].id)!)).toEqual(['task.updated', 'task.completed', 'task.assigned']);
    expect(names(byTask.get(tasks[1].id)!)).toEqual(['task.updated', 'task.assigned']);
    expect(names(byTask.get(tasks[2].id)!)).toEqual(['task.updated', 'task.completed', 'task.assigned']);
    expect(Object.keys(byTask.get(tasks[1].id)![0]!.data.changes!)).toEqual(['estimatedHours', 'assigneeId']);
  });

  it('counts only the changed tasks, and emits events only for them', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b');
    await company.member.api.put(`/tasks/${tasks[0].id}`, { priority: 'High' });
    const high = await read(tasks[0]);
    const { body } = await bulk([tasks[0].id, tasks[1].id], { priority: 'High' });
    expect([body.updated, body.tasks[0].updatedAt]).toEqual([1, high.updatedAt]);
    const events = await eventsOf(service.database, projectId, 4);
    expect(events.map(({ name, data }) => [name, data['id']])).toEqual([['task.updated', tasks[1].id]]);
    expect((await bulk([tasks[0].id, tasks[1].id], { priority: 'High' })).body.updated).toBe(0);
    expect((await bulk([tasks[0].id], {})).body).toEqual({ updated: 0, tasks: [body.tasks[0]] });
    expect(await eventsOf(service.database, projectId, 5)).toEqual([]);
  });

  it('takes tasks of several projects, and a task that is named twice once', async () => {
    const one = await createProjectWithTasks(company.member, 'a');
    const other = await createProjectWithTasks(company.member, 'b');
    const { id } = one.tasks[0];
    const { body } = await bulk([id, other.tasks[0].id, id.toUpperCase()], {
      title: 'Same',
      assigneeId: company.owner.id,
    });
    expect([body.updated, body.tasks.map((task: TestTask) => task.id)]).toEqual([2, [id, other.tasks[0].id]]);
    for (const projectId of [one.projectId, other.projectId]) {
      expect(names(await eventsOf(service.database, projectId, 2))).toEqual(['task.updated', 'task.assigned']);
    }
  });

  it('changes all or nothing', async () => {
    const { projectId, tasks } = await createProjectWithTasks(company.member, 'a', 'b');
    const other = await createProjectWithTasks(company.member, 'x');
    const foreign = await createTask(stranger.member, (await createProject(stranger.member)).id);
    for (const id of [UNKNOWN_ID, foreign.id]) {
      expect(result(await bulk([tasks[0].id, id], { title: 'X' }))).toEqual(TASK_NOT_FOUND);
    }
    const wrong: [set: object, details: object][] = [
      [{ projectId }, { 'set.projectId': 'Use POST /tasks/{id}/transfer' }],
      [{ parentId: tasks[1].id }, { 'set.parentId': 'Must be a task of the same project' }],
    ];
    for (const [set, details] of wrong) {
      const answer = await bulk([tasks[0].id, other.tasks[0].id], { title: 'X', ...set });
      expect(refusalOf(answer)).toEqual(invalid(details));
    }
    await giveToTeam(service.database, other.projectId);
    const unreachable = await bulk([tasks[0].id, other.tasks[0].id], { assigneeId: company.viewer.id });
    expect(refusalOf(unreachable)).toEqual([404, 'NOT_FOUND', 'User not found']);
    await company.admin.api.post(`/projects/${other.projectId}/archive`);
    expect((await bulk([tasks[0].id, other.tasks[0].id], { title: 'X' })).status).toBe(409);
    expect(await read(tasks[0])).toMatchObject({ ...tasks[0] });
    expect(await eventsOf(service.database, projectId, 3)).toEqual([]);
  });

  it('takes 1 to 200 ids, and an object of fields', async () => {
    const ids = [UNKNOWN_ID];
    const wrong: [ids: unknown, set: unknown, details: object][] = [
      [undefined, undefined, { ids: 'Required', set: 'Required' }],
      [null, null, { ids: 'Required', set: 'Required' }],
      [[], {}, { ids: 'Must hold 1 to 200 ids' }],
      [
        Array.from({ length: 201 }, (_, index) => UNKNOWN_ID.slice(0, -3) + String(index).padStart(3, '0')),
        {},
        { ids: 'Must hold 1 to 200 ids' },
      ],
      [UNKNOWN_ID, {}, { ids: 'Expected array' }],
      [['a'], {}, { ids: 'Invalid uuid' }],
      [[null], {}, { ids: 'Expected string' }],
      [ids, [], { set: 'Expected object' }],
      [ids, [{ title: 'X' }], { set: 'Expected object' }],
      [ids, 'title', { set: 'Expected object' }],
      [ids, 1, { set: 'Expected object' }],
      [
        ids,
        { title: '', priority: 'x' },
        {
          'set.title': 'Must be at least 1 character',
          'set.priority': 'Must be one of: None, Low, Medium, High, Urgent',
        },
      ],
      [ids, { ids: [] }, { 'set.ids': 'Unknown field' }],
    ];
    for (const [given, set, details] of wrong) expect(refusalOf(await bulk(given, set))).toEqual(invalid(details));
  });

  it('changes 200 tasks at once', async () => {
    const { id: projectId } = await createProject(company.member);
    const tasks = await Promise.all(Array.from({ length: 200 }, () => createTask(company.member, projectId)));
    const { status, body } = await bulk(
      tasks.map(({ id }) => id),
      { status: 'Done', dueDate: '2026-01-01' },
    );
    expect([status, body.updated, body.tasks.length]).toEqual([200, 200, 200]);
    const events = await eventsOf(service.database, projectId, 201);
    expect(events.filter(({ name }) => name === 'task.updated')).toHaveLength(200);
    expect(events.filter(({ name }) => name === 'task.completed')).toHaveLength(200);
    expect(events).toHaveLength(400);
  });
});
