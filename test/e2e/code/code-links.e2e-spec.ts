import { createAgent } from '../../factories/agent.factory.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { FORBIDDEN, refusalOf, result, UNKNOWN_ID } from '../../support/answers.js';
import { iso, MINUTE } from '../../support/clock.js';
import { CodeWorld } from '../../support/code-world.js';
import { createConnection, sendFrom, type Json } from '../../support/forge.js';
import { pullRequest, push, status } from '../../support/pull-request.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const URL_1 = 'https://github.com/acme/web/pull/1';
const NO_TASK = [404, { error: 'Task not found' }];

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

const world = async (input: object = {}, task: object = {}) =>
  CodeWorld.make(await createCompany(service.api), service, input, task);
const ago = (minutes: number): string => iso(Date.now() - minutes * MINUTE);

describe('the code of a task', () => {
  it('is linked by hand, once, and its state comes with the next event', async () => {
    const w = await world();
    const { api } = w.company.member;
    const path = `/tasks/${w.task.id}/code`;
    const { status: made, body } = await api.post(path, { url: `${URL_1}?diff=1#top` });
    expect([made, body]).toEqual([
      201,
      {
        id: expect.any(String),
        connectionId: null,
        kind: 'pull_request',
        repository: 'acme/web',
        number: 1,
        title: 'acme/web#1',
        url: URL_1,
        state: null,
        closes: false,
        branch: null,
        targetBranch: null,
        checks: null,
        review: null,
        author: { name: null, userId: null },
        at: expect.any(String),
      },
    ]);
    expect(result(await api.post(path, { url: URL_1 }))).toEqual([200, body]);
    await w.send(pullRequest({ title: 'A change', at: ago(5) }));
    expect((await api.get(path)).body).toMatchObject([
      { id: body.id, state: 'open', title: 'A change', closes: false },
    ]);
    expect((await w.read('/code'))[0].connectionId).toBe(w.connection.id);
  });

  it.each([
    ['https://gitlab.example.com/group/sub/web/-/merge_requests/5', 'group/sub/web', 5],
    ['https://gitea.example.com/acme/web/pulls/6', 'acme/web', 6],
    ['https://bitbucket.org/acme/web/pull-requests/7', 'acme/web', 7],
  ])('takes %s', async (url, repository, number) => {
    const w = await world();
    const { body } = await w.company.owner.api.post(`/tasks/${w.task.id}/code`, { url });
    expect([body.repository, body.number]).toEqual([repository, number]);
  });

  it.each([
    'http://github.com/acme/web/pull/1',
    'https://github.com/acme/web/pull/1/files',
    'https://github.com/acme/web/pull/x',
    'https://github.com/acme/web/issues/1',
    'javascript:alert(1)//pull/1',
    'nothing',
  ])('refuses %s', async (url) => {
    const w = await world();
    const [code, kind, details] = refusalOf(await w.company.owner.api.post(`/tasks/${w.task.id}/code`, { url }));
    expect([code, kind, Object.keys(details as object)]).toEqual([400, 'VALIDATION_ERROR', ['url']]);
  });

  it('takes addresses of 2,048 characters', async () => {
    const w = await world();
    const add = (length: number) =>
      w.company.owner.api.post(`/tasks/${w.task.id}/code`, { url: `${URL_1}?a=`.padEnd(length, 'x') });
    expect((await add(2_048)).body.url).toBe(URL_1);
    const details = { url: 'Must be at most 2048 characters' };
    expect(refusalOf(await add(2_049))).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  it('is taken away, and no event brings it back', async () => {
    const w = await world();
    const { api } = w.company.owner;
    await w.send(pullRequest({ body: `Closes ${w.tid}`, at: ago(9) }));
    const [{ id }] = await w.read('/code');
    expect((await api.delete(`/tasks/${w.task.id}/code/${id}`)).status).toBe(204);
    expect(refusalOf(await api.delete(`/tasks/${w.task.id}/code/${id}`))).toEqual([404, 'NOT_FOUND', 'Link not found']);
    const merged = { action: 'closed', state: 'closed', merged: true } as const;
    await w.send(pullRequest({ body: `Closes ${w.tid}`, ...merged }));
    expect([await w.read('/code'), await w.status()]).toEqual([[], 'In Progress']);
    expect((await api.post(`/tasks/${w.task.id}/code`, { url: URL_1 })).body).toMatchObject({ id, state: 'merged' });
  });

  it('one pull request has several tasks, and tells all of them', async () => {
    const w = await world();
    const { owner } = w.company;
    const others = [await createTask(owner, w.projectId), await createTask(owner, w.projectId)] as const;
    await w.send(pullRequest({ body: `Closes ${w.tid}`, at: ago(50) }));
    await w.send(
      pullRequest({ action: 'edited', body: `Closes ${w.tid}, ${others[0].tid}; ${others[1].tid}`, at: ago(40) }),
    );
    const statuses = async () =>
      Promise.all([w.task, ...others].map(async ({ id }) => (await owner.api.get(`/tasks/${id}`)).body.status));
    expect(await statuses()).toEqual(['In Progress', 'In Progress', 'Backlog']);
    await owner.api.delete(`/tasks/${w.task.id}`);
    await w.send(pullRequest({ action: 'edited', body: `Closes ${others[1].tid}`, at: ago(30) }));
    await owner.api.post(`/trash/${w.task.id}/restore`);
    expect(await statuses()).toEqual(['In Progress', 'In Progress', 'In Progress']);
    expect(await w.read('/code')).toMatchObject([{ number: 1 }]);
    const { body } = await owner.api.get(`/tasks/${others[0].id}/code`);
    expect(body).toMatchObject([{ closes: false, state: 'open' }]);
  });

  it('is for those who reach the task, and written by a MEMBER', async () => {
    const w = await world();
    const path = `/tasks/${w.task.id}/code`;
    const viewer = await createUser(w.company.owner, 'VIEWER');
    expect((await viewer.api.get(path)).status).toBe(200);
    expect(result(await viewer.api.post(path, { url: URL_1 }))).toEqual(FORBIDDEN);
    const [link] = [(await w.company.owner.api.post(path, { url: URL_1 })).body];
    for (const { api } of [company.owner]) {
      expect(result(await api.get(path))).toEqual(NO_TASK);
      expect(result(await api.post(path, { url: URL_1 }))).toEqual(NO_TASK);
      expect(result(await api.delete(`${path}/${link.id}`))).toEqual(NO_TASK);
    }
    expect(result(await w.company.owner.api.get(`/tasks/${UNKNOWN_ID}/code`))).toEqual(NO_TASK);
  });

  it('stays when its connection goes', async () => {
    const w = await world();
    await w.send(pullRequest({ body: w.tid }));
    await w.company.owner.api.delete(`/code-connections/${w.connection.id}`);
    expect(await w.read('/code')).toMatchObject([{ connectionId: null, state: 'open' }]);
  });

  it('has at most 500 links: the oldest commits go', async () => {
    const w = await world();
    const messages = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => `${w.tid} commit ${first + index}`);
    await w.send(push(messages(0, 20), { at: ago(90) }));
    await w.send(pullRequest({ body: w.tid, at: ago(80) }));
    for (let first = 20; first < 520; first += 100)
      await w.send(push(messages(first, 100), { at: ago(70 - first / 100) }));
    const links = (await w.read('/code')) as Json[];
    expect([links.length, links.filter(({ kind }) => kind === 'pull_request').length]).toEqual([500, 1]);
    expect(links.some(({ title }) => title.endsWith('commit 5'))).toBe(false);
  });
});

describe('tasks show their code', () => {
  it('in a task, in lists and to filters', async () => {
    const w = await world();
    const { api } = w.company.owner;
    const bare = await createTask(w.company.owner, w.projectId);
    await w.send(pullRequest({ body: w.tid, head: 'aaa1', at: ago(50) }));
    await w.send(pullRequest({ number: 2, body: w.tid, draft: true, head: 'bbb2' }));
    await w.send(pullRequest({ number: 3, body: w.tid, action: 'closed', state: 'closed', merged: true }));
    await w.send(pullRequest({ number: 4, body: w.tid, action: 'closed', state: 'closed' }));
    await w.send(status('aaa1', 'failure', ago(1)));
    const code = { open: 2, merged: 1, failing: 1 };
    expect((await w.read()).code).toEqual(code);
    expect((await api.get(`/tasks/${bare.id}`)).body.code).toEqual({ open: 0, merged: 0, failing: 0 });
    const listed = (await api.get(`/tasks?include=code&fields=id`)).body as Json[];
    expect(listed.find(({ id }) => id === w.task.id)).toEqual({ id: w.task.id, code });
    const found = async (filter: string) =>
      ((await api.get(`/tasks?filter=${encodeURIComponent(filter)}`)).body as Json[]).map(({ id }) => id);
    for (const value of ['open', 'draft', 'merged', 'closed', 'failing']) {
      expect([value, await found(`code = ${value}`)]).toEqual([value, [w.task.id]]);
    }
    expect(await found('code = none')).toEqual([bare.id]);
    expect(await found('code != open')).toEqual([bare.id]);
    expect(await found('code in (merged, none)')).toHaveLength(2);
    expect(await found('not code = none')).toEqual([w.task.id]);
  });

  it('with a name for a branch', async () => {
    const { owner } = company;
    const { id: projectId } = await createProject(owner);
    const of = async (title: string, reader = owner) => {
      const { id, tid } = await createTask(owner, projectId, { title });
      return [tid.toLowerCase(), (await reader.api.get(`/tasks/${id}`)).body.branchName];
    };
    const [tid, name] = await of('Fix: the “Größe” of sign-in & more');
    expect(name).toBe(`olga/${tid}-fix-the-gro-e-of-sign-in-more`);
    const [long, longName] = await of('word '.repeat(30));
    expect(longName.length <= 60 && longName.startsWith(`olga/${long}-word`)).toBe(true);
    const mei = await createUser(owner, 'MEMBER', '梅 Li');
    const [plain, plainName] = await of('Title', mei);
    expect(plainName).toBe(`${plain}-title`);
  });

  it('and what was read of them can be written back', async () => {
    const w = await world();
    await w.send(pullRequest({ body: w.tid }));
    const read = await w.read();
    expect((await w.company.owner.api.put(`/tasks/${w.task.id}`, read)).status).toBe(200);
  });
});

describe('agents', () => {
  it('link the pull requests that they hand in, which must be merged where that is asked', async () => {
    const w = await world();
    const { owner } = w.company;
    const agent = await createAgent(owner, 'Otto', { settings: { work: { requireMerged: true } } });
    await owner.api.put(`/tasks/${w.task.id}`, { delegateId: agent.id });
    const { id } = (await agent.api.post('/work', { taskId: w.task.id })).body.work;
    const links = [
      { title: 'Pull request', url: URL_1 },
      { title: 'Notes', url: 'https://example.com/notes' },
    ];
    const submitted = await agent.api.post(`/work/${id}/submit`, { summary: 'Done.', links });
    expect(submitted.status).toBe(200);
    expect(await w.read('/code')).toMatchObject([{ url: URL_1, state: null }]);
    const accept = () => owner.api.post(`/work/${id}/review`, { decision: 'accept' });
    expect(refusalOf(await accept())).toEqual([
      409,
      'CONFLICT',
      'A pull request of the task is not merged; merge it first',
    ]);
    await w.send(pullRequest({ action: 'closed', state: 'closed', merged: true }));
    expect((await accept()).status).toBe(200);
  });
});

describe('the inbox', () => {
  it('tells of what an integration did, but not who did it there', async () => {
    const w = await world({ name: 'GitHub' });
    const { owner, member } = w.company;
    const mia = await createUser(owner, 'MEMBER', 'Mia Meyer');
    await owner.api.put(`/tasks/${w.task.id}`, { assigneeId: mia.id });
    await member.api.post(`/tasks/${w.task.id}/watch`);
    await w.send(push([`About ${w.tid}`], { email: mia.email, login: 'mia-m', branch: 'topic' }));
    await w.send(pullRequest({ body: `Closes ${w.tid}`, at: iso(Date.now() + MINUTE) }));
    const told = async ({ api }: typeof mia) => JSON.stringify((await api.get('/inbox')).body);
    const { eventually } = await import('../../support/eventually.js');
    await eventually('the watcher is told', async () => (await told(owner)).includes('Mia Meyer (GitHub)'));
    expect(await told(mia)).not.toContain('Mia Meyer (GitHub)');
  });
});

it('two connections may tell of one repository', async () => {
  const w = await world();
  const { owner } = w.company;
  const other = await createConnection(owner, { name: 'Other', projectIds: [(await createProject(owner)).id] });
  const told = pullRequest({ body: `Closes ${w.tid}` });
  await w.send(told);
  await sendFrom(service, other, told);
  expect([await w.status(), await w.read('/code')]).toMatchObject(['In Progress', [{ closes: true }]]);
});
