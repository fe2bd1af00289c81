import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { refusalOf } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const ALTERED = [400, 'VALIDATION_ERROR', { cursor: 'Must be the `next` of a page with the same filters and sort' }];

interface CursorPage {
  success: true;
  data: { id: string; title: string }[];
  meta: { next: string | null; timestamp: string };
}

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  project = await createProject(company.owner);
  const given = [
    { title: 'b', status: 'Done', priority: 'Low', dueDate: '2026-01-02' },
    { title: 'B', status: 'To Do', priority: 'Urgent' },
    { title: 'a', status: 'Somewhere', priority: 'Low', dueDate: '2026-01-01', startDate: '2025-12-31' },
    { title: 'ä', status: 'Elsewhere', dueDate: '2026-01-02', startDate: '2026-01-01' },
    { title: 'c', status: 'done', priority: 'High' },
    { title: '', status: 'In Progress' },
    { title: 'b', status: 'Somewhere' },
  ];
  for (const input of given) await createTask(company.member, project.id, { ...input, title: input.title || '-' });
  const second = `date_trunc('second', created_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
  await service.database.rows(`UPDATE tasks SET created_at = ${second} WHERE project_id = $1`, [project.id]);
});
afterAll(() => service.stop());

const tasksAt = (query: string) => company.viewer.api.get<CursorPage>(`/tasks?${query}`);

/** All pages from the first on; `between` happens after each. */
async function walk(query: string, between: () => Promise<unknown> = async () => undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; await between()) {
    const { status, body } = await tasksAt(`${query}&cursor=${cursor}`);
    expect([status, Object.keys(body), Object.keys(body.meta)]).toEqual([
      200,
      ['success', 'data', 'meta'],
      ['next', 'timestamp'],
    ]);
    ids.push(...body.data.map(({ id }) => id));
    cursor = body.meta.next;
  }
  return ids;
}

describe('a page by cursor', () => {
  it.each(
    ['createdAt', 'updatedAt', 'dueDate', 'startDate', 'priority', 'status', 'title', 'rank'].flatMap((sortBy) => [
      [sortBy, 'asc'],
      [sortBy, 'desc'],
    ]),
  )('goes on where the last one ended: by %s %s', async (sortBy, sortOrder) => {
    const query = `projectId=${project.id}&sortBy=${sortBy}&sortOrder=${sortOrder}`;
    const { body: all } = await company.viewer.api.get<{ id: string }[]>(`/tasks?${query}`);
    for (const limit of [1, 2, 3, 7, 200]) {
      expect([limit, await walk(`${query}&limit=${limit}`)]).toEqual([limit, all.map(({ id }) => id)]);
    }
  });

  it('has 50 tasks by default, and the requested fields, filters and search', async () => {
    const { id } = await createProject(company.owner);
    await addTasks(service.database, id, 60);
    const first = await tasksAt(`projectId=${id}&cursor=`);
    expect([first.body.data.length, first.body.meta.next]).toEqual([50, expect.any(String)]);
    const last = await tasksAt(`projectId=${id}&cursor=${first.body.meta.next}`);
    expect([last.body.data.length, last.body.meta.next]).toEqual([10, null]);
    const { body } = await tasksAt('fields=title&include=project,labels&search=b&sortBy=title&sortOrder=asc&cursor=');
    const shown = { project: { id: project.id, key: project.key, name: project.name }, labels: [] };
    expect(body.data.filter(({ title }) => title === 'B' || title === 'b')).toHaveLength(3);
    expect(body.data[0]).toEqual({ title: expect.any(String), ...shown });
    expect(body.meta.next).toBeNull();
  });

  it('may change its size and fields on the way', async () => {
    const query = `projectId=${project.id}&sortBy=title`;
    const { body } = await tasksAt(`${query}&limit=2&cursor=`);
    const { body: rest } = await tasksAt(`${query}&limit=200&fields=id&cursor=${body.meta.next}`);
    expect(body.data.length + rest.data.length).toBe(7);
  });

  it('misses and repeats nothing while tasks are created and deleted', async () => {
    const { id } = await createProject(company.owner);
    await addTasks(service.database, id, 30);
    const { body: before } = await company.viewer.api.get<{ id: string }[]>(`/tasks?projectId=${id}`);
    const [victims, kept] = [before.slice(20, 25), [...before.slice(0, 20), ...before.slice(25)]];
    for (const sortBy of ['createdAt', 'title', 'rank', 'dueDate']) {
      const ids = await walk(`projectId=${id}&sortBy=${sortBy}&limit=4`, async () => {
        await createTask(company.member, id, { title: 'New' });
        const victim = victims.pop();
        if (victim) await company.member.api.delete(`/tasks/${victim.id}`);
      });
      expect(new Set(ids).size).toBe(ids.length);
      expect(kept.filter((task) => !ids.includes(task.id))).toEqual([]);
    }
  });

  it('of large tasks is streamed, and ends at the right task', async () => {
    const { id } = await createProject(company.owner);
    await addTasks(service.database, id, 12);
    await service.database.rows(`UPDATE tasks SET description = repeat('x', 90000) WHERE project_id = $1`, [id]);
    const ids = await walk(`projectId=${id}&limit=8`);
    expect(new Set(ids).size).toBe(12);
    expect(ids).toHaveLength(12);
  });
});

describe('a cursor', () => {
  it('is valid only for the same company, filters and sort', async () => {
    const query = `projectId=${project.id}&sortBy=title`;
    const { body } = await tasksAt(`${query}&limit=2&cursor=`);
    const cursor = body.meta.next as string;
    const last = cursor.at(-1) === 'A' ? 'B' : 'A';
    for (const other of [
      `${query}&cursor=${cursor.slice(0, -1)}${last}`,
      `${query}&cursor=${cursor}A`,
      `${query}&cursor=x`,
      `${query}&cursor=%00`,
      `${query}&sortOrder=asc&cursor=${cursor}`,
      `projectId=${project.id}&sortBy=rank&cursor=${cursor}`,
      `${query}&isDone=false&cursor=${cursor}`,
      `sortBy=title&cursor=${cursor}`,
    ]) {
      const answer = await tasksAt(other);
      expect([other, answer.status, answer.body]).toEqual([other, 400, expect.anything()]);
    }
    expect(refusalOf(await tasksAt(`${query}&cursor=${cursor.slice(0, -1)}${last}`))).toEqual(ALTERED);
    expect(refusalOf(await stranger.owner.api.get(`/tasks?${query}&cursor=${cursor}`))).toEqual(ALTERED);
    expect((await tasksAt(`${query}&cursor=${cursor}`)).status).toBe(200);
  });

  it.each([
    ['', 'sortBy=createdAt'],
    ['', 'sortOrder=desc'],
    ['sortBy=createdAt&sortOrder=desc', ''],
    ['sortBy=title', 'sortBy=title&sortOrder=desc'],
  ])('of the sort %j is good for the sort %j, which means the same order', async (first, next) => {
    const { body } = await tasksAt(`${first}&limit=2&cursor=`);
    const [same, other] = [first, next].map((sort) => tasksAt(`${sort}&limit=2&cursor=${body.meta.next}`));
    const [{ body: expected }, answer] = [await same!, await other!];
    expect([answer.status, answer.body.data]).toEqual([200, expected.data]);
  });

  it('cannot be combined with page, and makes limit valid', async () => {
    expect(refusalOf(await tasksAt('cursor=&page=1'))).toEqual([
      400,
      'VALIDATION_ERROR',
      { cursor: 'Cannot be given with page' },
    ]);
    expect(refusalOf(await tasksAt('cursor=&limit=201'))).toEqual([
      400,
      'VALIDATION_ERROR',
      { limit: 'Must be at most 200' },
    ]);
    expect((await tasksAt('limit=201')).status).toBe(200);
  });

  it('shows nothing out of reach', async () => {
    const other = await createCompany(service.api);
    expect((await other.viewer.api.get<CursorPage>('/tasks?cursor=')).body.data).toEqual([]);
    expect((await service.api.get('/tasks?cursor=')).status).toBe(401);
  });
});
