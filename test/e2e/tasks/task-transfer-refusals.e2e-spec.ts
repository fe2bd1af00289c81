import { createAgent } from '../../factories/agent.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { ARCHIVED, FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import type { Answer } from '../../support/api.js';
import { eachWithTwoProjects, transferActions, type TransferWorld } from '../../support/transfers.js';

let world: TransferWorld;
let service: TransferWorld['service'];
let company: TransferWorld['company'];
let stranger: TransferWorld['stranger'];
let web: TransferWorld['web'];
let api: TransferWorld['api'];
eachWithTwoProjects((given) => {
  world = given;
  ({ service, company, stranger, web, api } = given);
});
const { make, transfer, transferAll, read, idsIn, countOf, secretProject } = transferActions(() => world);

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
    const { body: taken } = await agent.api.post('/work', { taskId: task.id });
    const refusal = [409, 'CONFLICT', `An agent works on ${task.tid}; stop its work first`];
    expect(refusalOf(await transfer(parent))).toEqual(refusal);
    expect((await transfer(parent, api, { subtasks: 'stay' })).status).toBe(200);
    expect(refusalOf(await transfer(task))).toEqual(refusal);
    const own = await agent.api.post(
      `/tasks/${task.id}/transfer`,
      { projectId: api.id },
      { headers: { 'X-Work': taken['work'].id } },
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
    company.member.api.post(
      `/tasks/${task.tid}/transfer`,
      { projectId: api.id },
      { headers: { 'Idempotency-Key': task.id } },
    );
  const [first, second] = [await send(), await send()];
  expect([first.status, second.body]).toEqual([200, first.body]);
  expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  const all = () =>
    company.member.api.post(
      '/tasks/bulk-transfer',
      { ids: [task.id], projectId: web.id },
      { headers: { 'Idempotency-Key': `${task.id}-all` } },
    );
  expect([(await all()).body, (await all()).body['transferred']]).toMatchObject([{ transferred: 1 }, 1]);
});
