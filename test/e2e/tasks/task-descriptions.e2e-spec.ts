import { createAgent } from '../../factories/agent.factory.js';
import { createApiKey } from '../../factories/api-key.factory.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { earlier } from '../../support/test-database.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

interface Version {
  id: string;
  at: string;
  actor: { id: string; name: string } | null;
  bytes: number;
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
const write = ({ id }: TestTask, description: string | null, { api }: Pick<TestUser, 'api'> = company.member) =>
  api.put<TestTask>(`/tasks/${id}`, { description });
const versionsOf = async ({ id }: TestTask, { api }: TestUser = company.viewer) =>
  (await api.get<Version[]>(`/tasks/${id}/descriptions`)).body;
const textOf = async ({ id }: TestTask, version: string) =>
  (await company.viewer.api.get<Version & { text: string }>(`/tasks/${id}/descriptions/${version}`)).body.text;
const textsOf = async (task: TestTask) => Promise.all((await versionsOf(task)).map(({ id }) => textOf(task, id)));
const restore = ({ id }: TestTask, version: string, { api }: TestUser = company.member) =>
  api.post<TestTask & { description: string }>(`/tasks/${id}/descriptions/${version}/restore`);
const remove = ({ id }: TestTask, version: string, { api }: TestUser = company.admin) =>
  api.delete(`/tasks/${id}/descriptions/${version}`);
const sixMinutesAgo = (task: TestTask) =>
  service.database.rows(
    `UPDATE task_descriptions SET at = ${earlier('at', '6 minutes')}, begun_at = ${earlier('begun_at', '6 minutes')} WHERE task_id = $1`,
    [task.id],
  );

it('of a task that never changed is the present one alone', async () => {
  const task = await make({ description: 'Wörter' });
  const { id, name } = company.member;
  const present = { id: task.id, at: task.createdAt, actor: { id, name }, bytes: 7 };
  expect(await versionsOf(task)).toEqual([present]);
  const { body } = await company.viewer.api.get(`/tasks/${task.id}/descriptions/${task.id}`);
  expect(body).toEqual({ ...present, text: 'Wörter' });
});

it('keeps each text whole, with who wrote it', async () => {
  const first = '🦊'.repeat(2_000);
  const task = await make({ description: first });
  const { body: changed } = await write(task, 'Short', company.admin);
  await write(task, null, company.owner);
  const versions = await versionsOf(task);
  expect(versions.map(({ actor, bytes }) => [actor?.id, bytes])).toEqual([
    [company.owner.id, 0],
    [company.admin.id, 5],
    [company.member.id, 8_000],
  ]);
  expect([versions[1]?.at, versions[2]?.at]).toEqual([changed.updatedAt, task.createdAt]);
  expect(await textsOf(task)).toEqual([null, 'Short', first]);
});

it('keeps 20,000 characters byte for byte', async () => {
  const text = '  \r\n\te\u0301 \u212b \ufeff\u202e ﬀ İ 👩‍👩‍👧 \u200b\n'.repeat(2_000).slice(0, 19_990).toWellFormed();
  const whole = `${text.padEnd(19_996)}\r\n \t`;
  const task = await make({ description: whole });
  await write(task, 'Short', company.admin);
  const [, version] = await versionsOf(task);
  expect([whole.length, version?.bytes]).toEqual([20_000, Buffer.byteLength(whole)]);
  expect(Buffer.from(await textOf(task, version?.id ?? '')).equals(Buffer.from(whole))).toBe(true);
  const { body } = await restore(task, version?.id ?? '');
  expect(Buffer.from(body.description).equals(Buffer.from(whole))).toBe(true);
});

it('knows who wrote a text before there were versions', async () => {
  const task = await make({ description: 'One' });
  await write(task, 'Two', company.admin);
  await service.database.rows('DELETE FROM task_descriptions WHERE task_id = $1', [task.id]);
  expect((await versionsOf(task)).map(({ actor }) => actor?.id)).toEqual([company.admin.id]);
  await write(task, 'Three', company.owner);
  expect((await versionsOf(task)).map(({ actor }) => actor?.id)).toEqual([company.owner.id, company.admin.id]);
});

it('is one version while a person goes on writing', async () => {
  const task = await make();
  for (const text of ['A', 'A b', 'A b c']) await write(task, text);
  expect(await textsOf(task)).toEqual(['A b c']);
  await write(task, 'A b');
  await write(task, 'A b d', company.admin);
  await write(task, 'A b d e', company.admin);
  await sixMinutesAgo(task);
  await write(task, 'A b d e f', company.admin);
  expect(await textsOf(task)).toEqual(['A b d e f', 'A b d e', 'A b', 'A b c']);
});

it('is a version for each change of a key', async () => {
  const task = await make();
  const key = await createApiKey(company.member);
  for (const text of ['A', 'A b']) await write(task, text, key);
  await write(task, 'A b c');
  expect(await textsOf(task)).toEqual(['A b c', 'A b', 'A']);
  const agent = await createAgent(company.owner, 'Writer', { projectIds: [project.id] });
  await write(task, 'A b c d', agent);
  expect((await versionsOf(task))[0]?.actor).toMatchObject({ type: 'colleague', name: 'Writer' });
});

it('is none where the description stays as it is', async () => {
  const task = await make({ description: 'Same' });
  await company.member.api.put(`/tasks/${task.id}`, { title: 'Other', description: 'Same' });
  expect(await service.database.rows('SELECT 1 FROM task_descriptions WHERE task_id = $1', [task.id])).toEqual([]);
});

it('keeps those of every task that a bulk request changes', async () => {
  const tasks = [await make({ description: 'One' }), await make({ description: 'Two' }), await make()];
  const ids = tasks.map(({ id }) => id);
  await company.admin.api.post('/tasks/bulk', { ids, set: { description: 'Alike' } });
  expect(await Promise.all(tasks.map(textsOf))).toEqual([['Alike', 'One'], ['Alike', 'Two'], ['Alike']]);
});

it('keeps at most 100, and always the first', async () => {
  const task = await make({ description: 'First' });
  await write(task, 'Second', company.admin);
  await service.database.rows(
    `INSERT INTO task_descriptions (company_id, id, task_id, at, begun_at, may_grow, text)
     SELECT company_id, gen_random_uuid(), id, created_at + n * interval '1 microsecond', created_at, false, 'Old ' || n
     FROM tasks, generate_series(1, 97) n WHERE id = $1`,
    [task.id],
  );
  await service.database.rows(
    `UPDATE task_descriptions SET at = ${earlier('at', '1 second')} WHERE task_id = $1 AND text = 'First'`,
    [task.id],
  );
  expect(await versionsOf(task)).toHaveLength(99);
  await write(task, 'Third', company.owner);
  await write(task, 'Fourth', company.admin);
  const { body } = await company.viewer.api.get(`/tasks/${task.id}/descriptions?page=2&limit=99`);
  expect([body.data.length, body.meta.pagination.total]).toEqual([1, 100]);
  expect(await textOf(task, body.data[0].id)).toBe('First');
  expect((await versionsOf(task)).some(({ bytes }) => bytes === 'Old 1'.length)).toBe(true);
});

it('comes back as a change like any', async () => {
  const task = await make({ description: 'Lost' });
  await write(task, 'Instead', company.admin);
  const [present, lost] = await versionsOf(task);
  const end = await endOfEvents(company.member);
  const restored = await restore(task, lost?.id ?? '');
  expect([restored.status, restored.body.description]).toEqual([200, 'Lost']);
  const [event] = await eventsAfter(company.member, end);
  expect(event?.data['changes']).toEqual({ description: { from: 'Instead', to: 'Lost' } });
  expect(await textsOf(task)).toEqual(['Lost', 'Instead', 'Lost']);
  expect((await restore(task, (await versionsOf(task))[0]?.id ?? '')).body.updatedAt).toBe(restored.body.updatedAt);
  expect(await textOf(task, present?.id ?? '')).toBe('Instead');
});

it('is deleted by ADMIN, but not the present one', async () => {
  const task = await make({ description: 'Secret' });
  const refusal = [409, 'CONFLICT', 'This is the present description; change it first'];
  expect(refusalOf(await remove(task, task.id))).toEqual(refusal);
  await write(task, 'Nothing to see', company.admin);
  const [present, secret] = await versionsOf(task);
  expect(refusalOf(await remove(task, present?.id ?? ''))).toEqual(refusal);
  expect(result(await remove(task, secret?.id ?? '', company.member))).toEqual(FORBIDDEN);
  expect((await remove(task, secret?.id ?? '')).status).toBe(204);
  expect(refusalOf(await remove(task, secret?.id ?? ''))).toEqual([404, 'NOT_FOUND', 'Version not found']);
  expect(await textsOf(task)).toEqual(['Nothing to see']);
});

it('goes with its task', async () => {
  const task = await make({ description: 'One' });
  await write(task, 'Two', company.admin);
  await company.member.api.delete(`/tasks/${task.id}`);
  expect((await company.viewer.api.get(`/tasks/${task.id}/descriptions`)).status).toBe(404);
  expect(await service.database.rows('SELECT 1 FROM task_descriptions WHERE task_id = $1', [task.id])).toEqual([]);
});

it('is refused to those who do not reach the task, may not write it, or name another', async () => {
  const [task, other] = [await make({ description: 'One' }), await make({ description: 'Other' })];
  await write(task, 'Two', company.admin);
  const id = (await versionsOf(task))[1]?.id ?? '';
  expect(result(await restore(task, id, company.viewer))).toEqual(FORBIDDEN);
  const secret = await createProject(company.owner);
  await giveToTeam(service.database, secret.id);
  const hidden = await createTask(company.owner, secret.id, { description: 'Hidden' });
  const { owner: stranger } = await createCompany(service.api);
  const callers: [TestTask, string, TestUser][] = [
    [task, id, stranger],
    [hidden, hidden.id, company.member],
    [other, id, company.member],
    [task, UNKNOWN_ID, company.member],
  ];
  for (const [of, version, caller] of callers) {
    expect((await caller.api.get(`/tasks/${of.id}/descriptions/${version}`)).status).toBe(404);
    expect((await restore(of, version, caller)).status).toBe(404);
  }
  expect((await stranger.api.get(`/tasks/${task.id}/descriptions`)).status).toBe(404);
  expect((await remove(task, id, stranger)).status).toBe(404);
  expect((await remove(other, id)).status).toBe(404);
  expect((await remove(task, 'x')).status).toBe(404);
});

it('neither comes back nor goes in an archived project', async () => {
  const old = await createProject(company.owner);
  const task = await createTask(company.member, old.id, { description: 'One' });
  await write(task, 'Two', company.admin);
  const id = (await versionsOf(task))[1]?.id ?? '';
  await company.owner.api.post(`/projects/${old.id}/archive`);
  expect(refusalOf(await restore(task, id))).toEqual(ARCHIVED);
  expect(refusalOf(await remove(task, id))).toEqual(ARCHIVED);
});
