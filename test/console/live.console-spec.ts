import type { Page, Route } from 'playwright-core';
import { createUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, createTasks } from '../factories/task.factory.js';
import { chooseProperty, closeClean, ConsoleTest, describeConsole, drag } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('changes of others', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  async function project(key: string, ...titles: string[]): Promise<string> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    await createTasks(member, id, titles);
    return id;
  }

  /** The browser of someone else, who drags the card to a lane. */
  async function dragByOther(key: string, card: string, lane: string): Promise<void> {
    const other = await test.open(`/projects/${key}/board`, test.company.admin);
    await drag(other.getByRole('article', { name: card }), other.getByRole('region', { name: lane }));
    const [tid] = card.split(' ', 1);
    const read = async () => (await test.company.admin.api.get(`/tasks/${tid}`)).body;
    // It is shown there before it is sent.
    await eventually('the card is moved', async () => (await read()).status === lane);
    await closeClean(other);
  }

  it('move cards on the board without a reload', async () => {
    const projectId = await project('BOAR', 'One');
    const page = await test.open('/projects/BOAR/board', test.company.member);
    await page.getByRole('article', { name: 'BOAR-1 One' }).waitFor();
    await dragByOther('BOAR', 'BOAR-1 One', 'In Progress');
    await page.getByRole('region', { name: 'In Progress' }).getByRole('article', { name: 'BOAR-1 One' }).waitFor();
    await createTask(test.company.admin, projectId, { title: 'Two' });
    await page.getByRole('article', { name: 'BOAR-2 Two' }).waitFor();
    await closeClean(page);
  });

  it('appear in the list and in its count', async () => {
    const projectId = await project('LIST', 'One');
    const page = await test.open('/projects/LIST/list', test.company.member);
    await page.getByRole('status').getByText('1 task').waitFor();
    await dragByOther('LIST', 'LIST-1 One', 'In Progress');
    await page.getByRole('button', { name: 'In Progress, Status of LIST-1' }).waitFor();
    await createTask(test.company.admin, projectId, { title: 'Two' });
    await page.getByRole('status').getByText('2 tasks').waitFor();
    await closeClean(page);
  });

  it('appear in sprint planning, for sprints and their tasks', async () => {
    const projectId = await project('PLAN', 'One');
    const { admin } = test.company;
    const page = await test.open('/projects/PLAN/planning', test.company.member);
    await page.getByRole('region', { name: 'Backlog' }).getByRole('article', { name: 'PLAN-1 One' }).waitFor();
    await admin.api.post('/sprints', { projectId, name: 'Sprint 1' });
    const sprint = page.getByRole('region', { name: 'Sprint 1' });
    await sprint.waitFor();
    const other = await test.open('/projects/PLAN/planning', admin);
    await other.getByRole('button', { name: 'Actions for PLAN-1' }).click();
    await other.getByRole('menuitem', { name: 'Plan for Sprint 1' }).click();
    await sprint.getByRole('article', { name: 'PLAN-1 One' }).waitFor();
    await closeClean(other);
    await closeClean(page);
  });

  it('of another task have those parts of an open one read again that name it, and no others', async () => {
    const projectId = await project('PART');
    const { id } = await createTask(test.company.member, projectId, { title: 'One' });
    const page = await test.open('/tasks/PART-1', test.company.member);
    // All of its parts are there.
    for (const text of ['created the task', 'Add file', 'Log time', 'Watching, 1 person', 'Add blocker', 'Add link'])
      await page.getByText(text).first().waitFor();
    const read: string[] = [];
    page.on('request', (request) => read.push(new URL(request.url()).pathname));
    await createTask(test.company.admin, projectId, { title: 'Two', parentId: id });
    await page.getByRole('region', { name: 'Subtasks' }).getByRole('link', { name: 'PART-2 Two' }).waitFor();
    await eventually('the blockers are read', () => Promise.resolve(read.includes(`/api/tasks/${id}/blockers`)));
    expect(read.filter((path) => /comments|activity|time-entries|watchers|works?|attachments/.test(path))).toEqual([]);
    await test.company.admin.api.post(`/tasks/${id}/comments`, { body: 'Hello' });
    await page.getByText('Hello').waitFor();
    await closeClean(page);
  });

  it('wait for the answer to a change of one’s own, which stays as it was chosen', async () => {
    await project('HELD', 'One', 'Two');
    const { member, admin } = test.company;
    const page = await test.open('/projects/HELD/list', member);
    const witness = await test.open('/projects/HELD/list', admin);
    await witness.getByRole('link', { name: 'HELD-2 Two' }).waitFor();
    const held = new Promise<Route>(
      (resolve) => void page.route('**/api/tasks/*', (route) => resolve(route), { times: 1 }),
    );
    await page.getByRole('button', { name: /Status of HELD-1$/ }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    const route = await held;
    const read: string[] = [];
    page.on('request', (request) => read.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await admin.api.put('/tasks/HELD-2', { title: 'Renamed' });
    await witness.getByRole('link', { name: 'HELD-2 Renamed' }).waitFor();
    expect(await page.getByRole('button', { name: 'Done, Status of HELD-1' }).isVisible()).toBe(true);
    expect(read).not.toContain('GET /api/tasks');
    await route.continue();
    await page.getByRole('link', { name: 'HELD-2 Renamed' }).waitFor();
    expect(await page.getByRole('button', { name: 'Done, Status of HELD-1' }).isVisible()).toBe(true);
    await closeClean(witness);
    await closeClean(page);
  });

  it('appear in an open task: fields, comments and its deletion', async () => {
    const projectId = await project('OPEN');
    const { id } = await createTask(test.company.member, projectId, { title: 'One' });
    const page = await test.open('/projects/OPEN/board?task=OPEN-1', test.company.member);
    const priority = page.getByRole('dialog', { name: 'OPEN-1 One' }).getByLabel('Priority');
    await priority.waitFor();
    const other = await test.open('/tasks/OPEN-1', test.company.admin);
    await chooseProperty(other, 'Priority', 'Urgent');
    await eventually('it is seen', async () => (await priority.innerText()) === 'Urgent');
    await other.getByRole('textbox', { name: 'Comment', exact: true }).fill('Seen by all');
    await other.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Activity' }).getByText('Seen by all').waitFor();
    await test.company.admin.api.put(`/tasks/${id}`, { title: 'Renamed' });
    await page.getByRole('dialog', { name: 'OPEN-1 Renamed' }).waitFor();
    await closeClean(other);
    await closeClean(page);
  });

  it('come over one stream per browser, which another tab takes over', async () => {
    const projectId = await project('TABS', 'One');
    const first = await test.open('/projects/TABS/board', test.company.member);
    let streams = 0;
    first.context().on('request', (request) => void (streams += request.url().includes('/events/stream') ? 1 : 0));
    const second = await first.context().newPage();
    const seen = (page: Page, name: string) => page.getByRole('article', { name }).waitFor();
    await second.goto('/projects/TABS/board');
    await seen(second, 'TABS-1 One');
    await createTask(test.company.admin, projectId, { title: 'Two' });
    await Promise.all([seen(first, 'TABS-2 Two'), seen(second, 'TABS-2 Two')]);
    expect(streams).toBeLessThanOrEqual(1);
    streams = 0;
    await first.close();
    await eventually('the other tab reads the stream', () => streams === 1);
    await createTask(test.company.admin, projectId, { title: 'Three' });
    await seen(second, 'TABS-3 Three');
    await second.context().close();
  });

  it('appear within a minute, or on focus, when they have no event', async () => {
    const projectId = await project('SLOW', 'One');
    const { member, admin } = test.company;
    const body = { projectId, name: 'Sprint 1' };
    const { id } = (await admin.api.post<{ id: string }>('/sprints', body)).body;
    const { id: taskId } = (await member.api.get<{ id: string }>('/tasks/SLOW-1')).body;
    const comment = (await admin.api.post<{ id: string }>(`/tasks/${taskId}/comments`, { body: 'First' })).body;
    const page = await test.open('/sign-in', member);
    await page.clock.install();
    await page.goto(`/projects/SLOW/sprints/${id}?task=SLOW-1`);
    await page.getByRole('region', { name: 'Activity' }).getByText('First').waitFor();
    await admin.api.put(`/sprints/${id}`, { name: 'Sprint of May' });
    await admin.api.put(`/comments/${comment.id}`, { body: 'Second thought' });
    await page.clock.runFor(61_000);
    await page.getByRole('region', { name: 'Activity' }).getByText('Second thought').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sprint of May', includeHidden: true }).waitFor();
    await admin.api.put(`/sprints/${id}`, { name: 'Sprint of June' });
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
    await page.getByRole('heading', { level: 1, name: 'Sprint of June', includeHidden: true }).waitFor();
    await closeClean(page);
  });

  it('of who is signed in, in another tab, load the console anew', async () => {
    const { member, owner } = test.company;
    const other = await createUser(owner, 'MEMBER');
    await project('OLD', 'One');
    const page = await test.open('/projects/OLD/board', member);
    await page.getByRole('article', { name: 'One' }).waitFor();
    const tab = await page.context().newPage();
    const body = { email: other.email, password: other.password };
    expect((await tab.request.post('/api/session', { data: body })).status()).toBe(200);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
    await page.waitForURL((url) => !url.pathname.startsWith('/projects/OLD'));
    await closeClean(page);
  });

  it('of my own role appear within a minute', async () => {
    const { owner } = test.company;
    const user = await createUser(owner, 'MEMBER');
    const page = await test.open('/sign-in', user);
    await page.clock.install();
    await page.goto('/projects');
    await page.getByRole('button', { name: 'New project' }).waitFor();
    await owner.api.put(`/users/${user.id}`, { role: 'VIEWER' });
    await page.clock.runFor(61_000);
    await page.getByRole('button', { name: 'New project' }).waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('appear after the network is back, if it was down meanwhile', async () => {
    const projectId = await project('GONE', 'One');
    const page = await test.open('/projects/GONE/board', test.company.member);
    await page.getByRole('article', { name: 'GONE-1 One' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('The connection is gone').waitFor();
    await createTask(test.company.admin, projectId, { title: 'Meanwhile' });
    await page.context().setOffline(false);
    await page.getByText('The connection is gone').waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'GONE-2 Meanwhile' }).waitFor();
    await page.context().close();
  });

  it('need no reload after a lost connection: typed text stays, and the next screen opens', async () => {
    await project('LATE', 'One');
    const page = await test.open('/projects/LATE/board', test.company.member);
    await page.getByRole('article', { name: 'LATE-1 One' }).waitFor();
    await page.getByRole('button', { name: 'Add task' }).first().click();
    await page.getByLabel('Task title').fill('Half written');
    await page.evaluate('globalThis.isSamePage = true');
    await page.context().setOffline(true);
    await page.getByText('The connection is gone').waitFor();
    await page.getByRole('link', { name: 'Epics', exact: true }).click();
    expect(await page.getByLabel('Task title').inputValue()).toBe('Half written');
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Epics' }).waitFor();
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
    await page.context().close();
  });
});
