import { createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, createTasks, type TestActivity } from '../../factories/task.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const TOO_MANY = [400, 'VALIDATION_ERROR', { labelIds: 'At most 100' }];

let service: TestService;
let company: TestCompany;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
afterAll(() => service.stop());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Labels that are made past the API; their names begin with `prefix`. */
async function makeLabels(prefix: string, count: number): Promise<string[]> {
  const rows = await service.database.rows<{ id: string }>(
    `INSERT INTO labels (company_id, id, name, color, created_at, updated_at)
      SELECT $1, gen_random_uuid(), $2 || n, '#808080', now(), now() FROM generate_series(1, $3) n RETURNING id`,
    [company.id, prefix, count],
  );
  return rows.map(({ id }) => id).sort();
}

describe('a task has at most 100 labels', () => {
  it('of which equal ids count once', async () => {
    const { owner } = company;
    const { id: projectId } = await createProject(owner);
    const ids = await makeLabels('limit ', 101);
    const refused = await owner.api.post('/tasks', { title: 'x', projectId, labelIds: ids });
    expect(refusalOf(refused)).toEqual(TOO_MANY);
    const labelIds = [...ids.slice(1), ...ids.slice(1, 50)];
    const task = await createTask(owner, projectId, { labelIds });
    expect(refusalOf(await owner.api.put(`/tasks/${task.id}`, { labelIds: ids }))).toEqual(TOO_MANY);
    const bulk = await owner.api.post('/tasks/bulk', { ids: [task.id], set: { labelIds: ids } });
    expect(refusalOf(bulk)).toEqual([400, 'VALIDATION_ERROR', { 'set.labelIds': 'At most 100' }]);
    const unknown = numbers(101).map((n) => UNKNOWN_ID.replace(/.{3}$/, String(n).padStart(3, '0')));
    expect(refusalOf(await owner.api.put(`/tasks/${task.id}`, { labelIds: unknown }))).toEqual(TOO_MANY);
  });

  it('and one that has more keeps them; only adding is refused', async () => {
    const { owner } = company;
    const { id: projectId } = await createProject(owner);
    const task = await createTask(owner, projectId);
    const [another, ...ids] = await makeLabels('many ', 251);
    await service.database.rows(
      `INSERT INTO task_labels (company_id, task_id, label_id, is_open) SELECT $1, $2, unnest($3::uuid[]), true`,
      [company.id, task.id, ids],
    );
    const put = (labelIds: string[]) => owner.api.put(`/tasks/${task.id}`, { labelIds });
    expect((await owner.api.put(`/tasks/${task.id}`, { title: 'kept' })).status).toBe(200);
    expect(refusalOf(await put([...ids.slice(0, 150), another!]))).toEqual(TOO_MANY);
    expect((await put(ids.slice(0, 240))).status).toBe(200);
    const { changes } = (await owner.api.get<TestActivity[]>(`/tasks/${task.id}/activity`)).body[0]!;
    expect(changes).toEqual({ labelIds: { added: [], removed: ids.slice(240) } });
    expect((await put([])).status).toBe(200);
    expect((await eventsOf(service.database, projectId)).at(-1)!.data.changes).toEqual({
      labelIds: { added: [], removed: ids.slice(0, 200), truncated: true },
    });
  });
});

it('a task has at most 200 blockers, and one that has more keeps them', async () => {
  const { owner, viewer } = company;
  const { id: projectId } = await createProject(owner);
  const task = await createTask(owner, projectId);
  const blockers = await createTasks(
    owner,
    projectId,
    numbers(202).map((n) => `Blocker ${n}`),
  );
  const waitFor = (ids: readonly string[]) =>
    service.database.rows(
      `INSERT INTO task_blockers (company_id, task_id, blocker_id, is_open) SELECT $1, $2, unnest($3::uuid[]), true`,
      [company.id, task.id, ids],
    );
  const ids = blockers.map(({ id }) => id);
  await waitFor(ids.slice(0, 199));
  const add = (taskId: string) => owner.api.post(`/tasks/${task.id}/blockers`, { taskId });
  expect((await add(ids[199]!)).status).toBe(201);
  expect(refusalOf(await add(ids[200]!))).toEqual([409, 'CONFLICT', 'A task has at most 200 blockers']);
  expect((await add(ids[0]!)).status).toBe(200);
  await waitFor(ids.slice(200));
  expect((await owner.api.delete(`/tasks/${task.id}/blockers/${ids[0]}`)).status).toBe(204);
  const changes = { blockerIds: { added: [], removed: [ids[0]] } };
  for (const user of [owner, viewer]) {
    const activity = await user.api.get<TestActivity[]>(`/tasks/${task.id}/activity`);
    expect(activity.body[0]!.changes).toEqual(changes);
  }
  expect((await eventsOf(service.database, projectId)).at(-1)!.data.changes).toEqual(changes);
});

it('changes show the members of a large project as those who came and went', async () => {
  const { owner, viewer } = company;
  const project = await createProject(owner);
  const users = await service.database.rows<{ id: string }>(
    `INSERT INTO users SELECT (json_populate_record(u, json_build_object('id', gen_random_uuid(), 'email', n || '@many.example'))).*
      FROM users u, generate_series(1, 200) n WHERE u.id = $1 RETURNING id`,
    [viewer.id],
  );
  await service.database.rows(
    `INSERT INTO project_members (company_id, project_id, user_id, role) SELECT $1, $2, unnest($3::uuid[]), 'member'`,
    [company.id, project.id, users.map(({ id }) => id)],
  );
  const user = await createUser(owner, 'MEMBER');
  await owner.api.put(`/projects/${project.id}/members/${user.id}`, { role: 'lead' });
  expect((await eventsOf(service.database, project.id)).at(-1)!.data.changes).toEqual({
    members: { added: [{ id: user.id, role: 'lead' }], removed: [] },
  });
});
