import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';

describeConsole('the links of a task', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
  });
  afterAll(() => test.stop());

  it('are made, shown on both tasks and taken away', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' });
    const { tid, id } = await createTask(member, projectId, { title: 'The copy' });
    const other = await createTask(member, projectId, { title: 'The original' });
    const page = await test.open(`/tasks/${tid}`, member);
    const links = page.getByRole('region', { name: 'Links' });
    await page.getByRole('button', { name: 'Add link' }).click();
    await links.getByLabel('Kind of link').selectOption('Duplicates');
    await links.getByRole('combobox', { name: 'Find a task' }).fill(other.tid);
    await links.getByRole('option', { name: /The original/ }).click();
    const row = links.getByRole('listitem').filter({ hasText: 'The original' });
    await row.getByText('Duplicates').waitFor();
    await expectAccessible(page);
    await page.goto(`/tasks/${other.tid}`);
    await links.getByText('Duplicated by').waitFor();
    await links.getByRole('button', { name: `Remove link ${tid}` }).click();
    await links.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add link' }).and(page.locator(':focus')).waitFor();
    expect((await member.api.get(`/tasks/${id}/links`)).body).toEqual([]);
    await closeClean(page);
  });
});
