import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('epics', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  async function epics(key: string, ...names: string[]): Promise<{ address: string; projectId: string }> {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: `Project ${key}`, key });
    for (const name of names) await member.api.post('/epics', { projectId, name });
    return { address: `/projects/${key}/epics`, projectId };
  }

  it('creates, edits and deletes an epic by mouse, and shows what is wrong', async () => {
    const { address } = await epics('MOUS');
    const page = await test.open(address, test.company.member);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New epic' }).click();
    const dialog = page.getByRole('dialog', { name: 'New epic' });
    await dialog.getByRole('button', { name: 'Create epic' }).click();
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Name').fill('Launch');
    await dialog.getByLabel('Start date').fill('2027-01-01');
    await dialog.getByLabel('Due date').fill('2027-02-01');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create epic' }).click();
    await page.getByRole('article', { name: 'Launch' }).getByText('Jan 1, 2027 – Feb 1, 2027').waitFor();
    await page.getByRole('button', { name: 'Actions for Launch' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit' }).getByLabel('Name').fill('Second launch');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article', { name: 'Second launch' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Second launch' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('article').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('shows progress and tasks, is accessible, and works by keyboard', async () => {
    const { address, projectId } = await epics('KEYS', 'Launch');
    const { member } = test.company;
    const [epic] = (await member.api.get<{ id: string }[]>(`/epics?projectId=${projectId}`)).body;
    await member.api.put(`/epics/${epic!.id}`, { description: 'Needs **much**' });
    for (const status of ['Done', 'To Do'])
      await createTask(member, projectId, { title: status, status, epicId: epic?.id });
    const page = await test.open(address, member);
    const article = page.getByRole('article', { name: 'Launch' });
    await article.getByText('1 of 2').first().waitFor();
    await article.getByText('2 tasks').press('Enter');
    await article.getByRole('link', { name: 'KEYS-2 To Do' }).waitFor();
    await expectAccessible(page);
    await article.getByRole('link', { name: 'Launch' }).press('Enter');
    await page.getByRole('status').getByText('2 tasks').waitFor();
    await page.goBack();
    await article.getByText('2 tasks').press('Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Move to Done' }).press('Enter');
    await article.getByText('2 of 2').first().waitFor();
    expect(await article.locator('strong').innerText()).toBe('much');
    await page.getByRole('button', { name: 'New epic' }).press('Enter');
    await page.getByRole('dialog', { name: 'New epic' }).getByLabel('Name').fill('Next');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Next' }).waitFor();
    await closeClean(page);
  });

  it('offers a viewer no changes', async () => {
    const { address } = await epics('VIEW', 'Launch');
    const page = await test.open(address, test.company.viewer);
    await page.getByRole('article', { name: 'Launch' }).waitFor();
    for (const name of ['New epic', 'Actions for Launch']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await closeClean(page);
  });
});
