import { createProject } from '../factories/project.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('projects and their settings', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('creates a project, and shows what is wrong at the field', async () => {
    await createProject(test.company.member, { name: 'Taken', key: 'TAKE' });
    const page = await test.open('/projects', test.company.member);
    expectStatus(page, 400, 409);
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Name').fill('Rocket');
    await dialog.getByLabel('Key').fill('TAKE');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').or(dialog.locator('[aria-invalid]')).first().waitFor();
    await dialog.getByLabel('Key').fill('ROCK');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Rocket' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/projects/ROCK/board');
    await page.goto('/projects');
    const other = page.getByRole('article', { name: 'Taken' });
    await other.waitFor();
    await page.getByLabel('Search projects').fill('rock');
    await other.waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'Rocket' }).waitFor();
    await closeClean(page);
  });

  it('changes name and team, and keeps a refused value in its field', async () => {
    const { admin } = test.company;
    await createProject(admin, { name: 'Old name', key: 'NAME' });
    await admin.api.post('/teams', { name: 'Crew' });
    const page = await test.open('/projects/NAME/settings', admin);
    expectStatus(page, 400);
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await page.getByLabel('Name').fill('New name');
    await page.getByLabel('Team').selectOption({ label: 'Crew' });
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New name' }).waitFor();
    expect(await page.title()).toMatch(/^Project settings · New name/);
    await closeClean(page);
  });

  it('adds a member, changes the role and removes the member by keyboard', async () => {
    const { admin } = test.company;
    await createProject(admin, { name: 'Crewed', key: 'CREW' });
    const page = await test.open('/projects/CREW/settings', admin);
    await page.getByRole('button', { name: 'Add member' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add member' });
    await dialog.getByLabel('Person').selectOption({ label: 'Max Member' });
    await dialog.getByLabel('Role').selectOption({ label: 'Lead' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add member' }).press('Enter');
    const role = page.getByLabel('Role of Max Member');
    await role.selectOption({ label: 'Member' });
    await page.getByRole('button', { name: 'Remove Max Member' }).press('Enter');
    await role.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('archives, unarchives and deletes after a confirmation', async () => {
    const { owner } = test.company;
    await createProject(owner, { name: 'Short lived', key: 'GONE' });
    const page = await test.open('/projects/GONE/settings', owner);
    const asked = async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog', { name }).getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await asked('Archive project');
    await page.getByText('This project is archived').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Unarchive project' }).click();
    await page.getByText('This project is archived').waitFor({ state: 'detached' });
    await asked('Delete project');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await page.getByRole('article', { name: 'Short lived' }).waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('offers a viewer no changes, and a member no deletion', async () => {
    await createProject(test.company.admin, { name: 'Looked at', key: 'LOOK' });
    const page = await test.open('/projects/LOOK/settings', test.company.viewer);
    await page.getByRole('heading', { level: 1, name: 'Project settings' }).waitFor();
    await page.getByLabel('Name').and(page.locator(':disabled')).waitFor();
    for (const name of ['Save', 'Add member', 'Archive project', 'Delete project']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await closeClean(page);
    const other = await test.open('/projects/LOOK/settings', test.company.member);
    await other.getByRole('button', { name: 'Save' }).waitFor();
    expect(await other.getByRole('button', { name: 'Delete project' }).count()).toBe(0);
    await closeClean(other);
  });
});
