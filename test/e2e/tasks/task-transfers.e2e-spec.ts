import { createAgent } from '../../factories/agent.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createActiveSprint, createEpic, createLabel } from '../../factories/planning.factory.js';
import { addTasks, createProject, giveToTeam, type TestProject } from '../../factories/project.factory.js';
import { dayAhead, makePromise, promisesOf } from '../../factories/promise.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { TestEventSource } from '../../support/event-source.js';
import { eventually } from '../../support/eventually.js';
import { fill, findOperations } from '../../support/operations.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

type Json = Record<string, any>;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let web: TestProject;
let api: TestProject;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
});
beforeEach(async () => {
  web = await createProject(company.member);
  api = await createProject(company.member);
});
afterAll(() => service.stop());

const make = (input: object = {}, project = web) => createTask(company.member, project.id, input);
const transfer = (
  task: { id: string },
  project: { id: string } = api,
  input: object = {},
  user: TestUser = company.member,
): Promise<Answer<Json>> => user.api.post<Json>(`/tasks/${task.id}/transfer`, { projectId: project.id, ...input });
const transferAll = (input: object, user: TestUser = company.member): Promise<Answer<Json>> =>
  user.api.post<Json>('/tasks/bulk-transfer', input);
const read = async (task: { id: string }, user: TestUser = company.member) =>
  (await user.api.get<Json>(`/tasks/${task.id}`)).body;
const idsIn = async (project: TestProject, query = '&sortBy=rank&sortOrder=asc') =>
  (await company.member.api.get<TestTask[]>(`/tasks?projectId=${project.id}${query}`)).body.map(({ id }) => id);
const countOf = async (project: TestProject) =>
  (await company.member.api.get<TestProject>(`/projects/${project.id}`)).body.taskCount;

/** A project that MEMBER does not reach. */
async function secretProject(): Promise<TestProject> {
  const secret = await createProject(company.owner);
  await giveToTeam(service.database, secret.id);
  return secret;
}

describe('a task that goes to another project', () => {
  it('keeps its id, ranks last there and gets the next number', async () => {
    const others = [await make({}, api), await make({}, api)];
    const task = await make({ title: 'Moves', description: 'Far', priority: 'High', estimatedHours: 3 });
    const { status, body } = await transfer(task);
    expect([status, body]).toMatchObject([
      200,
      { id: task.id, tid: `${api.key}-3`, title: 'Moves', description: 'Far', priority: 'High', projectId: api.id },
    ]);
    expect(await idsIn(api)).toEqual([...others.map(({ id }) => id), task.id]);
    expect([await countOf(web), await countOf(api)]).toEqual([0, 3]);
    expect(await read(task)).toMatchObject({ tid: `${api.key}-3`, formerTids: [task.tid] });
    expect((await make({}, api)).tid).toBe(`${api.key}-4`);
    expect((await make()).tid).toBe(`${web.key}-2`);
  });

  it('gets its own number of before when it comes back, and ranks last', async () => {
    const task = await make();
    const other = await make();
    await transfer(task);
    const back = await transfer(task, web);
    expect(back.body).toMatchObject({ tid: task.tid, projectId: web.id });
    expect(await idsIn(web)).toEqual([other.id, task.id]);
    expect((await read(task))['formerTids']).toEqual([`${api.key}-1`]);
    expect((await make()).tid).toBe(`${web.key}-3`);
    expect((await transfer(task)).body['tid']).toBe(`${api.key}-1`);
    expect((await make({}, api)).tid).toBe(`${api.key}-2`);
  });

  it('ranks last however often two come back in turn', async () => {
    const [one, two] = [await make(), await make()];
    for (let turn = 0; turn < 130; turn += 1) {
      for (const task of [one, two]) for (const project of [api, web]) await transfer(task, project);
    }
    expect(await idsIn(web)).toEqual([one.id, two.id]);
    const last = await make();
    expect(await idsIn(web)).toEqual([one.id, two.id, last.id]);
    expect((await read(two))['rank'].length).toBeLessThanOrEqual(50);
  });

  it('into its own project changes nothing', async () => {
    const task = await make({ parentId: (await make()).id });
    const end = await endOfEvents(company.member);
    const before = await read(task);
    expect((await transfer(task, web)).status).toBe(200);
    expect(await read(task)).toEqual(before);
    expect(await eventsAfter(company.member, end)).toEqual([]);
    expect((await transferAll({ ids: [task.id], projectId: web.id })).body).toMatchObject({
      transferred: 0,
      tasks: [{ id: task.id, tid: task.tid }],
    });
  });

  it('loses parent, sprint, epic and who does not reach the project, and nothing else', async () => {
    const outsider = await createUser(company.owner, 'MEMBER');
    const secret = await secretProject();
    await company.owner.api.put(`/projects/${secret.id}/members/${company.member.id}`, {});
    const agent = await createAgent(company.owner, 'Web', { projectIds: [web.id] });
    const [sprint, epic, label] = [
      await createActiveSprint(company.member, web.id),
      await createEpic(company.member, web.id),
      await createLabel(company.member),
    ];
    const [parent, blocker, blocked] = [await make(), await make(), await make()];
    const kept = { dueDate: '2027-01-01T00:00:00.000Z', status: 'In Progress', loggedHours: 2, estimatedHours: 5 };
    const task = await make({
      ...kept,
      parentId: parent.id,
      sprintId: sprint.id,
      epicId: epic.id,
      assigneeId: outsider.id,
      delegateId: agent.id,
      labelIds: [label.id],
    });
    await company.member.api.post(`/tasks/${task.id}/blockers`, { taskId: blocker.id });
    await company.member.api.post(`/tasks/${blocked.id}/blockers`, { taskId: task.id });
    await company.member.api.post(`/tasks/${task.id}/links`, { taskId: parent.id, type: 'relates' });
    const { body } = await transfer(task, secret);
    const lost = { parentId: null, sprintId: null, epicId: null, assigneeId: null, delegateId: null };
    expect(body).toMatchObject({ ...kept, ...lost, isBlocked: true });
    expect(await read(task)).toMatchObject({ ...kept, ...lost, labels: [{ id: label.id }], isBlocked: true });
    expect((await read(blocked, company.owner))['isBlocked']).toBe(true);
    const links = await company.member.api.get<Json[]>(`/tasks/${task.id}/links`);
    expect(links.body).toMatchObject([{ task: { id: parent.id } }]);
  });

  it('keeps who reaches the project', async () => {
    const agent = await createAgent(company.owner, 'Everywhere');
    const task = await make({ assigneeId: company.admin.id, delegateId: agent.id });
    expect((await transfer(task)).body).toMatchObject({ assigneeId: company.admin.id, delegateId: agent.id });
  });

  it('takes all below it along, which keep their parents, or leaves its subtasks without one', async () => {
    const tree = async () => {
      const top = await make();
      const child = await make({ parentId: top.id });
      return { top, child, below: await make({ parentId: child.id }) };
    };
    const gone = await tree();
    await transfer(gone.top);
    expect(await idsIn(api)).toEqual([gone.top.id, gone.child.id, gone.below.id]);
    expect(await read(gone.child)).toMatchObject({ parentId: gone.top.id, projectId: api.id, tid: `${api.key}-2` });
    expect(await read(gone.below)).toMatchObject({ parentId: gone.child.id, projectId: api.id });
    const split = await tree();
    const end = await endOfEvents(company.member);
    await transfer(split.top, api, { subtasks: 'stay' });
    expect(await read(split.child)).toMatchObject({ parentId: null, projectId: web.id, tid: split.child.tid });
    expect(await read(split.below)).toMatchObject({ parentId: split.child.id, projectId: web.id });
    const news = (await eventsAfter(company.member, end)).map(({ event, data }) => [event, data['id']]);
    expect(news).toEqual([
      ['task.updated', split.child.id],
      ['task.updated', split.top.id],
    ]);
  });

  it('takes at most 200 along', async () => {
    const top = await make();
    await addTasks(service.database, web.id, 200);
    await service.database.rows('UPDATE tasks SET parent_id = $1 WHERE project_id = $2 AND id <> $1', [top.id, web.id]);
    const refusal = [400, 'VALIDATION_ERROR', { subtasks: 'At most 200 tasks go at once' }];
    expect(refusalOf(await transfer(top))).toEqual(refusal);
    expect(refusalOf(await transferAll({ ids: [top.id], projectId: api.id }))).toEqual(refusal);
    const [one] = (await idsIn(web)).filter((id) => id !== top.id);
    await company.member.api.delete(`/tasks/${one}`);
    expect((await transferAll({ ids: [top.id], projectId: api.id })).body).toMatchObject({ transferred: 200 });
    expect([await countOf(web), await countOf(api)]).toEqual([0, 200]);
    expect((await read(top))['tid']).toBe(`${api.key}-1`);
  });

  it('takes what hangs on it along', async () => {
    const task = await make({ assigneeId: company.member.id });
    await company.member.api.post(`/tasks/${task.id}/comments`, { body: 'Hm' });
    await company.member.api.post(`/tasks/${task.id}/time-entries`, { hours: 2 });
    const promise = await makePromise(company.member, task);
    await company.viewer.api.put(`/tasks/${task.id}/watch`);
    const { body: file } = await company.member.api.post<Json>(`/tasks/${task.id}/attachments`, {
      name: 'a.txt',
      size: 5,
    });
    await transfer(task);
    const list = async (path: string) => (await company.member.api.get<Json[]>(`/tasks/${task.id}/${path}`)).body;
    expect(await list('comments')).toMatchObject([{ body: 'Hm', taskId: task.id }]);
    expect(await list('time-entries')).toMatchObject([{ hours: 2 }]);
    expect((await list('watchers')).map(({ id }) => id)).toContain(company.viewer.id);
    expect(await promisesOf(company.member, task)).toMatchObject([{ id: promise.id, state: 'open' }]);
    expect((await company.member.api.get(`/attachments/${file['id']}`)).status).toBe(200);
  });

  it('shows the values of the fields of its project, and those of before when it comes back', async () => {
    const field = (name: string, projectIds: string[] | null) =>
      createField(company.admin, name, 'text', { projectIds });
    const [ofWeb, ofAll] = [await field('Of web', [web.id]), await field('Of all', null)];
    const task = await make({ custom: { [ofWeb.key]: 'kept', [ofAll.key]: 'shown' } });
    expect((await transfer(task)).body['custom']).toEqual({ [ofAll.key]: 'shown' });
    expect((await read(task))['custom']).toEqual({ [ofAll.key]: 'shown' });
    expect((await transfer(task, web)).body['custom']).toEqual({ [ofWeb.key]: 'kept', [ofAll.key]: 'shown' });
  });

  it('withdraws what the person who loses it has promised', async () => {
    const outsider = await createUser(company.owner, 'MEMBER');
    const task = await make({ assigneeId: outsider.id });
    await makePromise(outsider, task);
    await transfer(task, await secretProject(), {}, company.owner);
    expect(await promisesOf(company.owner, task)).toMatchObject([{ state: 'withdrawn' }]);
  });

  it('leaves the burndown of its sprint as a deleted one does', async () => {
    const sprint = await createActiveSprint(company.member, web.id);
    const [task] = [await make({ sprintId: sprint.id, estimatedHours: 8 })];
    await make({ sprintId: sprint.id, estimatedHours: 4 });
    await transfer(task);
    const { body } = await company.member.api.get<Json>(`/sprints/${sprint.id}`);
    expect(body['totals']).toMatchObject({ tasks: 1, estimatedHours: 4 });
    const [row] = await service.database.rows<{ hours: string }>(
      'SELECT sum(remaining_hours)::float AS hours FROM sprint_changes WHERE sprint_id = $1',
      [sprint.id],
    );
    expect(Number(row?.hours)).toBe(4);
  });

  it('leaves no row behind that says its old project', async () => {
    const task = await make();
    await company.admin.api.post(`/tasks/${task.id}/comments`, { body: `Ask [@x](user:${company.viewer.id})` });
    const entries = () =>
      service.database.rows<{ projectId: string }>(
        'SELECT project_id AS "projectId" FROM inbox_entries WHERE thing_id = $1',
        [task.id],
      );
    await eventually('the inbox tells of it', async () => (await entries()).length > 0);
    await transfer(task);
    await eventually('the inbox follows it', async () =>
      (await entries()).every(({ projectId }) => projectId === api.id),
    );
    const columns = await service.database.rows<{ table: string; task: boolean }>(
      `SELECT c.table_name AS "table" FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND c.column_name = 'project_id' AND t.table_type = 'BASE TABLE'`,
    );
    // Those of the project itself, its members and plans, and what is remembered of the past.
    const others = [
      'epics',
      'events',
      'exports',
      'import_references',
      'imports',
      'project_counters',
      'project_members',
      'project_watches',
      'sprints',
      'task_former_tids',
      'views',
      'virtual_colleague_projects',
      'webhooks',
    ];
    const ofTasks = columns
      .map(({ table }) => table)
      .filter((table) => !others.includes(table) && !table.startsWith('events_'));
    expect(ofTasks.sort()).toEqual(['inbox_entries', 'task_texts', 'tasks']);
    for (const table of ['task_texts', 'tasks']) {
      const rows = await service.database.rows(`SELECT project_id FROM ${table} WHERE id = $1`, [task.id]);
      expect(rows).toEqual([{ project_id: api.id }]);
    }
    expect((await company.owner.api.delete(`/projects/${web.id}`)).status).toBe(204);
    expect((await entries()).length).toBeGreaterThan(0);
    expect((await company.viewer.api.get<Json>('/inbox')).body).toMatchObject([{ project: { id: api.id } }]);
  });
});

describe('an old tid', () => {
  let task: TestTask;
  let tid: string;
  beforeEach(async () => {
    task = await make({ title: 'Moves' });
    tid = task.tid.toLowerCase();
    await transfer(task);
  });

  it('finds the task in every path of a task', async () => {
    const operations = (await findOperations(service.api)).filter(
      ({ path, method }) => path.startsWith('/tasks/{id}') && method === 'GET',
    );
    expect(operations.length).toBeGreaterThan(8);
    for (const operation of operations.filter(({ parameters }) => parameters.length === 1)) {
      const { status } = await company.member.api.get(fill(operation, [tid]));
      expect([operation.name, status]).toEqual([operation.name, 200]);
    }
    const writes: [method: string, path: string, body?: object][] = [
      ['PUT', '', { title: 'Renamed' }],
      ['POST', '/comments', { body: 'Hm' }],
      ['POST', '/time-entries', { hours: 1 }],
      ['PUT', '/watch'],
      ['POST', '/promises', { until: dayAhead(3) }],
      ['POST', '/blockers', { taskId: (await make()).id }],
      ['POST', '/transfer', { projectId: web.id }],
      ['DELETE', ''],
    ];
    for (const [method, path, body] of writes) {
      const { status } = await company.member.api.send(method, `/tasks/${tid}${path}`, body);
      expect([method, path, Math.floor(status / 100)]).toEqual([method, path, 2]);
    }
    expect((await company.member.api.get(`/tasks/${tid}`)).status).toBe(404);
  });

  it('finds it in lists, filters and searches, with the present one', async () => {
    const found = async (query: string, user = company.member) =>
      (await user.api.get<TestTask[]>(`/tasks?${query}`)).body.map((one) => one.tid);
    const now = `${api.key}-1`;
    for (const query of [
      `tid=${tid}`,
      `tid=${tid}&tid=${now}`,
      `filter=tid=${tid}`,
      `filter=tid in (${tid}, ZZZ-1)`,
      `search=${tid}`,
      `search=${tid} moves`,
      `filter=text ~ ${tid}`,
      `search=${tid}&projectId=${api.id}`,
    ]) {
      expect([query, await found(query)]).toEqual([query, [now]]);
    }
    expect(await found(`search=${tid}&projectId=${web.id}`)).toEqual([]);
    const child = await make({ parentId: task.id }, api);
    expect(await found(`filter=parent=${tid}`)).toEqual([child.tid]);
    const { body } = await company.member.api.post<Json>('/filters/check', { filter: `tid = ${tid}` });
    expect(body).toEqual({ filter: `tid = ${now}`, tasks: 1 });
    await company.member.api.put(`/tasks/${task.id}`, { title: 'Renamed' });
    expect(await found(`search=${tid}`)).toEqual([now]);
  });

  it('of a stored filter from before goes on', async () => {
    const { body: view } = await company.member.api.post<Json>('/views', { name: 'One', filter: `tid = ${web.key}-2` });
    const next = await make();
    expect(next.tid).toBe(`${web.key}-2`);
    await transfer(next);
    const { body } = await company.member.api.get<TestTask[]>(`/tasks?view=${view['id']}`);
    expect(body.map(({ id }) => id)).toEqual([next.id]);
  });

  it('is hidden with the task', async () => {
    await giveToTeam(service.database, api.id);
    const outsider = await createUser(company.owner, 'MEMBER');
    expect((await outsider.api.get(`/tasks/${tid}`)).status).toBe(404);
    expect((await outsider.api.get(`/tasks?tid=${tid}`)).body).toEqual([]);
    expect((await outsider.api.get(`/tasks?filter=tid=${tid}`)).body).toEqual([]);
    expect((await stranger.owner.api.get(`/tasks/${tid}`)).status).toBe(404);
  });

  it('is skipped by a later project of the key', async () => {
    await make();
    const third = await make();
    await transfer(third);
    await company.owner.api.delete(`/projects/${web.id}`);
    const later = await createProject(company.member, { key: web.key });
    const made = [await make({}, later), await make({}, later), await make({}, later)];
    expect(made.map((one) => one.tid)).toEqual([`${web.key}-2`, `${web.key}-4`, `${web.key}-5`]);
    const { body } = await company.member.api.post<Json>('/tasks/bulk-create', {
      tasks: [1, 2].map((n) => ({ title: `${n}`, projectId: later.id })),
    });
    expect(body['tasks'].map((one: TestTask) => one.tid)).toEqual([`${web.key}-6`, `${web.key}-7`]);
    expect((await read({ id: tid }))['id']).toBe(task.id);
    const into = await transfer(task, later);
    expect(into.body['tid']).toBe(`${web.key}-8`);
    expect((await read(task))['formerTids']).toEqual([task.tid, `${api.key}-1`]);
  });
});

describe('what is told of it', () => {
  it('is one change of the new project, and its history', async () => {
    const sprint = await createActiveSprint(company.member, web.id);
    const task = await make({ sprintId: sprint.id });
    const end = await endOfEvents(company.member);
    await transfer(task);
    const changes = {
      projectId: { from: web.id, to: api.id },
      tid: { from: task.tid, to: `${api.key}-1` },
      sprintId: { from: sprint.id, to: null },
    };
    const events = await eventsAfter(company.member, end);
    expect(events).toMatchObject([{ event: 'task.updated', projectId: api.id, data: { id: task.id } }]);
    expect(events[0]?.data['changes']).toEqual(changes);
    const { body: history } = await company.viewer.api.get<Json[]>(`/tasks/${task.id}/activity`);
    expect(history[0]).toMatchObject({ event: 'task.updated', actor: { id: company.member.id } });
    expect(Object.keys(history[0]?.['changes'] as object).sort()).toEqual(Object.keys(changes).sort());
    expect(history.map(({ event }) => event)).toEqual(['task.updated', 'task.created']);
  });

  it('is a deletion to who reaches the old project alone, in the log and in streams', async () => {
    const secret = await secretProject();
    const parent = await make();
    const task = await make({ title: 'As it was', parentId: parent.id });
    const end = await endOfEvents(company.member);
    const open = (user: TestUser) => TestEventSource.open(service.baseUrl, user.token);
    const streams = [await open(company.member), await open(company.admin)];
    await transfer(task, secret, {}, company.owner);
    await createLabel(company.owner);
    const shape = (events: readonly { event: string; projectId: string | null; data: Json }[]) =>
      events.map(({ event, projectId, data }) => [event, projectId, data['tid'] ?? null]);
    const seen = [['task.deleted', web.id, task.tid]];
    const all = [['task.updated', secret.id, `${secret.key}-1`]];
    const label = [['label.created', null, null]];
    const events = await eventsAfter(company.member, end);
    expect(shape(events)).toEqual([...seen, ...label]);
    expect(events[0]?.data).toMatchObject({ title: 'As it was', projectId: web.id, parentId: parent.id });
    expect(shape(await eventsAfter(company.admin, end))).toEqual([...all, ...label]);
    expect(shape(await streams[0]!.received(2))).toEqual([...seen, ...label]);
    expect(shape(await streams[1]!.received(2))).toEqual([...all, ...label]);
    streams.forEach((stream) => stream.close());
    expect(shape(await eventsAfter(company.member, end, '&event=task.deleted'))).toEqual(seen);
    expect(shape(await eventsAfter(company.admin, end, '&event=task.deleted'))).toEqual([]);
    expect(shape(await eventsAfter(company.member, end, `&projectId=${web.id}`))).toEqual(seen);
  });

  it('names no parent out of reach', async () => {
    const secret = await secretProject();
    const parent = await createTask(company.owner, secret.id);
    const task = await createTask(company.owner, secret.id, { parentId: parent.id });
    const end = await endOfEvents(company.member);
    await transfer(task, api, {}, company.owner);
    const [event] = await eventsAfter(company.member, end);
    expect(event).toMatchObject({ event: 'task.updated', data: { id: task.id } });
    expect(JSON.stringify(event)).not.toContain(parent.id);
    const history = async (user: TestUser) => (await user.api.get(`/tasks/${task.id}/activity`)).text;
    expect(await history(company.viewer)).not.toContain(parent.id);
    expect(await history(company.admin)).toContain(parent.id);
    const [seen] = await eventsAfter(company.admin, end);
    expect(seen?.data['changes']).toMatchObject({ parentId: { from: parent.id, to: null } });
  });

  it('reaches the webhooks of both projects once, and no other one', async () => {
    const webhook = (projectId?: string, events = ['task.*']) => createWebhook(company.admin, { events, projectId });
    const third = await createProject(company.member);
    const task = await make();
    const [ofWeb, ofApi, ofThird, ofAll] = [
      await webhook(web.id),
      await webhook(api.id),
      await webhook(third.id),
      await webhook(),
    ];
    await transfer(task);
    const deliveries = await service.database.rows<{ webhookId: string; event: string }>(
      'SELECT webhook_id AS "webhookId", event FROM webhook_deliveries WHERE webhook_id = ANY ($1)',
      [[ofWeb, ofApi, ofThird, ofAll].map(({ id }) => id)],
    );
    expect(deliveries.map(({ webhookId, event }) => `${webhookId} ${event}`).sort()).toEqual(
      [ofWeb, ofApi, ofAll].map(({ id }) => `${id} task.updated`).sort(),
    );
    for (const { id } of [ofWeb, ofApi, ofThird, ofAll]) await company.admin.api.delete(`/webhooks/${id}`);
  });
});

describe('several tasks', () => {
  it('go together, with what is below them, in the order given', async () => {
    const [one, two] = [await make(), await make()];
    const child = await make({ parentId: two.id });
    const { status, body } = await transferAll({ ids: [two.id, one.id], projectId: api.id });
    expect([status, body]).toMatchObject([200, { transferred: 3, tasks: [{ id: two.id }, { id: one.id }] }]);
    expect(body['tasks']).toHaveLength(2);
    expect(await idsIn(api)).toEqual([two.id, one.id, child.id]);
    expect(await read(child)).toMatchObject({ parentId: two.id, projectId: api.id });
  });

  it('keep parents among them only with their subtasks', async () => {
    const parent = await make();
    const child = await make({ parentId: parent.id });
    await transferAll({ ids: [child.id, parent.id], projectId: api.id });
    expect((await read(child))['parentId']).toBe(parent.id);
    await transferAll({ ids: [child.id, parent.id], projectId: web.id, subtasks: 'stay' });
    expect((await read(child))['parentId']).toBeNull();
  });

  it('are named by a filter and their number', async () => {
    const tasks = [await make({ priority: 'High' }), await make({ priority: 'High' }), await make()];
    const filter = `project = ${web.key} and priority = High`;
    const move = (expected: number) => transferAll({ filter, expected, projectId: api.id });
    expect(refusalOf(await move(3))).toEqual([409, 'CONFLICT', '2 tasks match, not the 3 that were expected']);
    expect((await move(2)).body).toMatchObject({ transferred: 2 });
    expect(await idsIn(web)).toEqual([tasks[2]?.id]);
  });

  it('go all or none', async () => {
    const task = await make();
    const hidden = await createTask(company.owner, (await secretProject()).id);
    expect((await transferAll({ ids: [task.id, hidden.id], projectId: api.id })).status).toBe(404);
    expect((await read(task))['projectId']).toBe(web.id);
  });

  it('come from several projects', async () => {
    const third = await createProject(company.member);
    const [one, two, there] = [await make(), await make({}, third), await make({}, api)];
    const { body } = await transferAll({ ids: [one.id, two.id, there.id], projectId: api.id });
    expect(body).toMatchObject({ transferred: 2 });
    expect(await idsIn(api)).toEqual([there.id, one.id, two.id]);
  });
});

describe('is refused', () => {
  it('with bad input', async () => {
    const task = await make();
    expect(refusalOf(await transfer(task, { id: 'x' }, { subtasks: 'none' }))).toEqual([
      400,
      'VALIDATION_ERROR',
      { projectId: 'Invalid uuid', subtasks: 'Must be one of: with, stay' },
    ]);
    expect(refusalOf(await company.member.api.post(`/tasks/${task.id}/transfer`, {}))[2]).toEqual({
      projectId: 'Required',
    });
    const ids = Array.from({ length: 201 }, (_, n) => UNKNOWN_ID.slice(0, -3) + String(n).padStart(3, '0'));
    for (const input of [{}, { ids }, { ids: [] }, { ids: [task.id], filter: 'done' }, { filter: 'done' }]) {
      expect((await transferAll({ ...input, projectId: api.id })).status).toBe(400);
    }
  });

  it('in a PUT or in bulk, which take the project that it has', async () => {
    const task = await make();
    const message = 'Use POST /tasks/{id}/transfer';
    const put = (projectId: string) => company.member.api.put(`/tasks/${task.id}`, { projectId });
    const bulk = (projectId: string) => company.member.api.post('/tasks/bulk', { ids: [task.id], set: { projectId } });
    expect(refusalOf(await put(api.id))).toEqual([400, 'VALIDATION_ERROR', { projectId: message }]);
    expect(refusalOf(await bulk(api.id))).toEqual([400, 'VALIDATION_ERROR', { 'set.projectId': message }]);
    expect([(await put(web.id)).status, (await bulk(web.id)).status]).toEqual([200, 200]);
    const moved = (await transfer(task)).body;
    expect((await company.member.api.put(`/tasks/${task.id}`, await read(task))).status).toBe(200);
    expect((await read(task))['formerTids']).toEqual([task.tid]);
    expect((await company.member.api.put(`/tasks/${task.id}`, { formerTids: [] })).status).toBe(400);
    expect(moved['projectId']).toBe(api.id);
  });

  it('to a VIEWER, and to who does not reach both ends', async () => {
    const task = await make();
    expect(result(await transfer(task, api, {}, company.viewer))).toEqual(FORBIDDEN);
    expect(result(await transferAll({ ids: [task.id], projectId: api.id }, company.viewer))).toEqual(FORBIDDEN);
    const secret = await secretProject();
    const hidden = await createTask(company.owner, secret.id);
    const gone = (answer: Answer) => refusalOf(answer).slice(0, 2);
    expect(gone(await transfer(task, secret))).toEqual(gone(await transfer(task, { id: UNKNOWN_ID })));
    expect((await transfer(hidden, web)).text.replace(/"[^"]*Id":"[^"]*"|"timestamp":"[^"]*"/g, '')).toEqual(
      (await transfer({ id: UNKNOWN_ID }, web)).text.replace(/"[^"]*Id":"[^"]*"|"timestamp":"[^"]*"/g, ''),
    );
    const foreign = await createProject(stranger.owner);
    expect((await transfer(task, foreign)).status).toBe(404);
    expect((await transfer(task, web, {}, stranger.owner)).status).toBe(404);
    for (const user of [company.owner, company.admin, company.member]) {
      expect((await transfer(task, user === company.admin ? web : api, {}, user)).status).toBe(200);
    }
  });

  it('when either project is archived', async () => {
    const task = await make();
    await company.owner.api.post(`/projects/${api.id}/archive`);
    expect(refusalOf(await transfer(task))).toEqual(ARCHIVED);
    await company.owner.api.post(`/projects/${api.id}/unarchive`);
    await company.owner.api.post(`/projects/${web.id}/archive`);
    expect(refusalOf(await transfer(task))).toEqual(ARCHIVED);
  });

  it('while an agent works on one of them', async () => {
    const agent = await createAgent(company.owner, 'Worker', { projectIds: [web.id, api.id] });
    const parent = await make();
    const task = await make({ parentId: parent.id, delegateId: agent.id });
    const { body: work } = await agent.api.post<Json>('/work', { taskId: task.id });
    const refusal = [409, 'CONFLICT', `An agent works on ${task.tid}; stop its work first`];
    expect(refusalOf(await transfer(parent))).toEqual(refusal);
    expect((await transfer(parent, api, { subtasks: 'stay' })).status).toBe(200);
    expect(refusalOf(await transfer(task))).toEqual(refusal);
    const own = await agent.api.post(
      `/tasks/${task.id}/transfer`,
      { projectId: api.id },
      { headers: { 'X-Work': work['id'] } },
    );
    expect(refusalOf(own)).toEqual(refusal);
  });

  it('to agents out of their projects', async () => {
    const agent = await createAgent(company.owner, 'Fenced', { projectIds: [web.id] });
    const task = await make();
    const move = () => agent.api.post(`/tasks/${task.id}/transfer`, { projectId: api.id });
    expect((await move()).status).toBe(404);
    await company.owner.api.put(`/virtual-colleagues/${agent.id}`, { projectIds: [web.id, api.id] });
    expect((await move()).status).toBe(200);
  });
});

describe('at the same time', () => {
  it('twice goes once', async () => {
    const task = await make();
    const answers = await Promise.all(Array.from({ length: 6 }, () => transfer(task)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await read(task))['tid']).toBe(`${api.key}-1`);
    expect([await countOf(web), await countOf(api)]).toEqual([0, 1]);
    expect((await read(task))['formerTids']).toEqual([task.tid]);
  });

  it('to and fro, and beside other changes, keeps numbers and counts', async () => {
    const tasks = await Promise.all(Array.from({ length: 4 }, () => make()));
    const parent = await make();
    const calls = tasks.flatMap((task) => [
      () => transfer(task),
      () => company.member.api.put(`/tasks/${task.id}`, { title: 'Changed' }),
      () => company.member.api.post(`/tasks/${task.id}/comments`, { body: 'Hm' }),
      () => company.member.api.post(`/tasks/${task.id}/move`, { afterId: parent.id }),
      () => company.member.api.put(`/tasks/${task.id}`, { parentId: parent.id }),
      () => company.member.api.post('/tasks', { title: 'New', projectId: api.id }),
      () => transfer(task, web),
      () => company.member.api.delete(`/tasks/${task.id}`),
    ]);
    const statuses = (await Promise.all(calls.map((call) => call()))).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 204, 400, 404].includes(status))).toEqual([]);
    for (const project of [web, api]) expect(await countOf(project)).toBe((await idsIn(project)).length);
    const apart = await service.database.rows(
      `SELECT t.tid FROM tasks t JOIN tasks p ON p.company_id = t.company_id AND p.id = t.parent_id
       WHERE p.project_id <> t.project_id`,
    );
    expect(apart).toEqual([]);
  });

  it('a change that waits for it is made of the task where it then is', async () => {
    const task = await make();
    const answers = await Promise.all([
      transfer(task),
      ...Array.from({ length: 8 }, (_, n) => company.member.api.put(`/tasks/${task.id}`, { title: `${n}` })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(await read(task)).toMatchObject({ projectId: api.id });
  });
});

it('is once for an Idempotency-Key, by an old tid, too', async () => {
  const task = await make();
  const send = () =>
    company.member.api.post<Json>(
      `/tasks/${task.tid}/transfer`,
      { projectId: api.id },
      { headers: { 'Idempotency-Key': task.id } },
    );
  const [first, second] = [await send(), await send()];
  expect([first.status, second.body]).toEqual([200, first.body]);
  expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  const all = () =>
    company.member.api.post<Json>(
      '/tasks/bulk-transfer',
      { ids: [task.id], projectId: web.id },
      { headers: { 'Idempotency-Key': `${task.id}-all` } },
    );
  expect([(await all()).body, (await all()).body['transferred']]).toMatchObject([{ transferred: 1 }, 1]);
});
