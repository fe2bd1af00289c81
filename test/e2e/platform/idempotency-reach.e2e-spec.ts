import type { TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf, result } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

interface Things {
  readonly project: TestProject;
  readonly task: TestTask;
  readonly sprintId: string;
}

const PROJECT_NOT_FOUND = [404, { error: 'Project not found' }];
const TASK_NOT_FOUND = [404, { error: 'Task not found' }];

let sequence = 0;
const newKey = () => ({ headers: { 'Idempotency-Key': `reach-${(sequence += 1)}` } });

async function makeThings(): Promise<Things> {
  const project = await createProject(company.owner);
  const task = await createTask(company.owner, project.id);
  const dates = { startDate: '2026-01-01', endDate: '2026-01-14' };
  const sprint = await company.owner.api.post('/sprints', { name: 'Sprint', projectId: project.id, ...dates });
  return { project, task, sprintId: sprint.body.id };
}

type Post = (things: Things) => [path: string, body?: object];

describe('the repetition of a request that names what is out of reach by now', () => {
  it.each<[what: string, post: Post, refusal: unknown[]]>([
    ['a project', ({ project }) => ['/tasks', { title: 'Task', projectId: project.id }], PROJECT_NOT_FOUND],
    ['a task', ({ task }) => [`/tasks/${task.id}/comments`, { body: 'Text' }], TASK_NOT_FOUND],
    ['a task by its tid', ({ task }) => [`/tasks/${task.tid}/comments`, { body: 'Text' }], TASK_NOT_FOUND],
    ['tasks in an array', ({ task }) => ['/tasks/bulk', { ids: [task.id], set: { title: 'New' } }], TASK_NOT_FOUND],
  ])('is the 404 of %s', async (_what, post, refusal) => {
    const things = await makeThings();
    const [key, { member, admin }] = [newKey(), company];
    const [path, body] = post(things);
    const first = await member.api.post(path, body, key);
    expect(Math.floor(first.status / 100)).toBe(2);
    const ofAdmin = await admin.api.post(path, body, key);
    await giveToTeam(service.database, things.project.id);
    expect(result(await member.api.post(path, body, key))).toEqual(refusal);
    expect((await admin.api.post(path, body, key)).text).toBe(ofAdmin.text);
    await service.database.rows('UPDATE projects SET team_id = NULL WHERE id = $1', [things.project.id]);
    expect((await member.api.post(path, body, key)).headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('is the 404 of a sprint', async () => {
    const { project, sprintId } = await makeThings();
    const key = newKey();
    expect((await company.member.api.post(`/sprints/${sprintId}/start`, undefined, key)).status).toBe(200);
    await giveToTeam(service.database, project.id);
    const again = await company.member.api.post(`/sprints/${sprintId}/start`, undefined, key);
    expect(refusalOf(again)).toEqual([404, 'NOT_FOUND', 'Sprint not found']);
  });

  it('is replayed when it is deleted', async () => {
    const { task } = await makeThings();
    const key = newKey();
    const first = await company.member.api.post(`/tasks/${task.id}/comments`, { body: 'Text' }, key);
    await company.member.api.delete(`/tasks/${task.id}`);
    const again = await company.member.api.post(`/tasks/${task.id}/comments`, { body: 'Text' }, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });
});
