import { createAgent } from '../../factories/agent.factory.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

interface TestLink {
  id: string;
  type: string;
  direction: string | null;
  task: { id: string; tid: string; title: string; status: string };
}

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner);
});
afterAll(() => service.stop());

const make = (input: object = {}) => createTask(company.member, project.id, input);
const add = (task: TestTask, other: { id: string }, type = 'relates', { api }: TestUser = company.member) =>
  api.post<TestLink>(`/tasks/${task.id}/links`, { taskId: other.id, type });
const linksOf = async (task: TestTask, { api }: TestUser = company.viewer) =>
  (await api.get<TestLink[]>(`/tasks/${task.id}/links`)).body;
const remove = (task: TestTask, { id }: { id: string }, { api }: TestUser = company.member) =>
  api.delete(`/tasks/${task.id}/links/${id}`);

it('stands on both tasks, and goes from either end', async () => {
  const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two', status: 'To Do' })];
  const added = await add(one, two);
  const task = { id: two.id, tid: two.tid, title: 'Two', status: 'To Do' };
  expect(result(added)).toEqual([201, { id: expect.any(String), type: 'relates', direction: null, task }]);
  expect(await linksOf(one)).toEqual([added.body]);
  const other = { id: one.id, tid: one.tid, title: 'One', status: one.status };
  expect(await linksOf(two)).toEqual([{ ...added.body, task: other }]);
  expect((await remove(two, added.body)).status).toBe(204);
  expect([await linksOf(one), await linksOf(two)]).toEqual([[], []]);
  expect(refusalOf(await remove(two, added.body))).toEqual([404, 'NOT_FOUND', 'Link not found']);
});

it('of a duplicate has a direction, which filters know', async () => {
  const [copy, original] = [await make(), await make()];
  const { body } = await add(copy, original, 'duplicates');
  expect(body.direction).toBe('out');
  expect(await linksOf(original)).toMatchObject([{ id: body.id, direction: 'in', task: { id: copy.id } }]);
  const found = await company.viewer.api.get<TestTask[]>(`/tasks?filter=duplicate and project=${project.key}`);
  expect(found.body.map(({ id }) => id)).toEqual([copy.id]);
});

it('is one of a type a pair, and of two tasks', async () => {
  const [one, two] = [await make(), await make()];
  await add(one, two, 'duplicates');
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const) {
    const message = `${from.tid} and ${to.tid} have such a link already`;
    expect(refusalOf(await add(from, to, 'duplicates'))).toEqual([409, 'CONFLICT', message]);
  }
  expect((await add(two, one)).status).toBe(201);
  const itself = [400, 'VALIDATION_ERROR', { taskId: 'Must be another task' }];
  expect(refusalOf(await add(one, one))).toEqual(itself);
  const input = { taskId: 'x', type: 'blocks' };
  expect(refusalOf(await company.member.api.post(`/tasks/${one.id}/links`, input))[2]).toEqual({
    taskId: 'Invalid uuid',
    type: 'Must be one of: relates, duplicates',
  });
});

it('is made once by eight at once', async () => {
  const [one, two] = [await make(), await make()];
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? add(one, two) : add(two, one))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
});

it('is one of at most 200 of a task', async () => {
  const [one, last] = [await make(), await make()];
  await service.database.rows(
    `INSERT INTO task_links (company_id, id, type, first_id, second_id, created_at)
     SELECT company_id, gen_random_uuid(), 'relates ' || n, least(id, $2), greatest(id, $2), now() FROM tasks, generate_series(1, 200) n WHERE id = $1`,
    [one.id, (await make()).id],
  );
  const refusal = [409, 'CONFLICT', 'A task has at most 200 links'];
  expect(refusalOf(await add(one, last))).toEqual(refusal);
  expect(refusalOf(await add(last, one))).toEqual(refusal);
});

it('goes with either task', async () => {
  const [one, two] = [await make(), await make()];
  await add(one, two);
  await company.member.api.delete(`/tasks/${two.id}`);
  expect(await linksOf(one)).toEqual([]);
});

it('changes both tasks, with events and history', async () => {
  const [one, two] = [await make(), await make()];
  const end = await endOfEvents(company.member);
  const { id } = (await add(one, two, 'duplicates')).body;
  await remove(one, { id });
  const shown = (direction: string, taskId: string) => ({ id, type: 'duplicates', direction, taskId });
  const news = (await eventsAfter(company.member, end)).map(({ event, data }) => [event, data.id, data['changes']]);
  expect(news).toEqual([
    ['task.updated', one.id, { links: { added: [shown('out', two.id)] } }],
    ['task.updated', two.id, { links: { added: [shown('in', one.id)] } }],
    ['task.updated', one.id, { links: { removed: [shown('out', two.id)] } }],
    ['task.updated', two.id, { links: { removed: [shown('in', one.id)] } }],
  ]);
  const history = (await company.viewer.api.get<{ changes: object }[]>(`/tasks/${two.id}/activity`)).body;
  expect(history.slice(0, 2).map(({ changes }) => changes)).toEqual([news[3]?.[2], news[1]?.[2]]);
});

describe('who reaches one task alone', () => {
  let hidden: TestTask;
  let open: TestTask;
  beforeAll(async () => {
    const secret = await createProject(company.owner);
    await giveToTeam(service.database, secret.id);
    hidden = await createTask(company.owner, secret.id);
    open = await make();
  });

  it('neither sees nor makes nor takes away its links to others', async () => {
    const end = await endOfEvents(company.member);
    const { body: link } = await add(open, hidden, 'relates', company.owner);
    expect(await linksOf(open)).toEqual([]);
    expect(await linksOf(open, company.admin)).toEqual([link]);
    expect((await add(open, hidden)).status).toBe(404);
    expect((await remove(open, link)).status).toBe(404);
    const [event] = await eventsAfter(company.member, end);
    expect([event?.data.id, event?.data['changes']]).toEqual([open.id, { links: { added: [] } }]);
    const { body } = await company.member.api.get<{ changes: object }[]>(`/tasks/${open.id}/activity`);
    expect(JSON.stringify(body)).not.toContain(hidden.id);
    const seen = (await company.admin.api.get<object[]>(`/tasks/${open.id}/activity`)).body;
    expect(JSON.stringify(seen)).toContain(hidden.id);
  });
});

it('is written by MEMBER and up, by agents within their projects, and by nobody else', async () => {
  const [one, two] = [await make(), await make()];
  expect(result(await add(one, two, 'relates', company.viewer))).toEqual(FORBIDDEN);
  const agent = await createAgent(company.owner, 'Linker', { projectIds: [project.id] });
  const added = await agent.api.post<TestLink>(`/tasks/${one.id}/links`, { taskId: two.id, type: 'relates' });
  expect(added.status).toBe(201);
  expect(result(await remove(one, added.body, company.viewer))).toEqual(FORBIDDEN);
  const { owner } = await createCompany(service.api);
  expect((await owner.api.get(`/tasks/${one.id}/links`)).status).toBe(404);
  expect((await add(one, two, 'relates', owner)).status).toBe(404);
  expect((await remove(one, added.body, owner)).status).toBe(404);
  const foreign = await createTask(owner, (await createProject(owner)).id);
  expect((await add(one, foreign)).status).toBe(404);
  expect((await add(one, { id: UNKNOWN_ID })).status).toBe(404);
});

it('is neither made nor taken away in an archived project', async () => {
  const other = await createProject(company.owner);
  const [here, there] = [await make(), await createTask(company.member, other.id)];
  const { body: link } = await add(here, there);
  await company.owner.api.post(`/projects/${other.id}/archive`);
  expect(refusalOf(await remove(here, link))).toEqual(ARCHIVED);
  expect(refusalOf(await add(here, there, 'duplicates'))).toEqual(ARCHIVED);
});
