import type { Locator, Page } from 'playwright-core';
import { createColleague } from '../factories/colleague.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectStatus } from '../support/console.js';

describeConsole('the focus', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    await createTask(member, id, { title: 'One', description: 'As it was' });
  }, 120_000);
  afterAll(() => test.stop());

  const expectFocus = (page: Page, element: Locator) => element.and(page.locator(':focus')).waitFor();

  it.each([
    ['Log time', 'Time', 'Cancel'],
    ['Add subtask', 'Subtasks', 'Done'],
    ['Edit description', 'Description', 'Cancel'],
  ])('comes back to "%s" when its form closes', async (name, regionName, closing) => {
    const page = await test.open('/projects/WEB/board?task=WEB-1', test.company.member);
    const region = page.getByRole('region', { name: regionName });
    const opener = region.getByRole('button', { name });
    await opener.press('Enter');
    await region.getByRole('button', { name: closing, exact: true }).press('Enter');
    await expectFocus(page, opener);
    await closeClean(page);
  });

  it('comes back to the button when Escape closes its box', async () => {
    const page = await test.open('/tasks/WEB-1', test.company.member);
    for (const name of ['Add blocker', 'Set parent']) {
      await page.getByRole('button', { name }).press('Enter');
      await expectFocus(page, page.getByRole('combobox', { name: 'Find a task' }));
      await page.keyboard.press('Escape');
      await expectFocus(page, page.getByRole('button', { name }));
    }
    await page.goto('/projects/WEB/board');
    const add = page.getByRole('region', { name: 'Backlog' }).getByRole('button', { name: 'Add task' });
    await add.press('Enter');
    await expectFocus(page, page.getByLabel('Task title'));
    await page.keyboard.press('Escape');
    await expectFocus(page, add);
    await closeClean(page);
  });

  it('moves to the content after a dialog that deleted what opened it', async () => {
    await test.company.owner.api.post('/labels', { name: 'short-lived' });
    const page = await test.open('/settings/labels', test.company.owner);
    await page.getByRole('button', { name: 'Actions for short-lived' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).press('Enter');
    await page.locator('main:focus').waitFor();
    await closeClean(page);
  });

  it('moves to the first field that the service refuses', async () => {
    const page = await test.open('/projects/WEB/planning', test.company.member);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New sprint' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New sprint' });
    await dialog.getByRole('button', { name: 'Create sprint' }).press('Enter');
    await expectFocus(page, dialog.getByLabel('Name').and(page.locator('[aria-invalid]')));
    await closeClean(page);
  });

  it('stays on "Save" when the settings of a colleague are saved', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Otto', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.admin);
    const chase = page.getByRole('group', { name: 'Chase' });
    await chase.getByLabel('Repeat after hours').fill('6');
    const read = page.waitForResponse((response) => response.request().method() === 'GET');
    await chase.getByRole('button', { name: 'Save' }).press('Enter');
    await read;
    await page.getByRole('region', { name: 'Notifications' }).getByText('Saved').waitFor();
    await expectFocus(page, chase.getByRole('button', { name: 'Save' }));
    await closeClean(page);
  });

  it.each(['/projects/WEB/board', '/search?q=one', '/nowhere'])(
    'starts at the link that skips to the content: %s',
    async (address) => {
      const page = await test.open(address, test.company.member);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Tab');
      await expectFocus(page, page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await page.locator('main:focus').waitFor();
      await closeClean(page);
    },
  );
});
