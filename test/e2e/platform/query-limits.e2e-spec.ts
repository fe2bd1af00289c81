import { createCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let member: TestUser;
let project: TestProject;
beforeAll(async () => {
  service = await startTestService();
  ({ member } = await createCompany(service.api));
  project = await createProject(member, { name: 'Website' });
  await createTask(member, project.id, { title: 'a', status: 'To Do' });
});
afterAll(() => service.stop());

const get = (path: string, parameters: Record<string, string>): Promise<Answer> =>
  member.api.get(`${path}?${new URLSearchParams(parameters).toString()}`);
const different = (count: number, item: (index: number) => string = String) =>
  Array.from({ length: count }, (_, index) => item(index));
const uuid = (index: number) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`;

describe('a multi-value parameter', () => {
  const TOO_MANY = 'Must have at most 200 different values';

  it.each<[path: string, name: string, item: (index: number) => string]>([
    ['/tasks', 'projectId', uuid],
    ['/tasks', 'status', String],
    ['/tasks', 'assigneeId', uuid],
    ['/tasks', 'sprintId', uuid],
    ['/tasks', 'epicId', uuid],
    ['/tasks', 'parentId', uuid],
    ['/tasks', 'recurrenceId', uuid],
    ['/tasks', 'labelIds', uuid],
    ['/tasks', 'tid', String],
    ['/projects', 'teamId', uuid],
    ['/sprints', 'projectId', uuid],
    ['/epics', 'projectId', uuid],
    ['/fields', 'projectId', uuid],
    ['/templates', 'projectId', uuid],
    ['/recurrences', 'projectId', uuid],
  ])('takes 200 different values, and no more: %s?%s', async (path, name, item) => {
    const values = different(200, item);
    expect((await get(path, { [name]: values.join() })).status).toBe(200);
    expect((await get(path, { [name]: [...values, ...values].join() })).status).toBe(200);
    const more = await get(path, { [name]: different(201, item).join() });
    expect(refusalOf(more)).toEqual([400, 'VALIDATION_ERROR', { [name]: TOO_MANY }]);
  });

  it.each(['priority', 'fields', 'include'])('of a few known values says the same: %s', async (name) => {
    const answer = await get('/tasks', { [name]: different(201).join() });
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { [name]: TOO_MANY }]);
  });

  it('counts equal values once', async () => {
    const repeated = await get('/tasks', { fields: 'id,title,'.repeat(850) + 'id' });
    expect([repeated.status, repeated.body]).toEqual([200, [{ id: expect.any(String), title: 'a' }]]);
    const included = await get('/tasks', { fields: 'title', include: 'project,'.repeat(850) + 'assignee' });
    expect(included.body).toEqual([{ title: 'a', assignee: null, project: expect.anything() }]);
    const priorities = await get('/tasks', { fields: 'title', priority: 'None,'.repeat(1_700) + 'Low' });
    expect(priorities.body).toEqual([{ title: 'a' }]);
  });

  it.each<[status: string, list: string]>([
    ['To Do, maybe', 'To Do\\, maybe'],
    ['Done\\', 'Done\\\\'],
    ['a\\b', 'a\\b'],
    ['a\\b', 'a\\\\b'],
    ['\\,', '\\\\\\,'],
    ['a\\\\b', 'a\\\\\\\\b'],
    ['c,d,', 'Nowhere,c\\,d\\,,Elsewhere'],
    ['e\\', 'e\\'],
    ['f\\', 'f\\\\,Nowhere'],
  ])('finds the status %j by %j', async (status, list) => {
    const { id } = await createTask(member, project.id, { status });
    const found = await get('/tasks', { status: list, fields: 'id,status' });
    expect(found.body).toEqual([{ id, status }]);
    await member.api.delete(`/tasks/${id}`);
  });
});

describe('search', () => {
  const TOO_MANY = { search: 'Must have at most 20 different terms' };
  const TOO_LONG = { search: 'Must have terms of at most 200 characters' };

  it.each<[what: string, search: string, details: object]>([
    ['50 terms', different(50, (index) => `term${index}`).join(' '), TOO_MANY],
    ['21 terms', different(21).join(' '), TOO_MANY],
    ['21 terms of which some contain others', different(21, (index) => 'x'.repeat(index + 1)).join('\t'), TOO_MANY],
    ['201 characters', `a ${'x'.repeat(201)}`, TOO_LONG],
    ['201 characters of two code units', '🙂'.repeat(201), TOO_LONG],
  ])('does not take %s', async (_what, search, details) => {
    for (const path of ['/tasks', '/projects']) {
      expect(refusalOf(await get(path, { search }))).toEqual([400, 'VALIDATION_ERROR', details]);
    }
  });

  it.each<[what: string, search: string]>([
    ['20 terms of 200 characters', different(20, (index) => `${index}`.padStart(200, 'x')).join(' ')],
    ['200 characters of two code units', '🙂'.repeat(200)],
    ['20 terms in two cases', [...different(20, (i) => `a${i}`), ...different(20, (i) => `A${i}`)].join(' ')],
    ['a term that repeats', 'website '.repeat(1_000)],
  ])('takes %s', async (_what, search) => {
    expect((await get('/tasks', { search })).status).toBe(200);
    expect((await get('/projects', { search })).status).toBe(200);
  });

  it('finds by all of its terms', async () => {
    const terms = different(20, (index) => `word${index}word`);
    const task = await createTask(member, project.id, { title: 'all', description: terms.join(' ') });
    await createTask(member, project.id, { title: 'some', description: terms.slice(1).join(' ') });
    const found = await get('/tasks', { search: terms.join(' ').toUpperCase() });
    expect(found.body.map(({ id }: TestTask) => id)).toEqual([task.id]);
  });
});
