import { type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
/** Of different projects: those of one wait for each other anyway. */
let one: TestTask;
let other: TestTask;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
beforeEach(async () => {
  [one, other] = await Promise.all([make(), make()]);
});
afterEach(() => service.database.rows('ROLLBACK'));
afterAll(() => service.stop());

const make = async () => createTask(company.owner, (await createProject(company.owner)).id);
const remove = async ({ id }: TestTask) => (await company.owner.api.delete(`/tasks/${id}`)).status;
const restore = async ({ id }: TestTask) => (await company.owner.api.post(`/trash/${id}/restore`, {})).status;
const linkedIds = async ({ id }: TestTask) =>
  (await company.owner.api.get<{ task: TestTask }[]>(`/tasks/${id}/links`)).body.map(({ task }) => task.id);
const idsAt = async ({ id }: TestTask, path: 'blockers' | 'blocking') =>
  (await company.owner.api.get<TestTask[]>(`/tasks/${id}/${path}`)).body.map((task) => task.id);

const link = () => company.owner.api.post(`/tasks/${one.id}/links`, { taskId: other.id, type: 'relates' });
const block = () => company.owner.api.post(`/tasks/${one.id}/blockers`, { taskId: other.id });

/** The answers of requests of which the first has done all but to tell it when the second one begins. */
async function together<Answer>(...[first, second]: [() => Promise<Answer>, () => Promise<Answer>]): Promise<Answer[]> {
  await service.database.rows('BEGIN');
  await service.database.rows('SELECT FROM event_positions WHERE company_id = $1 FOR UPDATE', [company.id]);
  const answers = [first()];
  await service.database.lockWaits(1);
  answers.push(second());
  await service.database.lockWaits(2);
  await service.database.rows('COMMIT');
  return Promise.all(answers);
}

it('takes two tasks that are linked and wait for each other', async () => {
  await link();
  await block();
  expect(
    await together(
      () => remove(one),
      () => remove(other),
    ),
  ).toEqual([204, 204]);
  expect([await restore(one), await restore(other)]).toEqual([200, 200]);
  expect([await linkedIds(one), await idsAt(one, 'blockers')]).toEqual([[other.id], [other.id]]);
});

it.each(['link', 'block'])('gives a task back while another at its %s goes', async (what) => {
  await (what === 'link' ? link() : block());
  await remove(other);
  expect(
    await together(
      () => remove(one),
      () => restore(other),
    ),
  ).toEqual([204, 200]);
  expect(await restore(one)).toBe(200);
  expect(what === 'link' ? await linkedIds(one) : await idsAt(one, 'blockers')).toEqual([other.id]);
});

it('gives two tasks back with what is between them', async () => {
  await link();
  await block();
  await remove(one);
  await remove(other);
  expect(
    await together(
      () => restore(other),
      () => restore(one),
    ),
  ).toEqual([200, 200]);
  expect([await linkedIds(other), await idsAt(other, 'blocking')]).toEqual([[one.id], [one.id]]);
});
