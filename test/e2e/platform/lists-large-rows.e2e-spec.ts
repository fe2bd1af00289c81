import { type TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject } from '../../factories/project.factory.js';
import { LONGEST_BLOCK, longestBlock } from '../../support/event-loop.js';
import { download, listsBeingRead, openSlowReaders, type SlowReader } from '../../support/list-reader.js';
import { eventually } from '../../support/eventually.js';
import { memoryInUse } from '../../support/memory.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

const MIB = 1024 * 1024;
/** Of a list. */
const MOST_MEMORY = 4 * MIB;
/** The largest description there can be: 200 KB. */
const DESCRIPTION = '🙂'.repeat(50_000);

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

let readers: SlowReader[] = [];
afterEach(async () => {
  for (const { socket } of readers.splice(0)) socket.destroy();
  await eventually('no list is being read', async () => (await listsBeingRead(service)) === 0);
});

/** A list that begins with small rows and ends with large ones. */
async function listOf(counts: { small: number; large: number }): Promise<string> {
  const { id } = await createProject(company.member);
  await addTasks(service.database, id, counts.small + counts.large);
  await service.database.rows(
    `UPDATE tasks SET title = 'Verbose', description = $2 WHERE project_id = $1 AND substr(rank, 2)::integer > $3`,
    [id, DESCRIPTION, counts.small],
  );
  return `/tasks?projectId=${id}&sortBy=title&sortOrder=asc`;
}

/** Reads an answer as it comes, and keeps nothing of it. */
describe('a list of large rows', () => {
  it.each([
    ['a bare list', { small: 0, large: 500 }, ''],
    ['one whose large rows come late', { small: 400, large: 100 }, ''],
    ['a page', { small: 0, large: 200 }, '&page=1&limit=200'],
  ])('%s takes at most 4 MiB of a client that reads nothing', async (_name, counts, page) => {
    const path = `${await listOf(counts)}${page}`;
    await download(service, company.viewer, path);
    const before = memoryInUse();
    // One company has half of the connections; the others get a 503.
    readers = await openSlowReaders(service, company.viewer, path, 12);
    const statuses = readers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(4).fill(200), ...Array<number>(8).fill(503)]);
    // What the requests have left behind is not garbage at once.
    await eventually('that is all they take', () => memoryInUse() - before < 4 * MOST_MEMORY);
  });

  it.each([
    ['a bare list', { small: 10, large: 200 }, ''],
    ['a page', { small: 0, large: 200 }, '&page=1&limit=200'],
  ])('%s does not hold up the event loop', async (_name, counts, page) => {
    const path = `${await listOf(counts)}${page}`;
    expect(await longestBlock(() => download(service, company.viewer, path))).toBeLessThan(LONGEST_BLOCK);
  });

  it('has the same text as in small pages', async () => {
    const path = await listOf({ small: 3, large: 20 });
    const whole = await company.viewer.api.get(path);
    const page = await company.viewer.api.get(`${path}&page=1&limit=200`);
    const items: unknown[] = [];
    for (let number = 1; number <= 23; number += 1) {
      items.push(...(await company.viewer.api.get(`${path}&page=${number}&limit=1`)).body.data);
    }
    expect(items).toHaveLength(23);
    expect(JSON.stringify(whole.body)).toBe(JSON.stringify(items));
    expect(JSON.stringify(page.body)).toBe(
      JSON.stringify({
        success: true,
        data: items,
        meta: {
          pagination: { page: 1, limit: 200, total: 23, totalPages: 1 },
          timestamp: page.body.meta.timestamp,
        },
      }),
    );
  });

  it('has its total and page on each page', async () => {
    const path = await listOf({ small: 0, large: 7 });
    const { body } = await company.viewer.api.get(`${path}&page=2&limit=4`);
    expect([body.success, body.data.length]).toEqual([true, 3]);
    expect(body.meta.pagination).toEqual({ page: 2, limit: 4, total: 7, totalPages: 2 });
  });
});
