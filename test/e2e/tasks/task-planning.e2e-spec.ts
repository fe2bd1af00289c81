import { type TestCompany } from '../../factories/company.factory.js';
import { createEpic, createLabel, createSprint, type TestLabel } from '../../factories/planning.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { createTask, type TestActivity, type TestTask } from '../../factories/task.factory.js';
import { ARCHIVED, refusalOf } from '../../support/answers.js';
import { eventsOf } from '../../support/events.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { toldTask } from '../../support/told-task.js';

/** The sprint, the epic and the labels of tasks. */

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let projectId: string;
let task: TestTask;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
beforeEach(async () => {
  projectId = (await createProject(company.member)).id;
  task = await createTask(company.member, projectId);
});
afterAll(() => service.stop());

const create = (input: object) => company.member.api.post('/tasks', { title: 'T', projectId, ...input });
const change = (input: object, { id } = task) => company.member.api.put(`/tasks/${id}`, input);
const changeMany = (set: object, ids = [task.id]) => company.member.api.post('/tasks/bulk', { ids, set });
const read = async ({ id } = task) => (await company.viewer.api.get(`/tasks/${id}`)).body;
const history = async () => (await company.viewer.api.get<TestActivity[]>(`/tasks/${task.id}/activity`)).body;
const updates = async () => (await eventsOf(service.database, projectId)).filter(({ name }) => name === 'task.updated');
const list = async (query: string) =>
  (await company.viewer.api.get<TestTask[]>(`/tasks?sortOrder=asc&${query}`)).body.map(({ id }) => id);
const shown = ({ id, name, color }: TestLabel) => ({ id, name, color });

/** The same refusal from each of the three ways to write a field. */
async function expectRefused(input: object, status: number, about: unknown): Promise<void> {
  const within = (details: object) =>
    Object.fromEntries(Object.entries(details).map(([name, message]) => [`set.${name}`, message]));
  const before = await eventsOf(service.database, projectId);
  for (const answer of [await create(input), await change(input)]) {
    expect([answer.status, refusalOf(answer)[2]]).toEqual([status, about]);
  }
  const answer = await changeMany(input);
  expect([answer.status, refusalOf(answer)[2]]).toEqual([status, status === 400 ? within(about as object) : about]);
  expect(await eventsOf(service.database, projectId)).toEqual(before);
}

describe.each([
  ['sprintId', 'Sprint', createSprint, 'Must be a sprint of the same project'],
  ['epicId', 'Epic', createEpic, 'Must be an epic of the same project'],
] as const)('%s', (field, resource, make, mismatch) => {
  it('is set on creation, by PUT and in bulk, and cleared with null', async () => {
    const [first, second] = [await make(company.member, projectId), await make(company.member, projectId)];
    expect((await create({ [field]: first.id })).body[field]).toBe(first.id);
    expect((await change({ [field]: first.id })).body[field]).toBe(first.id);
    expect((await changeMany({ [field]: second.id })).body.tasks[0][field]).toBe(second.id);
    expect((await change({ [field]: null })).body[field]).toBeNull();
    const changes = [
      { [field]: { from: second.id, to: null } },
      { [field]: { from: first.id, to: second.id } },
      { [field]: { from: null, to: first.id } },
    ];
    expect((await history()).map((entry) => entry.changes).slice(0, 3)).toEqual(changes);
    expect((await updates()).map(({ data }) => data.changes).reverse()).toEqual(changes);
  });

  it('must be within reach of the caller', async () => {
    const foreign = await make(stranger.member, (await createProject(stranger.member)).id);
    const hidden = await make(company.admin, (await createProject(company.admin)).id);
    await giveToTeam(service.database, hidden.projectId);
    for (const { id } of [foreign, hidden, task]) await expectRefused({ [field]: id }, 404, `${resource} not found`);
  });

  it('must be in the same project', async () => {
    const elsewhere = await make(company.member, (await createProject(company.member)).id);
    await expectRefused({ [field]: elsewhere.id }, 400, { [field]: mismatch });
    // Of tasks of two projects, it can be right for one alone.
    const other = await createTask(company.member, elsewhere.projectId);
    const answer = await changeMany({ [field]: elsewhere.id }, [other.id, task.id]);
    expect(refusalOf(answer)).toEqual([400, 'VALIDATION_ERROR', { [`set.${field}`]: mismatch }]);
    expect((await read(other))[field]).toBeNull();
  });

  it('filters', async () => {
    const [first, second] = [await make(company.member, projectId), await make(company.member, projectId)];
    const a = (await create({ [field]: first.id })).body.id;
    const b = (await create({ [field]: second.id })).body.id;
    const of = `projectId=${projectId}&${field}`;
    expect(await list(`${field}=${first.id}`)).toEqual([a]);
    expect(await list(`${of}=${first.id},${second.id}`)).toEqual([a, b]);
    expect(await list(`${of}=null`)).toEqual([task.id]);
    expect(await list(`${of}=null,${second.id}`)).toEqual([task.id, b]);
  });
});

describe('sprintId', () => {
  it.each(['completed', 'cancelled'])('cannot be one that is %s', async (status) => {
    const sprint = await createSprint(company.member, projectId);
    if (status === 'completed') await company.member.api.post(`/sprints/${sprint.id}/start`);
    const inside = await createTask(company.member, projectId, { sprintId: sprint.id, status: 'Done' });
    await company.member.api.post(`/sprints/${sprint.id}/${status === 'completed' ? 'complete' : 'cancel'}`);
    const message = `The sprint is ${status}; choose one that is planned or active`;
    await expectRefused({ sprintId: sprint.id }, 409, message);
    // What is in it already may stay, and may be changed otherwise.
    const answer = await change({ sprintId: sprint.id, title: 'Renamed', status: 'To Do' }, inside);
    expect([answer.status, answer.body.sprintId, answer.body.title]).toEqual([200, sprint.id, 'Renamed']);
    expect((await change({ sprintId: null }, inside)).body.sprintId).toBeNull();
  });

  it('answers 404 before 409', async () => {
    const sprint = await createSprint(company.member, projectId);
    await company.member.api.post(`/sprints/${sprint.id}/cancel`);
    await expectRefused({ sprintId: sprint.id, epicId: task.id }, 404, 'Epic not found');
    await expectRefused({ sprintId: sprint.id, labelIds: [task.id] }, 404, 'Label not found');
    await expectRefused({ sprintId: sprint.id, assigneeId: task.id }, 404, 'User not found');
  });
});

describe('labelIds', () => {
  let red: TestLabel;
  let blue: TestLabel;
  beforeEach(async () => {
    [red, blue] = [await createLabel(company.member), await createLabel(company.member)];
  });

  it('is the whole new set, on creation, by PUT and in bulk', async () => {
    const made = await create({ labelIds: [blue.id, red.id, blue.id] });
    expect(await read(made.body)).toMatchObject({
      ...made.body,
      assignee: null,
      labels: [shown(red), shown(blue)],
    });
    await change({ labelIds: [red.id] });
    expect((await read()).labels).toEqual([shown(red)]);
    await change({ labelIds: [blue.id], title: 'Renamed' });
    expect((await read()).labels).toEqual([shown(blue)]);
    await changeMany({ labelIds: [red.id, blue.id] }, [task.id, made.body.id]);
    expect([(await read()).labels, (await read(made.body)).labels]).toEqual([
      [shown(red), shown(blue)],
      [shown(red), shown(blue)],
    ]);
    await change({ labelIds: [] });
    expect((await read()).labels).toEqual([]);
  });

  it('is a change of the task, with one event and one history entry', async () => {
    const answer = await change({ labelIds: [blue.id, red.id], priority: 'High' });
    expect(answer.body.updatedAt > task.updatedAt).toBe(true);
    expect(answer.body).not.toHaveProperty('labelIds');
    const changes = {
      priority: { from: 'None', to: 'High' },
      labelIds: { from: [], to: [red.id, blue.id].sort() },
    };
    expect(await updates()).toEqual([{ name: 'task.updated', data: { ...toldTask(answer.body), changes } }]);
    expect((await history())[0]?.changes).toEqual(changes);
  });

  it('changes nothing when the task carries these labels already', async () => {
    const { body } = await change({ labelIds: [blue.id, red.id] });
    expect((await change({ labelIds: [red.id, blue.id] })).body).toEqual(body);
    expect((await changeMany({ labelIds: [red.id, blue.id] })).body).toEqual({ updated: 0, tasks: [body] });
    expect((await change({})).body).toEqual(body);
    expect(await updates()).toHaveLength(1);
    expect((await read()).labels).toHaveLength(2);
  });

  it('accepts only labels of the company', async () => {
    const foreign = await createLabel(stranger.member);
    for (const id of [foreign.id, task.id]) await expectRefused({ labelIds: [red.id, id] }, 404, 'Label not found');
    expect((await read()).labels).toEqual([]);
  });

  it('are shown by name, whatever its case, and as they are now', async () => {
    await change({ labelIds: [red.id, blue.id] });
    await company.member.api.put(`/labels/${red.id}`, { name: `zebra ${red.name}`, color: '#FF0000' });
    await company.member.api.put(`/labels/${blue.id}`, { name: `Yak ${blue.name}` });
    const { labels } = await read();
    expect(labels.map(({ name, color }: TestLabel) => [name, color])).toEqual([
      [`Yak ${blue.name}`, '#808080'],
      [`zebra ${red.name}`, '#FF0000'],
    ]);
    await company.member.api.delete(`/labels/${blue.id}`);
    expect((await read()).labels).toHaveLength(1);
  });

  it('filters by any of them', async () => {
    const [a, b, c] = [
      (await create({ labelIds: [red.id] })).body.id,
      (await create({ labelIds: [red.id, blue.id] })).body.id,
      (await create({ labelIds: [blue.id] })).body.id,
    ];
    expect(await list(`labelIds=${red.id}`)).toEqual([a, b]);
    expect(await list(`labelIds=${red.id},${blue.id}`)).toEqual([a, b, c]);
    expect(await list(`labelIds=${task.id}`)).toEqual([]);
    const bare = (await create({})).body.id;
    const [without, either] = [await list('labelIds=null'), await list(`labelIds=null,${red.id}`)];
    expect([a, b, c, bare].map((id) => [without.includes(id), either.includes(id)])).toEqual([
      [false, true],
      [false, true],
      [false, false],
      [true, true],
    ]);
  });
});

describe('an archived project', () => {
  it('does not let its tasks be planned', async () => {
    const sprint = await createSprint(company.member, projectId);
    const label = await createLabel(company.member);
    await company.admin.api.post(`/projects/${projectId}/archive`);
    await expectRefused({ sprintId: sprint.id }, 409, ARCHIVED[2]);
    await expectRefused({ labelIds: [label.id] }, 409, ARCHIVED[2]);
  });
});
