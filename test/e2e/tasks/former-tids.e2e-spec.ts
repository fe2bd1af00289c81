import { createUser } from '../../factories/company.factory.js';
import { createProject, giveToTeam } from '../../factories/project.factory.js';
import { dayAhead } from '../../factories/promise.factory.js';
import { type TestTask } from '../../factories/task.factory.js';
import { checkedImport, startedImport } from '../../support/import-steps.js';
import { McpAgent } from '../../support/mcp-agent.js';
import { fill, findOperations } from '../../support/operations.js';
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
const { make, transfer, read, idsIn } = transferActions(() => world);

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
      `tid=${tid},${now}`,
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
    const { body } = await company.member.api.post('/filters/check', { filter: `tid = ${tid}` });
    expect(body).toEqual({ filter: `tid = ${now}`, tasks: 1 });
    await company.member.api.put(`/tasks/${task.id}`, { title: 'Renamed' });
    expect(await found(`search=${tid}`)).toEqual([now]);
  });

  it('of a stored filter from before goes on', async () => {
    const { body: view } = await company.member.api.post('/views', { name: 'One', filter: `tid = ${web.key}-2` });
    const next = await make();
    expect(next.tid).toBe(`${web.key}-2`);
    await transfer(next);
    const { body } = await company.member.api.get<TestTask[]>(`/tasks?view=${view['id']}`);
    expect(body.map(({ id }) => id)).toEqual([next.id]);
  });

  it('is understood by the tools of MCP', async () => {
    const agent = await McpAgent.connect(service, company.member.token);
    expect((await agent.get('get_task', { task: tid })).task).toMatchObject({ id: task.id, tid: `${api.key}-1` });
    const saved = await agent.get('save_task', { task: tid, title: 'Renamed' });
    expect(saved.task).toMatchObject({ id: task.id, title: 'Renamed' });
    await agent.close();
  });

  it('is skipped by an import that keeps numbers, and an import again takes the task as deleted', async () => {
    const { owner } = company;
    const run = async () => {
      const file = `id,title\n${web.key}-1,First\n${web.key}-2,Second\n`;
      const input = { source: 'csv', projectId: web.id };
      const { id } = await checkedImport(owner, service.baseUrl, input, file);
      return startedImport(owner, id as string);
    };
    expect((await run())['report'].counts.tasks).toMatchObject({ created: 2 });
    const { body } = await owner.api.get<TestTask[]>(`/tasks?projectId=${web.id}&sortBy=rank&sortOrder=asc`);
    const [first] = body as [TestTask];
    expect(body.map((one) => one.tid)).not.toContain(task.tid);
    await transfer(first);
    const again = await run();
    expect(again['report'].counts.tasks).toMatchObject({ created: 0, skipped: 1, unchanged: 1 });
    expect(JSON.stringify(again['report'])).toContain('The task was deleted here; it does not come again');
    expect(await idsIn(web)).toHaveLength(1);
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
    const { body } = await company.member.api.post('/tasks/bulk-create', {
      tasks: [1, 2].map((n) => ({ title: `${n}`, projectId: later.id })),
    });
    expect(body['tasks'].map((one: TestTask) => one.tid)).toEqual([`${web.key}-6`, `${web.key}-7`]);
    expect((await read({ id: tid }))['id']).toBe(task.id);
    const into = await transfer(task, later);
    expect(into.body['tid']).toBe(`${web.key}-8`);
    expect((await read(task))['formerTids']).toEqual([task.tid, `${api.key}-1`]);
  });
});
