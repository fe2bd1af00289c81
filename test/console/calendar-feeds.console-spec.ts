import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { dayIn } from '../support/clock.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('calendar feeds', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('are made with an address that is shown once, and deleted', async () => {
    const { member, viewer } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' });
    await createTask(member, projectId, { title: 'Soon', dueDate: dayIn(1) });
    const page = await test.open('/settings/calendar', viewer, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
    await page.getByRole('button', { name: 'New feed' }).click();
    const dialog = page.getByRole('dialog', { name: 'New feed' });
    await dialog.getByLabel('Name').fill('Launch');
    await dialog.getByLabel('Tasks').selectOption({ label: 'Of a project' });
    await dialog.getByLabel('Project').selectOption({ label: 'Website' });
    await dialog.getByRole('button', { name: 'Create feed' }).click();
    await dialog.getByRole('button', { name: 'Copy address' }).waitFor();
    await expectAccessible(page);
    const address = await dialog.getByLabel('Address').inputValue();
    expect(address).toMatch(/\/api\/calendar\/[\w-]{64}\.ics$/);
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    await page.getByText('Address copied').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'Calendar' }).getByRole('row', { name: /^Launch/ });
    await row.getByText('Website').waitFor();
    await row.getByText('Never').waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await eventually('the feed is gone', async () => (await viewer.api.get('/calendar-feeds')).body.length === 0);
    await closeClean(page);
  });
});
