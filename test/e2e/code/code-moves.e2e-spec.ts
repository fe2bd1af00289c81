import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { iso, MINUTE } from '../../support/clock.js';
import { CodeWorld } from '../../support/code-world.js';
import { createConnection, sendFrom, type Json } from '../../support/forge.js';
import { pullRequest, push, status } from '../../support/pull-request.js';
import { Receiver } from '../../support/receiver.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

/** Of a company of its own: a company knows a pull request once. */
const world = async (input: object = {}, task: object = {}) =>
  CodeWorld.make(await createCompany(service.api), service, input, task);
const ago = (minutes: number): string => iso(Date.now() - minutes * MINUTE);

describe('a pull request that closes a task', () => {
  it('moves it when it is opened, also as a draft, is to be reviewed, and is merged', async () => {
    const w = await world();
    const told = { body: `Closes ${w.tid}` };
    await w.send(pullRequest({ ...told, draft: true, at: ago(50) }));
    expect([await w.status(), (await w.read('/code'))[0].state]).toEqual(['In Progress', 'draft']);
    await w.send(pullRequest({ ...told, action: 'review_requested', draft: true, reviewers: ['leo'], at: ago(40) }));
    expect(await w.status()).toBe('In Progress');
    await w.send(pullRequest({ ...told, action: 'ready_for_review', reviewers: ['leo'], at: ago(30) }));
    expect([await w.status(), (await w.read('/code'))[0].state]).toEqual(['In Review', 'open']);
    await w.send(pullRequest({ ...told, action: 'closed', state: 'closed', merged: true, at: ago(20) }));
    expect(await w.status()).toBe('Done');
  });

  it.each([
    ['in the title', (tid: string) => ({ title: `Fixes ${tid}` })],
    ['in the body', (tid: string) => ({ body: `It resolves ${tid.toLowerCase()}.` })],
    ['by its branch', (tid: string) => ({ branch: `mia/${tid.toLowerCase()}-words` })],
  ])('says so %s', async (_where, told) => {
    const w = await world();
    await w.send(pullRequest(told(w.tid)));
    expect([await w.status(), (await w.read('/code'))[0].closes]).toEqual(['In Progress', true]);
  });

  it.each([
    ['a mention', (tid: string) => ({ title: `About ${tid}` })],
    ['a denial', (tid: string) => ({ body: `This does not fix ${tid}` })],
    ['a revert', (tid: string) => ({ title: `Revert "Fixes ${tid}"`, branch: `revert-1-${tid}` })],
  ])('is none by %s, which links', async (_what, told) => {
    const w = await world();
    await w.send(pullRequest(told(w.tid)));
    expect(await w.outcome()).toEqual(['applied', null]);
    const [link] = await w.read('/code');
    expect([await w.status(), link.closes]).toEqual(['Backlog', false]);
  });

  it('moves nothing when it is closed unmerged, and what it moved when it is reopened', async () => {
    const w = await world();
    const told = { body: `Closes ${w.tid}`, reviewers: ['leo'] };
    await w.send(pullRequest({ ...told, at: ago(50) }));
    await w.send(pullRequest({ ...told, action: 'closed', state: 'closed', at: ago(40) }));
    expect(await w.status()).toBe('In Review');
    await w.send(pullRequest({ ...told, action: 'reopened', at: ago(30) }));
    expect(await w.status()).toBe('In Progress');
    await w.send(pullRequest({ ...told, action: 'closed', state: 'closed', at: ago(20) }));
    await w.set({ status: 'To Do' });
    await w.send(pullRequest({ ...told, action: 'reopened', at: iso(Date.now() + MINUTE) }));
    expect(await w.status()).toBe('To Do');
  });

  it('moves nothing when it is merged into a branch that does not count', async () => {
    const w = await world({ rules: { branches: ['default', 'release/*'] } });
    const told = { body: `Closes ${w.tid}`, target: 'side' };
    await w.send(pullRequest({ ...told, action: 'closed', state: 'closed', merged: true }));
    expect([await w.status(), (await w.read('/code'))[0].state]).toEqual(['Backlog', 'merged']);
    const released = { ...told, number: 2, target: 'release/1' };
    await w.send(pullRequest({ ...released, action: 'closed', state: 'closed', merged: true }));
    expect(await w.status()).toBe('Done');
  });

  it('from a fork moves it only when it is merged', async () => {
    const w = await world();
    const told = { body: `Closes ${w.tid}`, isFork: true, reviewers: ['leo'] };
    await w.send(pullRequest({ ...told, at: ago(50) }));
    expect([await w.status(), (await w.read('/code')).length]).toEqual(['Backlog', 1]);
    await w.send(pullRequest({ ...told, action: 'closed', state: 'closed', merged: true, at: ago(40) }));
    expect(await w.status()).toBe('Done');
  });

  it('gives the status that its rules say, or none', async () => {
    const w = await world({ rules: { onOpen: null, onMerge: 'Waiting for release' } });
    await w.send(pullRequest({ body: `Closes ${w.tid}`, at: ago(50) }));
    expect(await w.status()).toBe('Backlog');
    await w.send(
      pullRequest({ body: `Closes ${w.tid}`, action: 'closed', state: 'closed', merged: true, at: ago(40) }),
    );
    expect(await w.status()).toBe('Waiting for release');
  });

  it('does not move what a person changed after its moment', async () => {
    const w = await world();
    await w.set({ status: 'To Do' });
    await w.send(pullRequest({ body: `Closes ${w.tid}`, at: ago(5) }));
    expect([await w.status(), await w.outcome()]).toEqual(['To Do', ['ignored', 'changed by a person']]);
    expect(await w.read('/code')).toHaveLength(1);
    await w.send(pullRequest({ action: 'edited', body: `Closes ${w.tid}`, at: iso(Date.now() + MINUTE) }));
    expect(await w.status()).toBe('To Do');
  });

  it('moves once for each passage', async () => {
    const w = await world();
    const told = { body: `Closes ${w.tid}` };
    await w.send(pullRequest({ ...told, at: ago(50) }));
    await w.set({ status: 'To Do' });
    const later = iso(Date.now() + MINUTE);
    await w.send(pullRequest({ ...told, action: 'synchronize', at: later, head: 'cafe' }));
    expect([await w.status(), await w.outcome()]).toEqual(['To Do', ['applied', null]]);
  });

  it('moves nothing in an archived project, and nothing out of its projects', async () => {
    const w = await world();
    await w.company.owner.api.post(`/projects/${w.projectId}/archive`);
    await w.send(pullRequest({ body: `Closes ${w.tid}` }));
    expect([await w.status(), await w.outcome()]).toEqual(['Backlog', ['ignored', 'archived']]);
  });

  it('follows its task into a project that it does not know, without moving it', async () => {
    const { owner } = company;
    const [{ id: projectId }, { id: elsewhere }] = [await createProject(owner), await createProject(owner)];
    const task = await createTask(owner, projectId);
    const connection = await createConnection(owner, { projectIds: [projectId] });
    const send = (request: Parameters<typeof sendFrom>[2]) => sendFrom(service, connection, request);
    await send(pullRequest({ body: `Closes ${task.tid}`, at: ago(50) }));
    await owner.api.post(`/tasks/${task.id}/transfer`, { projectId: elsewhere });
    const merged = { action: 'closed', state: 'closed', merged: true } as const;
    await send(pullRequest({ body: `Closes ${task.tid}`, ...merged, at: ago(40) }));
    const read = (await owner.api.get(`/tasks/${task.id}`)).body;
    expect([read.status, read.code]).toEqual(['In Progress', { open: 0, merged: 1, failing: 0 }]);
    const [last] = (await owner.api.get(`/code-connections/${connection.id}/deliveries`)).body;
    expect([last.status, last.reason, last.tids]).toEqual(['ignored', 'out of the projects', [read.tid]]);
    // Its old tid still means it, and its new one nothing here.
    await send(pullRequest({ number: 2, body: `Closes ${task.tid}` }));
    await send(pullRequest({ number: 3, body: `Closes ${read.tid}` }));
    const links = (await owner.api.get(`/tasks/${task.id}/code`)).body;
    expect(links.map(({ number }: Json) => number).sort()).toEqual([1, 2]);
  });

  it('means no task of another company, and none in the trash', async () => {
    const w = await world();
    const other = await createCompany(service.api);
    const foreign = await createConnection(other.owner);
    await sendFrom(service, foreign, pullRequest({ body: `Closes ${w.tid}` }));
    expect(await w.read('/code')).toEqual([]);
    await w.company.owner.api.delete(`/tasks/${w.task.id}`);
    await w.send(pullRequest({ body: `Closes ${w.tid}` }));
    expect(await w.outcome()).toEqual(['ignored', 'no task']);
  });
});

describe('commits', () => {
  it('that close a task move it when they come to a branch that counts, once', async () => {
    const w = await world();
    await w.send(push([`Fixes ${w.tid}`], { branch: 'topic' }));
    expect([await w.status(), (await w.read('/code')).length]).toEqual(['Backlog', 1]);
    const merged = push([`Fixes ${w.tid}`, `Also fixes ${w.tid}`, `About ${w.tid}`]);
    await w.send(merged);
    expect([await w.status(), (await w.read('/code')).length]).toEqual(['Done', 4]);
    await w.set({ status: 'To Do' });
    await w.send(merged);
    expect(await w.status()).toBe('To Do');
  });

  it('are at most 50 tasks an event', async () => {
    const { owner } = company;
    const { id: projectId } = await createProject(owner);
    const { body } = await owner.api.post('/tasks/bulk-create', {
      tasks: Array.from({ length: 60 }, (_, index) => ({ title: `Task ${index}`, projectId })),
    });
    const connection = await createConnection(owner);
    await sendFrom(service, connection, push([`Fixes ${body.tasks.map(({ tid }: Json) => tid).join(', ')}`]));
    const done = (await owner.api.get(`/tasks?projectId=${projectId}&status=Done`)).body;
    expect(done).toHaveLength(50);
  });
});

describe('whatever the order', () => {
  it('an older event changes nothing of what a newer one said', async () => {
    const w = await world();
    const told = { body: `Closes ${w.tid}` };
    await w.send(pullRequest({ ...told, action: 'closed', state: 'closed', merged: true, at: ago(10) }));
    await w.send(pullRequest({ ...told, title: 'Old title', at: ago(50) }));
    const [link] = await w.read('/code');
    expect([await w.status(), link.state, link.title]).toEqual(['Done', 'merged', 'A change']);
  });

  it('checks are those of the newest commit, also when they come first', async () => {
    const w = await world();
    const told = { body: w.tid };
    const checks = async () => (await w.read('/code'))[0].checks as string;
    await w.send(status('aaa1', 'failure', ago(60)));
    await w.send(pullRequest({ ...told, head: 'aaa1', at: ago(50) }));
    expect(await checks()).toBe('failed');
    expect((await w.read()).code).toEqual({ open: 1, merged: 0, failing: 1 });
    await w.send(status('aaa1', 'success', ago(55)));
    expect(await checks()).toBe('passed');
    await w.send(status('aaa1', 'pending', ago(57)));
    expect(await checks()).toBe('passed');
    await w.send(status('aaa1', 'pending', ago(40), 'other'));
    expect(await checks()).toBe('pending');
    await w.send(pullRequest({ ...told, action: 'synchronize', head: 'bbb2', at: ago(30) }));
    expect(await checks()).toBeNull();
    await w.send(status('aaa1', 'failure', ago(20)));
    expect(await checks()).toBeNull();
  });
});

describe('who did it', () => {
  it('is the user whose e-mail address the account had before', async () => {
    const w = await world({ name: 'GitHub' });
    const mia = await createUser(w.company.owner, 'MEMBER', 'Mia Meyer');
    await w.send(push([`About ${w.tid}`], { email: mia.email, login: 'mia-m', branch: 'topic' }));
    await w.send(pullRequest({ body: `Closes ${w.tid}` }));
    const actor = { type: 'integration', id: w.connection.id, name: 'GitHub', userId: mia.id };
    const history = await w.read('/activity');
    expect(history.slice(0, 2)).toMatchObject([
      { actor, event: 'task.updated', changes: { status: { from: 'Backlog', to: 'In Progress' } } },
      { actor, event: 'task.code', changes: { code: { to: { passage: 'opened', name: 'acme/web#1' } } } },
    ]);
    const { body } = await w.company.owner.api.get(`/events?event=task.updated&projectId=${w.projectId}`);
    expect(body.data.at(-1).actor).toEqual(actor);
  });

  it('is told to webhooks as the integration', async () => {
    const receiver = await Receiver.start();
    const w = await world();
    await createWebhook(w.company.owner, { url: receiver.url, events: ['task.updated'] });
    await w.send(pullRequest({ body: `Closes ${w.tid}` }));
    const [request] = await receiver.received(1);
    await receiver.stop();
    expect(request?.headers['x-webhook-actor']).toBe(`integration:${w.connection.id}`);
  });

  it('is nobody here without one', async () => {
    const w = await world();
    await w.send(pullRequest({ body: `Closes ${w.tid}`, by: 'stranger' }));
    const [change] = await w.read('/activity');
    expect(change.actor).toEqual({ type: 'integration', id: w.connection.id, name: 'GitHub', userId: null });
  });

  it('the history tells each passage once', async () => {
    const w = await world();
    const told = { body: `Closes ${w.tid}` };
    await w.send(pullRequest({ ...told, at: ago(50) }));
    await w.send(pullRequest({ ...told, action: 'synchronize', at: ago(45), head: 'cafe' }));
    await w.send(pullRequest({ ...told, action: 'review_requested', reviewers: ['leo'], at: ago(40) }));
    await w.send(pullRequest({ ...told, action: 'closed', state: 'closed', merged: true, at: ago(30) }));
    const history = (await w.read('/activity')) as Json[];
    const passages = history.filter(({ event }) => event === 'task.code').map(({ changes }) => changes.code.to.passage);
    expect(passages).toEqual(['merged', 'review_asked', 'opened']);
  });

  it('the history tells each passage once, whatever the order', async () => {
    const w = await world();
    const told = { body: `Closes ${w.tid}` };
    const asked = { ...told, action: 'review_requested', reviewers: ['leo'] };
    await w.send(pullRequest({ ...asked, action: 'synchronize', at: ago(30) }));
    await w.send(pullRequest({ ...asked, at: ago(40) }));
    await w.send(pullRequest({ ...told, at: ago(50) }));
    const history = (await w.read('/activity')) as Json[];
    const passages = history.filter(({ event }) => event === 'task.code').map(({ changes }) => changes.code.to.passage);
    expect(passages.sort()).toEqual(['opened', 'review_asked']);
  });
});
