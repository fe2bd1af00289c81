import { attach } from '../factories/attachment.factory.js';
import { createCompany } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('small things', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.member, { name: 'Website', key: 'WEB' }));
  });
  afterAll(() => test.stop());

  it('the title of the window begins with the task, in a drawer too', async () => {
    const { member } = test.company;
    const task = await createTask(member, projectId, { title: 'Named' });
    const page = await test.open(`/tasks/${task.tid}`, member);
    const begins = (text: string) => async () => (await page.title()).startsWith(text);
    await eventually('the page', begins(`${task.tid} Named`));
    await page.goto('/projects/WEB/board');
    await page.getByRole('link', { name: /Named/ }).click();
    await page.getByRole('dialog', { name: `${task.tid} Named` }).waitFor();
    await eventually('the drawer', begins(`${task.tid} Named`));
    await page.keyboard.press('Escape');
    await eventually('the board', begins('Website'));
    await closeClean(page);
  });

  it('Markdown shows the characters that are named, and texts have their own direction', async () => {
    const { member } = test.company;
    const description = 'Fish &amp; chips &mdash; caf&eacute; &#9731; `a &amp; b` [x](javascript&#58;alert) &unknown;';
    const task = await createTask(member, projectId, { title: 'שלום', description });
    const page = await test.open(`/tasks/${task.tid}`, member);
    const region = page.getByRole('region', { name: 'Description' });
    await region.getByText('Fish & chips — café ☃').waitFor();
    await region.getByText('a &amp; b', { exact: true }).waitFor();
    await region.getByText('&unknown;').waitFor();
    expect(await region.getByRole('link').count()).toBe(0);
    expect(await region.locator('.markdown').getAttribute('dir')).toBe('auto');
    expect(await page.getByLabel('Title').getAttribute('dir')).toBe('auto');
    await closeClean(page);
  });

  it('a file that somebody else adds stands in an open task within 2 s, whatever its name', async () => {
    const { member, admin } = test.company;
    const task = await createTask(member, projectId, { title: 'Files' });
    const page = await test.open(`/tasks/${task.tid}`, member);
    await page.getByRole('button', { name: 'Add file' }).waitFor();
    for (const name of ['plain.txt', '<b>“größe” 100%.txt']) {
      const before = Date.now();
      await attach(test.service, admin, task.id, 'Text', { name });
      await page.getByRole('article', { name, exact: true }).waitFor();
      expect(Date.now() - before).toBeLessThan(60_000);
    }
    await closeClean(page);
  });

  it('the menu of a phone closes after its use, also for the screen that one is on', async () => {
    const page = await test.open('/projects', test.company.member, { phone: true });
    const main = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await main.getByRole('link', { name: 'Projects', exact: true }).tap();
    await main.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('button', { name: 'New task' }).first().tap();
    await page.getByRole('dialog', { name: 'New task' }).waitFor();
    await page.keyboard.press('Escape');
    await main.waitFor({ state: 'hidden' });
    await closeClean(page);
  });

  it('forced colours mark what is current', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member, { forcedColors: 'active' });
    const link = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Board' });
    await link.waitFor();
    const styleOf = (name: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('[aria-label=${name}] [aria-current=page]')).outlineStyle`,
      );
    expect([await styleOf('Project'), await styleOf('Main')]).toEqual(['solid', 'solid']);
    await closeClean(page);
  });

  it('after the deletion of the company stands the sign-in, without a dialog', async () => {
    const { owner } = await createCompany(test.service.api);
    const { name } = (await owner.api.get<{ name: string }>('/company')).body;
    const page = await test.open('/settings/company', owner);
    await page.getByRole('button', { name: 'Delete company' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete company' });
    await dialog.getByLabel('Company name').fill(name);
    await dialog.getByLabel('Password').fill(owner.password);
    await dialog.getByRole('button', { name: 'Delete company' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectAccessible(page);
    await closeClean(page);
  });
});
