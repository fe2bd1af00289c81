import { createAgent } from '../../factories/agent.factory.js';
import { createUser } from '../../factories/company.factory.js';
import { endOfEvents, eventsAfter } from '../../factories/event.factory.js';
import { createField } from '../../factories/field.factory.js';
import { createActiveSprint, createEpic, createLabel } from '../../factories/planning.factory.js';
import { addTasks } from '../../factories/project.factory.js';
import { makePromise, promisesOf } from '../../factories/promise.factory.js';
import { refusalOf } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { eachWithTwoProjects, type Json, transferActions, type TransferWorld } from '../../support/transfers.js';

let world: TransferWorld;
let service: TransferWorld['service'];
let company: TransferWorld['company'];
let web: TransferWorld['web'];
let api: TransferWorld['api'];
eachWithTwoProjects((given) => {
  world = given;
  ({ service, company, web, api } = given);
});
const { make, transfer, transferAll, read, idsIn, countOf, secretProject } = transferActions(() => world);

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
    const { body: file } = await company.member.api.post(`/tasks/${task.id}/attachments`, {
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
    const { body } = await company.member.api.get(`/sprints/${sprint.id}`);
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
      'calendar_feeds',
      'epics',
      'events',
      'exports',
      'import_references',
      'imports',
      'project_counters',
      'project_members',
      'project_watches',
      'recurrences',
      'sprints',
      'task_former_tids',
      'templates',
      'trashed_tasks',
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
    expect((await company.viewer.api.get('/inbox')).body).toMatchObject([{ project: { id: api.id } }]);
  });
});
