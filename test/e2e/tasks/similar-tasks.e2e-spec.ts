import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, createTasks } from '../../factories/task.factory.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { times } from '../../support/times.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

interface Similar {
  id: string;
  tid: string;
  title: string;
  status: string;
  projectId: string;
  score: number;
}

async function similarTo(
  title: string,
  query: Record<string, string> = {},
  { api } = company.viewer,
): Promise<Similar[]> {
  const { status, body } = await api.get(`/tasks/similar?${new URLSearchParams({ title, ...query }).toString()}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

const titlesOf = (tasks: Similar[]) => tasks.map(({ title }) => title);
const projectWith = async (...titles: string[]): Promise<TestProject> => {
  const project = await createProject(company.member);
  await createTasks(company.member, project.id, titles);
  return project;
};

describe('GET /tasks/similar', () => {
  it('gives those with a title that is alike, the most alike first', async () => {
    const { id: projectId, key } = await projectWith(
      'Write the release notes',
      'Write release notes',
      'Paint the door',
    );
    const found = await similarTo('WRITE RELEASE NOTES', { projectId });
    expect(found).toEqual([
      {
        id: expect.any(String),
        tid: `${key}-2`,
        title: 'Write release notes',
        status: 'Backlog',
        projectId,
        score: 1,
      },
      expect.objectContaining({ title: 'Write the release notes', score: expect.any(Number) }),
    ]);
    const [, second] = found;
    expect(second?.score).toBeGreaterThan(0.3);
    expect(second?.score).toBe(Math.round((second?.score ?? 0) * 100) / 100);
    expect(await similarTo('Buy bread', { projectId })).toEqual([]);
  });

  it('puts open ones before others that are as much alike', async () => {
    const project = await projectWith();
    await createTask(company.member, project.id, { title: 'Fix the login', status: 'Done' });
    await createTask(company.member, project.id, { title: 'Fix the login' });
    const found = await similarTo('Fix the login', { projectId: project.id });
    expect(found.map(({ status }) => status)).toEqual(['Backlog', 'Done']);
  });

  it('compares titles, as they are now, and nothing else', async () => {
    const { id: projectId } = await projectWith();
    const task = await createTask(company.member, projectId, { title: 'Alpha', description: 'Change the gear box' });
    expect(await similarTo('Change the gear box', { projectId })).toEqual([]);
    await company.member.api.put(`/tasks/${task.id}`, { title: 'Change gear boxes' });
    expect(titlesOf(await similarTo('Change the gear box', { projectId }))).toEqual(['Change gear boxes']);
  });

  it('gives 5, or as many as are asked for, of all projects within reach', async () => {
    const other = await createCompany(service.api);
    const foreign = await createProject(other.owner);
    await createTask(other.owner, foreign.id, { title: 'Sharpen the saw' });
    const hidden = await createProject(company.owner);
    await createTask(company.owner, hidden.id, { title: 'Sharpen the saw' });
    await giveToTeam(service.database, hidden.id);
    for (const last of ['Sharpen the saw', 'Sharpen the saws'])
      await projectWith('Sharpen the saw', 'Sharpen the saw', last);
    expect(await similarTo('Sharpen the saw')).toHaveLength(5);
    expect(await similarTo('Sharpen the saw', { limit: '10' })).toHaveLength(6);
    expect(await similarTo('Sharpen the saw', { limit: '10' }, company.admin)).toHaveLength(7);
    expect(await similarTo('Sharpen the saw', { limit: '1' })).toHaveLength(1);
    expect(await similarTo('Sharpen the saw', { projectId: hidden.id })).toEqual([]);
    expect(await similarTo('Sharpen the saw', { projectId: UNKNOWN_ID })).toEqual([]);
  });

  it.each([
    ['', { title: 'Required' }],
    ['title=', { title: expect.any(String) }],
    ['title=a&limit=0', { limit: 'Must be at least 1' }],
    ['title=a&limit=11', { limit: 'Must be at most 10' }],
    ['title=a&projectId=x', { projectId: 'Invalid uuid' }],
    ['title=a&page=1', { page: 'Unknown parameter' }],
  ])('refuses %s', async (query, details) => {
    const answer = await company.viewer.api.get(`/tasks/similar?${query}`);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });
});

describe('POST /tasks with ifSimilar', () => {
  const make = (projectId: string, title: string, api = company.member.api) =>
    api.post('/tasks', { projectId, title, ifSimilar: 'fail' });

  it('makes nothing while an open task of the project has such a title', async () => {
    const { id: projectId, key } = await projectWith('Order the new chairs', 'Order new chairs', 'Sweep');
    const elsewhere = await projectWith();
    expect(refusalOf(await make(projectId, 'order the new chairs'))).toEqual([
      409,
      'CONFLICT',
      `There are open tasks with a similar title: ${key}-1, ${key}-2`,
    ]);
    expect((await make(elsewhere.id, 'Order the new chairs')).status).toBe(201);
    expect((await make(projectId, 'Order a new chair for the desk')).status).toBe(201);
    for (const tid of [`${key}-1`, `${key}-2`]) await company.member.api.put(`/tasks/${tid}`, { status: 'Done' });
    expect((await make(projectId, 'order the new chairs')).status).toBe(201);
  });

  it('makes one of many at once', async () => {
    const { id: projectId } = await projectWith();
    const statuses = (await times(5, () => make(projectId, 'Only once'))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('names nothing out of reach, and is for one task alone', async () => {
    const hidden = await createProject(company.owner);
    await createTask(company.owner, hidden.id, { title: 'Secret plan' });
    await giveToTeam(service.database, hidden.id);
    expect((await make(hidden.id, 'Secret plan')).status).toBe(404);
    const { id: projectId } = await projectWith();
    const input = { projectId, title: 'Wrong', ifSimilar: 'warn' };
    expect(refusalOf(await company.member.api.post('/tasks', input))).toEqual([
      400,
      'VALIDATION_ERROR',
      { ifSimilar: 'Must be one of: fail' },
    ]);
    const many = { tasks: [{ projectId, title: 'Many', ifSimilar: 'fail' }] };
    expect(refusalOf(await company.member.api.post('/tasks/bulk-create', many))).toEqual([
      400,
      'VALIDATION_ERROR',
      { 'tasks.0.ifSimilar': 'Unknown field' },
    ]);
  });
});

it('save_task of MCP answers the tasks that may be the same as a new one', async () => {
  const { key } = await projectWith('Call the plumber', 'Call the plumbers', 'Paint the fence');
  const agent = await McpAgent.connect(service, company.member.token);
  const { similar } = await agent.get('save_task', { project: key, title: 'Call the plumber' });
  expect(titlesOf(similar)).toEqual(['Call the plumber', 'Call the plumbers']);
  const { similar: none } = await agent.get('save_task', { project: key, title: 'Eat' });
  expect(none).toEqual([]);
  const { task } = await agent.get('save_task', { project: key, title: 'Call the plumber' });
  expect(Object.keys(await agent.get('save_task', { task: task.tid, title: 'Call the plumber!' }))).toEqual(['task']);
});
