import { randomUUID } from 'node:crypto';
import { attach } from '../../factories/attachment.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createEpic, createLabel, createSprint } from '../../factories/planning.factory.js';
import { createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { createTask, type TestActivity, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => ({ service, company } = await startWithCompanies()));
beforeEach(async () => (project = await createProject(company.owner)));
afterAll(() => service.stop());

type Shown = TestTask & Record<string, unknown>;

const make = (input: object = {}) => createTask(company.owner, project.id, input);
const duplicate = ({ id }: { id: string }, input: object = {}, { api } = company.member) =>
  api.post<Shown>(`/tasks/${id}/duplicate`, input);
const read = async ({ id }: { id: string }) => (await company.owner.api.get<Shown>(`/tasks/${id}`)).body;
const historyOf = async ({ id }: { id: string }) =>
  (await company.owner.api.get<TestActivity[]>(`/tasks/${id}/activity`)).body.map(({ event, changes }) => ({
    event,
    changes,
  }));

/** A task that has everything. */
async function full(): Promise<TestTask> {
  const { owner, member } = company;
  const label = await createLabel(owner, { name: `Label ${project.key}` });
  const epic = await createEpic(owner, project.id);
  const sprint = await createSprint(owner, project.id);
  const parent = await make();
  const task = await make({
    title: 'Whole',
    description: 'Long **text**',
    status: 'In Progress',
    priority: 'High',
    estimatedHours: 3,
    loggedHours: 1,
    labelIds: [label.id],
    epicId: epic.id,
    sprintId: sprint.id,
    parentId: parent.id,
    assigneeId: member.id,
    startDate: '2030-01-01',
    dueDate: '2030-01-02',
  });
  await member.api.post(`/tasks/${task.id}/comments`, { body: 'Said' });
  await attach(service, member, task.id, 'Some notes', { name: 'notes.txt' });
  return task;
}

it('is a task of the caller, with what was done before left behind', async () => {
  const task = await full();
  const before = await read(task);
  const { status, body } = await duplicate(task);
  expect([status, body]).toEqual([201, expect.anything()]);
  const copy = await read(body);
  const same = [
    'title',
    'description',
    'status',
    'priority',
    'estimatedHours',
    'epicId',
    'parentId',
    'assigneeId',
    'labels',
  ];
  expect(Object.fromEntries(same.map((name) => [name, copy[name]]))).toEqual(
    Object.fromEntries(same.map((name) => [name, before[name]])),
  );
  expect(copy).toMatchObject({
    createdById: company.member.id,
    sprintId: null,
    loggedHours: null,
    startDate: null,
    dueDate: null,
    attachments: [{ name: 'notes.txt', size: 10, authorId: company.member.id }],
  });
  expect((await company.owner.api.get(`/tasks/${copy.id}/comments`)).body).toEqual([]);
  const [file] = copy['attachments'] as { id: string }[];
  expect((await company.owner.api.get(`/attachments/${file!.id}/content`)).text).toBe('Some notes');
  const copied = (name: string, to: string) => ({ event: 'task.copied', changes: { [name]: { from: null, to } } });
  expect(await historyOf(copy)).toContainEqual(copied('copiedFrom', task.tid));
  expect((await historyOf(task))[0]).toEqual(copied('copiedTo', copy.tid));
  expect(await read(task)).toMatchObject({ updatedAt: before.updatedAt });
});

it('shows its own files in its description', async () => {
  const task = await make({ title: 'Pictured' });
  const child = await make({ title: 'Below', parentId: task.id });
  const [picture, below] = [
    await attach(service, company.member, task.id, 'A picture'),
    await attach(service, company.member, child.id, 'Below'),
  ];
  const gone = randomUUID();
  await company.member.api.put(`/tasks/${task.id}`, {
    description: `![p](attachment:${picture.id}) and [x](attachment:${gone})`,
  });
  await company.member.api.put(`/tasks/${child.id}`, { description: `[b](attachment:${below.id})` });
  const copy = await read((await duplicate(task)).body);
  const [own] = copy['attachments'] as { id: string }[];
  expect(own?.id).not.toBe(picture.id);
  expect(copy['description']).toBe(`![p](attachment:${own?.id}) and [x](attachment:${gone})`);
  const [under] = (await company.owner.api.get<TestTask[]>(`/tasks?parentId=${copy.id}`)).body;
  const { description, attachments } = await read(under!);
  expect(description).toBe(`[b](attachment:${(attachments as { id: string }[])[0]?.id})`);
});

it('has what is asked for, and no more', async () => {
  const task = await full();
  await make({ title: 'Below', parentId: task.id });
  const { body } = await duplicate(task, { title: 'Other', with: ['dates'] });
  const copy = await read(body);
  expect(copy).toMatchObject({
    title: 'Other',
    assigneeId: null,
    labels: [],
    attachments: [],
    startDate: '2030-01-01T00:00:00.000Z',
    dueDate: '2030-01-02T00:00:00.000Z',
  });
  expect((await company.owner.api.get(`/tasks?parentId=${copy.id}`)).body).toEqual([]);
  expect(refusalOf(await duplicate(task, { with: ['comments'] }))).toEqual([
    400,
    'VALIDATION_ERROR',
    { with: 'Must be one of: subtasks, files, labels, assignee, dates' },
  ]);
});

it('comes with all below it, and done ones begin anew', async () => {
  const task = await make({ title: 'Top', status: 'Done' });
  const child = await make({ title: 'Middle', parentId: task.id });
  await make({ title: 'Bottom', parentId: child.id });
  const { body } = await duplicate(task);
  expect(body.status).toBe('Backlog');
  const [middle, ...others] = (await company.owner.api.get<TestTask[]>(`/tasks?parentId=${body.id}`)).body;
  expect([middle?.title, others]).toEqual(['Middle', []]);
  const below = (await company.owner.api.get<TestTask[]>(`/tasks?parentId=${middle!.id}`)).body;
  expect(below.map(({ title }) => title)).toEqual(['Bottom']);
});

it('goes to another project without what does not fit there', async () => {
  const task = await full();
  const other = await createProject(company.owner);
  const away = await createUser(company.owner, 'MEMBER', 'Away');
  await company.owner.api.put(`/tasks/${task.id}`, { assigneeId: away.id });
  await giveToTeam(service.database, other.id);
  const { status, body } = await duplicate(task, { projectId: other.id }, company.owner);
  expect(status).toBe(201);
  expect(body).toMatchObject({ projectId: other.id, epicId: null, parentId: null, assigneeId: null, title: 'Whole' });
});

it('is at most 200 tasks', async () => {
  const task = await make();
  const tasks = Array.from({ length: 100 }, (_, index) => ({
    title: `${index}`,
    projectId: project.id,
    parentId: task.id,
  }));
  for (let times = 0; times < 2; times += 1) await company.owner.api.post('/tasks/bulk-create', { tasks });
  expect(refusalOf(await duplicate(task))).toEqual([
    400,
    'VALIDATION_ERROR',
    { with: 'At most 200 tasks are duplicated at once' },
  ]);
  expect((await duplicate(task, { with: [] })).status).toBe(201);
});

it('is refused to whom it is not open', async () => {
  const task = await make();
  const { owner } = await createCompany(service.api);
  expect(result(await duplicate(task, {}, company.viewer))).toEqual(FORBIDDEN);
  expect(result(await duplicate(task, {}, owner))).toEqual([404, { error: 'Task not found' }]);
  expect((await duplicate(task, { projectId: UNKNOWN_ID })).status).toBe(404);
  await company.owner.api.post(`/projects/${project.id}/archive`);
  expect(refusalOf(await duplicate(task))).toEqual(ARCHIVED);
});

it.each(['in its project', 'elsewhere'])('is of no task that is being deleted, %s', async (where) => {
  const task = await make();
  const input = where === 'elsewhere' ? { projectId: (await createProject(company.owner)).id } : {};
  await service.database.rows('BEGIN');
  await service.database.rows('SELECT FROM project_counters WHERE project_id = $1 FOR UPDATE', [project.id]);
  const removal = company.member.api.delete(`/tasks/${task.id}`);
  await service.database.lockWaits(1);
  const copy = duplicate(task, input);
  await service.database.lockWaits(2);
  await service.database.rows('ROLLBACK');
  expect((await removal).status).toBe(204);
  expect(result(await copy)).toEqual([404, { error: 'Task not found' }]);
});
