import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('what a viewer sees', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  /** A task of the viewer, and what takes its project out of their reach. */
  const makeTask = async (key: string): Promise<{ task: TestTask; hide: () => Promise<unknown> }> => {
    const { owner, viewer } = test.company;
    const { id } = await createProject(owner, { name: key, key });
    const task = await createTask(owner, id, { title: 'Seen once', assigneeId: viewer.id });
    const { body: team } = await owner.api.post('/teams', { name: `Team of ${key}` });
    return { task, hide: () => owner.api.put(`/projects/${id}`, { teamId: team.id }) };
  };
  /** As when the reader comes back to the page. */
  const comeBack = (page: Page) => page.evaluate("dispatchEvent(new Event('visibilitychange'))");

  it('is offered no key that changes a task', async () => {
    const { task } = await makeTask('KEYS');
    const page = await test.open(`/projects/KEYS/list?task=${task.tid}`, test.company.viewer);
    const drawer = page.getByRole('dialog', { name: `${task.tid} Seen once` });
    const title = drawer.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    for (const key of ['e', 'a', 's', 'c']) await page.keyboard.press(key);
    expect(await title.and(page.locator(':focus')).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await closeClean(page);
  });

  it('is offered nothing of the company to set', async () => {
    const page = await test.open('/settings/company', test.company.viewer);
    await page.getByLabel('Name').and(page.locator(':disabled')).waitFor();
    expect(await page.getByLabel('Require a second factor').count()).toBe(0);
    await closeClean(page);
  });

  it('is told that a task has gone out of reach, and keeps nothing of it', async () => {
    const { task, hide } = await makeTask('GONE');
    const page = await test.open(`/projects?task=${task.tid}`, test.company.viewer);
    expectStatus(page, 404);
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await hide();
    await comeBack(page);
    const drawer = page.getByRole('dialog', { name: task.tid, exact: true });
    await drawer.getByText('There is nothing here').waitFor();
    expect(await drawer.getByRole('button', { name: 'Copy link' }).count()).toBe(0);
    await closeClean(page);
  });

  it('is told that an entry has gone, and goes back from it on a phone', async () => {
    const { task, hide } = await makeTask('INB');
    const { viewer } = test.company;
    const entryOf = async () =>
      (await viewer.api.get('/inbox')).body.find((entry: { task: TestTask }) => entry.task.tid === task.tid)?.id;
    await eventually('the entry', async () => (await entryOf()) !== undefined);
    const page = await test.open(`/inbox?entry=${await entryOf()}`, viewer, { phone: true });
    expectStatus(page, 404);
    const pane = page.getByRole('region', { name: 'Task' });
    const done = pane.getByRole('button', { name: 'Done' });
    await done.waitFor();
    await hide();
    await comeBack(page);
    await page.getByText('It is no longer there.').waitFor();
    expect(await pane.getByRole('button', { name: /done|Snooze/i }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await page.getByRole('region', { name: 'Entries' }).waitFor();
    await closeClean(page);
  });

  it('is told what of the settings of a project cannot be read', async () => {
    await makeTask('SET');
    const page = await test.open('/projects', test.company.viewer);
    expectStatus(page, 500);
    const json = { error: { code: 'INTERNAL_ERROR', message: 'Nothing could be read' } };
    await page.getByRole('article', { name: 'SET' }).waitFor();
    await page.route(/\/api\/(projects\/|teams)/, (route) => route.fulfill({ status: 500, json }));
    await page.goto('/projects/SET/settings');
    for (const name of ['General', 'Inbox', 'Members']) {
      const region = page.getByRole('region', { name });
      await region.getByText('Nothing could be read').waitFor();
    }
    expect(await page.getByLabel('Team').count()).toBe(0);
    await page.unroute(/\/api\/(projects\/|teams)/);
    for (const name of ['General', 'Inbox', 'Members'])
      await page.getByRole('region', { name }).getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Team').waitFor();
    await page.getByLabel('Watch').waitFor();
    await page.getByLabel('Role of').first().waitFor();
    await closeClean(page);
  });

  it('signs in again in another way when the session has ended, and comes back', async () => {
    const { email, password } = test.company.viewer;
    const page = await test.open('/settings/labels?x=1', test.company.viewer);
    expectStatus(page, 401);
    await page.getByRole('heading', { level: 1, name: 'Labels' }).waitFor();
    await page.context().clearCookies();
    await comeBack(page);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Sign in another way' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Labels' }).waitFor();
    await closeClean(page);
  });
});
