import type { TestCompany } from '../../factories/company.factory.js';
import { addTasks, createProject, type TestProject } from '../../factories/project.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const AT_ONCE = 8;
const TASKS = 5;

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
beforeEach(async () => {
  project = await createProject(company.owner);
  await addTasks(service.database, project.id, TASKS);
});
afterAll(() => service.stop());

const meant = (filter = '') => ({ filter: `project = ${project.key} ${filter}`, expected: TASKS });
const taskIds = async () =>
  (await company.owner.api.get(`/tasks?projectId=${project.id}`)).body.map(({ id }: { id: string }) => id);

/** The statuses and messages of the same request, sent eight times at once. */
async function atOnce(path: string, body: object): Promise<[number, string | undefined][]> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => company.member.api.post(path, body)));
  return answers.map(({ status, body: { error } }): [number, string | undefined] => [status, error?.message]).sort();
}

const one = [200, undefined];
const others = (refusal: [number, string]) => Array.from({ length: AT_ONCE - 1 }, () => refusal);

describe('bulk requests that lose a race', () => {
  it('by filter say how many match now, when the tasks were deleted', async () => {
    const lost = others([409, '0 tasks match, not the 5 that were expected']);
    expect(await atOnce('/tasks/bulk-delete', meant())).toEqual([one, ...lost]);
  });

  it('by filter say how many match now, when the tasks were changed', async () => {
    const lost = others([409, '0 tasks match, not the 5 that were expected']);
    const body = { ...meant('and status != Done'), set: { status: 'Done' } };
    expect(await atOnce('/tasks/bulk', body)).toEqual([one, ...lost]);
  });

  it('of changes and deletions are never 404', async () => {
    const { api } = company.member;
    const requests = Array.from({ length: AT_ONCE }, (_, place) =>
      place % 2 === 0
        ? api.post('/tasks/bulk', { ...meant(), set: { priority: place % 4 === 0 ? 'Low' : 'High' } })
        : api.post('/tasks/bulk-delete', meant()),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await taskIds()).toEqual([]);
  });

  it('by ids stay 404', async () => {
    const answers = await atOnce('/tasks/bulk-delete', { ids: await taskIds() });
    expect(answers.map(([status]) => status)).toEqual([200, ...Array.from({ length: AT_ONCE - 1 }, () => 404)]);
  });
});
