import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const SPRINT = '01890000-0000-7000-8000-00000000000a';
const EPIC = '01890000-0000-7000-8000-00000000000b';
const RED = '01890000-0000-7000-8000-00000000000c';
const BLUE = '01890000-0000-7000-8000-00000000000d';

let service: TestService;
let company: TestCompany;
let web: TestProject;
let app: TestProject;
const tasks: Record<string, TestTask> = {};

async function addTask(name: string, projectId: string, input: object = {}): Promise<void> {
  tasks[name] = await createTask(company.member, projectId, { title: name, ...input });
}

beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  web = await createProject(company.member, { key: 'WEB', name: 'Website' });
  app = await createProject(company.member, { key: 'APP', name: 'Mobile app' });
  const { member, admin } = company;
  const dates = { startDate: '2026-02-27', dueDate: '2026-03-01' };
  await addTask('a', web.id, { status: 'To Do', priority: 'Low', assigneeId: member.id, ...dates });
  await addTask('b', web.id, { status: 'Done', priority: 'Urgent', assigneeId: admin.id, dueDate: '2026-03-02' });
  await addTask('c', web.id, { status: 'Waiting', parentId: tasks['a']!.id, dueDate: '2026-03-01' });
  await addTask('d', app.id, {
    status: 'In Progress',
    priority: 'High',
    assigneeId: member.id,
    startDate: '2026-02-26',
  });
  await addTask('e', app.id, { status: 'Blocked', priority: 'Medium', dueDate: '2026-02-28T23:59:59.999Z' });
  await addTask('f', app.id, { status: 'Approval', priority: 'Low', parentId: tasks['d']!.id });
  await member.api.post(`/tasks/${tasks['d']!.id}/blockers`, { taskId: tasks['a']!.id });
  await member.api.post(`/tasks/${tasks['f']!.id}/blockers`, { taskId: tasks['b']!.id });
  // A company that has the same, none of which may ever be seen.
  const stranger = await createCompany(service.api);
  const foreign = await createProject(stranger.member, { key: 'WEB', name: 'Website' });
  await createTask(stranger.member, foreign.id, {
    title: 'a',
    status: 'To Do',
    priority: 'Low',
    dueDate: '2026-03-01',
    startDate: '2026-02-27',
  });
  await service.database.rows(
    `INSERT INTO sprints (company_id, id, project_id, name, status, created_at, updated_at)
      VALUES ($1, $2, $3, 'Sprint', 'planned', now(), now())`,
    [company.id, SPRINT, web.id],
  );
  await service.database.rows(
    `INSERT INTO epics (company_id, id, project_id, name, color, created_at, updated_at)
      VALUES ($1, $2, $3, 'Epic', '#808080', now(), now())`,
    [company.id, EPIC, web.id],
  );
  await service.database.rows('UPDATE tasks SET sprint_id = $1, epic_id = $2 WHERE id = $3', [
    SPRINT,
    EPIC,
    tasks['a']!.id,
  ]);
  await service.database.rows('UPDATE tasks SET epic_id = $1 WHERE id = $2', [EPIC, tasks['d']!.id]);
  await service.database.rows(
    `INSERT INTO labels (company_id, id, name, color, created_at, updated_at)
      SELECT $1, l.id, l.id::text, '#808080', now(), now() FROM unnest($2::uuid[]) l (id)`,
    [company.id, [RED, BLUE]],
  );
  await service.database.rows(
    `INSERT INTO task_labels (company_id, task_id, label_id)
      SELECT $1, t.id, t.label FROM unnest($2::uuid[], $3::uuid[]) t (id, label)`,
    [company.id, [tasks['a']!.id, tasks['a']!.id, tasks['b']!.id], [RED, BLUE, BLUE]],
  );
});
afterAll(() => service.stop());

function pathOf(parameters: Record<string, string>): string {
  return `/tasks?${new URLSearchParams(parameters).toString()}`;
}

/** The titles of what the list shows, in its order. */
async function list(parameters: Record<string, string> = {}, api = company.viewer.api): Promise<string> {
  const { status, body } = await api.get<TestTask[]>(pathOf(parameters));
  expect(status).toBe(200);
  const titles = body.map(({ title }) => title).join('');
  // With pages, it is the same.
  const paged: string[] = [];
  for (let page = 1; paged.length < body.length; page += 1) {
    const answer = await api.get<{ data: TestTask[] }>(pathOf({ ...parameters, page: `${page}`, limit: '2' }));
    paged.push(...answer.body.data.map(({ title }) => title));
  }
  expect(paged.join('')).toBe(titles);
  return titles;
}

const sorted = async (parameters: Record<string, string>) => [...(await list(parameters))].sort().join('');
const ids = (names: string) => [...names].map((name) => tasks[name]!.id).join(',');

describe('filters of GET /tasks', () => {
  it('show everything that the caller can reach by default', async () => {
    expect(await list()).toBe('fedcba');
  });

  it.each<[filter: string, value: () => string, expected: string]>([
    ['projectId', () => web.id, 'abc'],
    ['projectId', () => `${web.id.toUpperCase()}, ${app.id}`, 'abcdef'],
    ['projectId', () => `${app.id},${UNKNOWN_ID}`, 'def'],
    ['projectId', () => UNKNOWN_ID, ''],
    ['status', () => 'To Do', 'a'],
    ['status', () => 'To Do,In Progress, Waiting', 'acd'],
    ['status', () => 'Nowhere', ''],
    ['status', () => 'null', ''],
    ['priority', () => 'Low', 'af'],
    ['priority', () => 'Urgent,None', 'bc'],
    ['assigneeId', () => company.member.id, 'ad'],
    ['assigneeId', () => `${company.member.id},${company.admin.id}`, 'abd'],
    ['assigneeId', () => 'null', 'cef'],
    ['assigneeId', () => `null,${company.admin.id}`, 'bcef'],
    ['assigneeId', () => UNKNOWN_ID, ''],
    ['sprintId', () => SPRINT, 'a'],
    ['sprintId', () => 'null', 'bcdef'],
    ['sprintId', () => `${SPRINT},null`, 'abcdef'],
    ['sprintId', () => UNKNOWN_ID, ''],
    ['epicId', () => EPIC, 'ad'],
    ['epicId', () => `null,${EPIC},${UNKNOWN_ID}`, 'abcdef'],
    ['epicId', () => 'null', 'bcef'],
    ['parentId', () => ids('a'), 'c'],
    ['parentId', () => ids('ad'), 'cf'],
    ['parentId', () => 'null', 'abde'],
    ['parentId', () => `null,${ids('d')}`, 'abdef'],
    ['labelIds', () => RED, 'a'],
    ['labelIds', () => `${RED},${BLUE}`, 'ab'],
    ['labelIds', () => `${BLUE},${UNKNOWN_ID}`, 'ab'],
    ['labelIds', () => UNKNOWN_ID, ''],
    ['tid', () => 'WEB-1', 'a'],
    ['tid', () => 'web-2,APP-1,APP-99', 'bd'],
    ['tid', () => 'WEB', ''],
    ['isBlocked', () => 'true', 'de'],
    ['isBlocked', () => 'false', 'abcf'],
    ['dueAfter', () => '2026-03-01', 'abc'],
    ['dueAfter', () => '2026-03-01T00:00:00.001Z', 'b'],
    ['dueBefore', () => '2026-03-01', 'e'],
    ['dueBefore', () => '2026-03-01T01:00:00.001+01:00', 'ace'],
    ['createdAfter', () => tasks['c']!.createdAt, 'cdef'],
    ['createdBefore', () => tasks['c']!.createdAt, 'ab'],
    ['updatedAfter', () => tasks['f']!.createdAt, 'df'],
    ['updatedBefore', () => tasks['c']!.updatedAt, 'ab'],
  ])('%s (%#)', async (filter, value, expected) => {
    expect(await sorted({ [filter]: value() })).toBe(expected);
  });

  it('are all applied together', async () => {
    const projectId = web.id;
    expect(await sorted({ projectId, assigneeId: `null,${company.member.id}`, dueBefore: '2026-03-02' })).toBe('ac');
    expect(await sorted({ projectId, status: 'Done', isBlocked: 'true' })).toBe('');
    expect(await sorted({ dueAfter: '2026-03-01', dueBefore: '2026-03-02', labelIds: BLUE })).toBe('a');
    expect(await sorted({ dueAfter: '2026-03-02', dueBefore: '2026-03-01' })).toBe('');
  });

  it.each([
    ['projectId', 'web', 'Invalid uuid'],
    ['projectId', 'null', 'Invalid uuid'],
    ['projectId', '', 'Invalid uuid'],
    ['projectId', `${UNKNOWN_ID},`, 'Invalid uuid'],
    ['assigneeId', 'ME', 'Invalid uuid'],
    ['assigneeId', 'NULL', 'Invalid uuid'],
    ['sprintId', `null,${UNKNOWN_ID}0`, 'Invalid uuid'],
    ['epicId', '1', 'Invalid uuid'],
    ['parentId', '{}', 'Invalid uuid'],
    ['status', '', 'Must be at least 1 character'],
    ['status', 'x'.repeat(101), 'Must be at most 100 characters'],
    ['status', 'a\0', 'Invalid text'],
    ['tid', 'x'.repeat(101), 'Must be at most 100 characters'],
    ['priority', 'high', 'Must be one of: None, Low, Medium, High, Urgent'],
    ['priority', 'Low,', 'Must be one of: None, Low, Medium, High, Urgent'],
    ['isBlocked', 'yes', 'Expected boolean'],
    ['isBlocked', '1', 'Expected boolean'],
    ['isBlocked', '', 'Expected boolean'],
    ['dueBefore', 'tomorrow', 'Invalid datetime'],
    ['dueAfter', '2026-02-30', 'Invalid datetime'],
    ['startBefore', 'tomorrow', 'Invalid datetime'],
    ['startAfter', '2026-02-30', 'Invalid datetime'],
    ['createdAfter', '2026-01-01T00:00:00', 'Invalid datetime'],
    ['createdBefore', '', 'Invalid datetime'],
    ['updatedAfter', '1700000000', 'Invalid datetime'],
    ['updatedBefore', '2026-01-01T00:00:00 02:00', 'Invalid datetime'],
    ['search', 'a\0b', 'Invalid text'],
    ['fields', '', undefined],
    ['fields', 'id,storyPoints', undefined],
    ['fields', 'labels', undefined],
    ['include', 'sprint', expect.stringMatching(/^Must be one of: assignee, /)],
    ['include', '', expect.stringMatching(/^Must be one of: assignee, /)],
    [
      'sortBy',
      'name',
      'Must be one of: createdAt, updatedAt, completedAt, dueDate, startDate, priority, status, title, rank',
    ],
    ['sortBy', 'title; DROP TABLE tasks', undefined],
    ['sortBy', '', undefined],
    ['sortOrder', 'ASC', 'Must be one of: asc, desc'],
    ['page', '0', 'Must be at least 1'],
    ['page', '-1', 'Must be at least 1'],
    ['page', '1.5', 'Expected integer'],
    ['page', '1e3', 'Expected integer'],
    ['page', '', 'Expected integer'],
    ['page', 'all', 'Expected integer'],
    ['page', '0x10', 'Expected integer'],
    ['limit', '0', 'Must be at least 1'],
    ['limit', '201', 'Must be at most 200'],
    ['limit', 'NaN', 'Expected integer'],
    ['limit', '9'.repeat(400), 'Must be at most 200'],
    ['surprise', '1', 'Unknown parameter'],
    ['constructor', '1', 'Unknown parameter'],
    ['__proto__', '1', 'Unknown parameter'],
    ['projectId[]', UNKNOWN_ID, 'Unknown parameter'],
  ])('refuse a wrong %s (%#)', async (name, value, message) => {
    const answer = await company.viewer.api.get(pathOf({ page: '1', [name]: value }));
    const details = { [name]: message ?? expect.stringMatching(/^Must be one of: /) };
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it.each(['status=Done&status=Backlog', 'page=1&page=2', 'fields=id&fields=title'])(
    'refuse a parameter given more than once: %s',
    async (query) => {
      const [name] = query.split('=') as [string];
      const answer = await company.viewer.api.get(`/tasks?${query}`);
      expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { [name]: 'Given more than once' }]);
    },
  );

  it('show no task out of reach', async () => {
    const closed = await createProject(company.admin, { key: 'SEC' });
    await createTask(company.admin, closed.id, { title: 'x', status: 'Done' });
    await giveToTeam(service.database, closed.id);
    const queries: Record<string, string>[] = [
      { projectId: closed.id },
      { tid: 'SEC-1' },
      { search: 'sec-' },
      { include: 'project' },
    ];
    for (const parameters of queries) {
      expect(await list(parameters)).not.toContain('x');
      expect(await list(parameters, company.admin.api)).toContain('x');
    }
    await company.admin.api.delete(`/projects/${closed.id}`);
  });
});

describe('sorts of GET /tasks', () => {
  it.each([
    ['createdAt', 'asc', 'abcdef'],
    ['createdAt', 'desc', 'fedcba'],
    ['updatedAt', 'asc', 'abcedf'],
    ['updatedAt', 'desc', 'fdecba'],
    ['dueDate', 'asc', 'eacbdf'],
    ['dueDate', 'desc', 'bcaefd'],
    ['startDate', 'asc', 'dabcef'],
    ['startDate', 'desc', 'adfecb'],
    ['priority', 'asc', 'cafedb'],
    ['priority', 'desc', 'bdefac'],
    ['status', 'asc', 'adbefc'],
    ['status', 'desc', 'cfebda'],
    ['title', 'asc', 'abcdef'],
    ['title', 'desc', 'fedcba'],
  ])('by %s, %s', async (sortBy, sortOrder, expected) => {
    expect(await list({ sortBy, sortOrder })).toBe(expected);
  });

  it('are descending by default', async () => {
    expect(await list({ sortBy: 'dueDate' })).toBe('bcaefd');
    expect(await list({ sortOrder: 'asc' })).toBe('abcdef');
  });

  it('by rank, bytewise', async () => {
    const order = async (sortOrder: string) => list({ sortBy: 'rank', sortOrder, projectId: web.id });
    expect([await order('asc'), await order('desc')]).toEqual(['abc', 'cba']);
    await service.database.rows(
      "UPDATE tasks SET rank = CASE id WHEN $1 THEN 'a0' WHEN $2 THEN 'aZ' ELSE 'aa' END WHERE project_id = $3",
      [tasks['c']!.id, tasks['b']!.id, web.id],
    );
    expect([await order('asc'), await order('desc')]).toEqual(['cba', 'abc']);
  });

  it('by title by alphabet', async () => {
    const project = await createProject(company.member);
    const titles = ['beta', 'Alpha', 'ALPHA', 'alpha', 'Gamma', 'Äpfel', 'zeta'];
    for (const title of titles) await createTask(company.member, project.id, { title });
    const order = async (sortOrder: string) => {
      const path = pathOf({ projectId: project.id, sortBy: 'title', sortOrder });
      return (await company.member.api.get<TestTask[]>(path)).body.map(({ title }) => title);
    };
    const up = await order('asc');
    expect(up).toEqual(['alpha', 'Alpha', 'ALPHA', 'Äpfel', 'beta', 'Gamma', 'zeta']);
    expect(await order('desc')).toEqual(up.reverse());
    await company.admin.api.delete(`/projects/${project.id}`);
  });

  it('by status in the order of the lanes, whatever their names', async () => {
    await service.database.rows(`UPDATE workflow_lanes SET position = 5 - position WHERE company_id = $1`, [
      company.id,
    ]);
    expect(await list({ sortBy: 'status', sortOrder: 'asc' })).toBe('ebdafc');
    expect(await list({ sortBy: 'status', sortOrder: 'desc' })).toBe('cfadbe');
  });
});

describe('what GET /tasks shows', () => {
  const read = async (parameters: Record<string, string>) => (await company.viewer.api.get(pathOf(parameters))).body;

  it('is the task as created, without assignee and labels', async () => {
    const [task] = await read({ tid: 'APP-1' });
    const detail = (await company.viewer.api.get(`/tasks/${tasks['d']!.id}`)).body;
    const expected = Object.keys(tasks['d']!).map((name) => [name, detail[name]]);
    expect(task).toEqual(Object.fromEntries(expected));
    expect(Object.keys(task).sort()).toEqual(Object.keys(tasks['d']!).sort());
  });

  it('is exactly the requested fields', async () => {
    const detail = (await company.viewer.api.get(`/tasks/${tasks['a']!.id}`)).body;
    for (const name of Object.keys(tasks['a']!)) {
      expect(await read({ tid: 'WEB-1', fields: name })).toEqual([{ [name]: detail[name] }]);
    }
    const fields = ' title ,id,title';
    const queries: Record<string, string>[] = [{}, { search: 'a' }, { sortBy: 'priority' }, { isBlocked: 'false' }];
    for (const parameters of queries) {
      expect(await read({ ...parameters, fields, tid: 'WEB-1' })).toEqual([{ id: detail.id, title: 'a' }]);
      const page = await read({ ...parameters, fields, tid: 'WEB-1', page: '1' });
      expect(page.data).toEqual([{ id: detail.id, title: 'a' }]);
    }
  });

  it('is the included resources besides', async () => {
    const assignee = { id: company.member.id, name: company.member.name };
    const project = { id: app.id, name: 'Mobile app', key: 'APP' };
    const path = { projectId: app.id, sortBy: 'title', sortOrder: 'asc', fields: 'tid' };
    expect(await read({ ...path, include: 'assignee,project' })).toEqual([
      { tid: 'APP-1', assignee, project },
      { tid: 'APP-2', assignee: null, project },
      { tid: 'APP-3', assignee: null, project },
    ]);
    expect(await read({ ...path, include: 'assignee', search: 'd app-1' })).toEqual([{ tid: 'APP-1', assignee }]);
    expect((await read({ ...path, include: 'project, project', page: '1', limit: '1' })).data).toEqual([
      { tid: 'APP-1', project },
    ]);
    const [whole] = await read({ tid: 'APP-1', include: 'assignee' });
    expect(whole).toMatchObject({ title: 'd', assigneeId: company.member.id, assignee });
  });
});

describe('pages of GET /tasks', () => {
  const page = async (parameters: Record<string, string>) => {
    const { status, body } = await company.viewer.api.get(pathOf(parameters));
    return [status, body.success, body.data?.map(({ title }: TestTask) => title).join(''), body.meta?.pagination];
  };

  it('come in the envelope', async () => {
    const before = Date.now();
    const { body } = await company.viewer.api.get('/tasks?page=1');
    expect(Object.keys(body)).toEqual(['success', 'data', 'meta']);
    expect(body).toMatchObject({
      success: true,
      meta: { pagination: { page: 1, limit: 50, total: 6, totalPages: 1 }, timestamp: expect.stringMatching(/Z$/) },
    });
    expect(Object.keys(body.meta)).toEqual(['pagination', 'timestamp']);
    const timestamp = Date.parse(body.meta.timestamp);
    expect(timestamp >= before && timestamp <= Date.now()).toBe(true);
  });

  it.each([
    [{ page: '1', limit: '4' }, 'fedc', { page: 1, limit: 4, total: 6, totalPages: 2 }],
    [{ page: '2', limit: '4' }, 'ba', { page: 2, limit: 4, total: 6, totalPages: 2 }],
    [{ page: '3', limit: '4' }, '', { page: 3, limit: 4, total: 6, totalPages: 2 }],
    [{ page: '2', limit: '3' }, 'cba', { page: 2, limit: 3, total: 6, totalPages: 2 }],
    [{ page: '1', limit: '200' }, 'fedcba', { page: 1, limit: 200, total: 6, totalPages: 1 }],
    [{ page: '01', limit: '1' }, 'f', { page: 1, limit: 1, total: 6, totalPages: 6 }],
    [{ page: '1', limit: '1', search: 'web-' }, 'c', { page: 1, limit: 1, total: 3, totalPages: 3 }],
    [{ page: '2', limit: '2', isBlocked: 'true' }, '', { page: 2, limit: 2, total: 2, totalPages: 1 }],
    [{ page: '1', status: 'Nowhere' }, '', { page: 1, limit: 50, total: 0, totalPages: 0 }],
    [{ page: '7', status: 'Nowhere' }, '', { page: 7, limit: 50, total: 0, totalPages: 0 }],
  ])('%j', async (parameters, titles, pagination) => {
    expect(await page(parameters)).toEqual([200, true, titles, pagination]);
  });

  it('past the end are empty, however far', async () => {
    const last = `${Number.MAX_SAFE_INTEGER}`;
    const pagination = { page: Number.MAX_SAFE_INTEGER, limit: 200, total: 6, totalPages: 1 };
    expect(await page({ page: last, limit: '200' })).toEqual([200, true, '', pagination]);
  });

  it('do not exist without page, whatever the limit', async () => {
    expect(await list({ limit: '2' })).toBe('fedcba');
    expect(await list({ limit: '201' })).toBe('fedcba');
  });
});
