import { type TestCompany } from '../../factories/company.factory.js';
import { createActiveSprint, createEpic, createSprint, type TestSprint } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import type { Answer } from '../../support/api.js';
import { eventsOf } from '../../support/events.js';
import { TestDatabase } from '../../support/test-database.js';
import { type TestService, startKeepingDeadlocks } from '../../support/test-service.js';
import { times } from '../../support/times.js';

let database: TestDatabase;
let service: TestService;
let company: TestCompany;
let projectId: string;
beforeAll(async () => ({ database, service, company } = await startKeepingDeadlocks()));
beforeEach(async () => {
  projectId = (await createProject(company.member)).id;
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const tasks = (count: number, input: object = {}) => times(count, () => createTask(company.member, projectId, input));
const put = ({ id }: TestTask, input: object) => company.member.api.put(`/tasks/${id}`, input);
const make = (input: object) => company.member.api.post('/tasks', { title: 'Task', projectId, ...input });
const act = ({ id }: TestSprint, action: string, input?: object) =>
  company.member.api.post(`/sprints/${id}/${action}`, input);
const remove = (path: string) => company.admin.api.delete(path);
const list = async (query: string) =>
  (await company.viewer.api.get<(TestTask & { sprintId: string | null; epicId: string | null })[]>(`/tasks?${query}`))
    .body;
const expectEach = (answers: Answer[], ...allowed: number[]) =>
  expect(statuses(answers).filter((status) => !allowed.includes(status))).toEqual([]);

describe('concurrent requests', () => {
  it('start one sprint of a project, once', async () => {
    const sprints = await times(3, () => createSprint(company.member, projectId));
    const answers = await Promise.all([...sprints, ...sprints].map((sprint) => act(sprint, 'start')));
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    const started = (await eventsOf(database, projectId)).filter(({ name }) => name === 'sprint.started');
    expect(started).toHaveLength(1);
  });

  it('end a sprint once', async () => {
    const sprint = await createActiveSprint(company.member, projectId);
    const answers = await times(6, (index) => act(sprint, index % 2 ? 'cancel' : 'complete'));
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it.each(['complete', 'cancel'])(
    'no open task is left in a sprint by %s, whichever come, go and are closed',
    async (end) => {
      const sprint = await createActiveSprint(company.member, projectId);
      const [outside, inside, closed] = await Promise.all([
        tasks(6),
        tasks(6, { sprintId: sprint.id }),
        tasks(4, { sprintId: sprint.id, status: 'Done' }),
      ]);
      const [ended, ...others] = await Promise.all([
        act(sprint, end),
        ...outside.map((task) => put(task, { sprintId: sprint.id })),
        ...inside.map((task, index) => put(task, index % 2 ? { status: 'Done' } : { sprintId: null })),
        ...closed.map((task) => put(task, { title: 'Renamed' })),
        ...outside.map(() => make({ sprintId: sprint.id })),
      ]);
      expect(ended.status).toBe(200);
      expectEach(others, 200, 201, 409);
      expect((await list(`sprintId=${sprint.id}`)).filter(({ status }) => status !== 'Done')).toEqual([]);
    },
  );

  it('delete a sprint; tasks that are added to it meanwhile are in no sprint', async () => {
    const sprint = await createSprint(company.member, projectId);
    const outside = await tasks(8);
    const [deleted, ...others] = await Promise.all([
      remove(`/sprints/${sprint.id}`),
      ...outside.map((task) => put(task, { sprintId: sprint.id })),
    ]);
    expect(deleted.status).toBe(204);
    expectEach(others, 200, 404);
    expect((await list(`projectId=${projectId}`)).filter(({ sprintId }) => sprintId !== null)).toEqual([]);
  });

  it('delete an epic; tasks that are added to it meanwhile are in no epic', async () => {
    const epic = await createEpic(company.member, projectId);
    const outside = await tasks(8);
    const [deleted, ...others] = await Promise.all([
      remove(`/epics/${epic.id}`),
      ...outside.map((task, index) => (index % 2 ? put(task, { epicId: epic.id }) : make({ epicId: epic.id }))),
    ]);
    expect(deleted.status).toBe(204);
    expectEach(others, 200, 201, 404);
    expect((await list(`projectId=${projectId}`)).filter(({ epicId }) => epicId !== null)).toEqual([]);
  });

  it('delete a project while sprints and epics are created in it', async () => {
    const [sprint, next, epic] = await Promise.all([
      createActiveSprint(company.member, projectId),
      createSprint(company.member, projectId),
      createEpic(company.member, projectId),
    ]);
    const inside = await tasks(6, { sprintId: sprint.id, epicId: epic.id });
    const [deleted, ...others] = await Promise.all([
      remove(`/projects/${projectId}`),
      act(sprint, 'complete', { moveOpenTo: next.id }),
      ...inside.map((task) => put(task, { sprintId: next.id })),
      remove(`/epics/${epic.id}`),
      company.member.api.post('/sprints', { name: 'Late', projectId }),
      company.member.api.post('/epics', { name: 'Late', projectId }),
      make({ sprintId: next.id, epicId: epic.id }),
      ...inside.map(({ id }) => company.member.api.post(`/tasks/${id}/comments`, { body: 'Late' })),
    ]);
    expect(deleted.status).toBe(204);
    expectEach(others, 200, 201, 204, 404);
    expect((await eventsOf(database, projectId)).at(-1)?.name).toBe('project.deleted');
    for (const table of ['tasks', 'sprints', 'epics']) {
      expect([table, await database.rows(`SELECT 1 FROM ${table} WHERE project_id = $1`, [projectId])]).toEqual([
        table,
        [],
      ]);
    }
  });
});
