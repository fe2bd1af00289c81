import type { TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject, storeSearchTexts } from '../../factories/project.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const TASKS = 1_200;

let service: TestService;
let company: TestCompany;
let projectId: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  ({ id: projectId } = await createProject(company.owner));
  await addTasks(service.database, projectId, TASKS);
  // Every second is frequent; the rare ones and those of a cluster stand where the first rows in order do not show them.
  await service.database.rows(
    `WITH numbered AS (
        SELECT *, row_number() OVER (ORDER BY created_at, id) AS n FROM tasks WHERE company_id = $2 AND project_id = $1
      ), changed AS (
        SELECT id, concat_ws(' ', title, CASE WHEN n % 2 = 0 THEN 'frequent' END,
            CASE WHEN n IN (7, 600, 1100) THEN 'rare' END, CASE WHEN n BETWEEN 500 AND 620 THEN 'cluster' END) AS title,
          CASE WHEN n % 3 = 0 THEN 'Done' ELSE status END AS status, created_at + interval '1 day' * (n % 5) AS updated_at
        FROM numbered
      )
      UPDATE tasks t SET title = c.title, status = c.status, updated_at = c.updated_at
      FROM changed c WHERE t.company_id = $2 AND t.id = c.id`,
    [projectId, company.id],
  );
  await storeSearchTexts(service.database, projectId);
});
afterAll(() => service.stop());

interface Page {
  data: { id: string }[];
  meta: { next: string | null; pagination: { total: number } };
}

const pageOf = async (query: string) => (await company.viewer.api.get<Page>(`/tasks?${query}`)).body;
const idsOf = (tasks: { id: string }[]) => tasks.map(({ id }) => id);

async function bare(query: string): Promise<string[]> {
  return idsOf((await company.viewer.api.get<{ id: string }[]>(`/tasks?${query}`)).body);
}

async function byNumber(query: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, total = 1; ids.length < total; page += 1) {
    const { data, meta } = await pageOf(`${query}&limit=${limit}&page=${page}`);
    expect(data).not.toHaveLength(0);
    ({ total } = meta.pagination);
    ids.push(...idsOf(data));
  }
  return ids;
}

async function byCursor(query: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = await pageOf(`${query}&limit=${limit}&cursor=${cursor}`);
    ids.push(...idsOf(data));
    cursor = meta.next;
  }
  return ids;
}

describe.each([
  ['search=frequent', 600],
  ['search=rare', 3],
  ['search=cluster', 121],
  ['search=frequent%20rare', 2],
  ['search=frequent&status=Done&include=assignee,labels', 200],
  ['sortBy=priority', TASKS],
  ['', TASKS],
])('%s', (filter, count) => {
  it.each(['', '&sortBy=updatedAt&sortOrder=asc'])('gives the same by page, by cursor and at once%s', async (sort) => {
    const query = sort.includes('sortBy') && filter.includes('sortBy') ? filter : `${filter}${sort}`;
    const all = await bare(query);
    expect(all).toHaveLength(count);
    expect(await byNumber(query, 45)).toEqual(all);
    expect(await byCursor(query, 45)).toEqual(all);
  });
});

it('counts the tasks within reach of a member, in one project and in all', async () => {
  const { body: team } = await company.owner.api.post<{ id: string }>('/teams', { name: 'Closed' });
  const { id: closed } = await createProject(company.owner, { teamId: team.id });
  await addTasks(service.database, closed, 5);
  const totalFor = async (user: keyof Pick<TestCompany, 'viewer' | 'owner'>, query: string) =>
    (await company[user].api.get<Page>(`/tasks?page=1&${query}`)).body.meta.pagination.total;
  expect(await totalFor('owner', '')).toBe(TASKS + 5);
  expect(await totalFor('viewer', '')).toBe(TASKS);
  expect(await totalFor('owner', `projectId=${closed}`)).toBe(5);
  expect(await totalFor('viewer', `projectId=${closed}`)).toBe(0);
  expect(await totalFor('owner', `projectId=${closed},${projectId}`)).toBe(TASKS + 5);
});
