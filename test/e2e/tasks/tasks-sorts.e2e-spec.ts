import { type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { addTasks, createProject, giveToTeam } from '../../factories/project.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

interface Page {
  data: { id: string }[];
  meta: { next: string | null; pagination: { totalPages: number } };
}

const LIMIT = 7;

let service: TestService;
let company: TestCompany;
/** Its tasks have more statuses than the service looks up one by one. */
let stranger: TestCompany;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  const hidden = await fill(company, { tasks: 30, statuses: 4 });
  await giveToTeam(service.database, hidden);
  await fill(company, { tasks: 30, statuses: 3 });
  await fill(stranger, { tasks: 180, statuses: 120 });
});
afterAll(() => service.stop());

/** A project whose tasks have lanes and other statuses, priorities and titles, equal ones among them; gives its id. */
async function fill({ id: companyId, owner }: TestCompany, { tasks, statuses }: Record<'tasks' | 'statuses', number>) {
  const { id } = await createProject(owner);
  await addTasks(service.database, id, tasks);
  await service.database.rows(
    `WITH numbered AS (
        SELECT id, row_number() OVER (ORDER BY id) AS n FROM tasks WHERE company_id = $3 AND project_id = $1
      ), changed AS (
        SELECT id, CASE WHEN n % 3 = 0 THEN 'Status ' || (n % $2::integer)::text
            ELSE (ARRAY['Done', 'To Do', 'done', 'In Review'])[1 + n % 4] END AS status,
          (ARRAY['None', 'Low', 'Medium', 'High', 'Urgent'])[1 + n % 5] AS priority,
          (ARRAY['b', 'B', 'a', 'ä', 'Z', 'z'])[1 + n % 6] AS title
        FROM numbered
      )
      UPDATE tasks t SET status = c.status, priority = c.priority, title = c.title
      FROM changed c WHERE t.company_id = $3 AND t.id = c.id`,
    [id, statuses, companyId],
  );
  return id;
}

const idsOf = (tasks: { id: string }[]) => tasks.map(({ id }) => id);

async function page({ api }: TestUser, query: string): Promise<Page> {
  const { status, body } = await api.get<Page>(`/tasks?${query}&limit=${LIMIT}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
}

async function idsByPage(user: TestUser, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1, last = 1; number <= last; number += 1) {
    const { data, meta } = await page(user, `${query}&page=${number}`);
    ids.push(...idsOf(data));
    last = meta.pagination.totalPages;
  }
  return ids;
}

async function idsByCursor(user: TestUser, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta }: Page = await page(user, `${query}&cursor=${cursor}`);
    ids.push(...idsOf(data));
    cursor = meta.next;
  }
  return ids;
}

describe.each(['priority', 'status', 'title'])('all tasks within reach, by %s', (sortBy) => {
  it.each([
    ['of everything', () => company.owner, ''],
    ['of some projects', () => company.viewer, ''],
    ['of what few tasks have', () => company.owner, '&status=Status%201'],
    ['with more statuses than are looked up', () => stranger.owner, ''],
  ])('come in the same order in pages as in the whole list: %s', async (_what, userOf, filter) => {
    for (const sortOrder of ['asc', 'desc']) {
      const query = `sortBy=${sortBy}&sortOrder=${sortOrder}${filter}`;
      const { body } = await userOf().api.get<{ id: string }[]>(`/tasks?${query}`);
      expect(body.length).toBeGreaterThan(0);
      expect(await idsByPage(userOf(), query)).toEqual(idsOf(body));
      expect(await idsByCursor(userOf(), query)).toEqual(idsOf(body));
    }
  });
});
