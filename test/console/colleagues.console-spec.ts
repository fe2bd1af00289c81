import { createColleague } from '../factories/colleague.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('virtual colleagues', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    await createTask(member, id, {
      title: 'Late',
      assigneeId: member.id,
      dueDate: '2026-01-05T00:00:00.000Z',
      status: 'In Progress',
    });
  }, 120_000);
  afterAll(() => test.stop());

  it('creates one from the nine roles by keyboard, and shows what is wrong at the field', async () => {
    const page = await test.open('/colleagues', test.company.admin);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New colleague' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New colleague' });
    await dialog.getByRole('radio', { name: 'Project Lead' }).press('Space');
    expect(await dialog.getByRole('radio').count()).toBe(9);
    await expectAccessible(page);
    await dialog.getByLabel('Chat webhook URL').fill('nowhere');
    await dialog.getByRole('button', { name: 'Create colleague' }).press('Enter');
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Chat webhook URL').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Chat webhook URL').fill('');
    await dialog.getByLabel('Name').fill('Leo');
    await dialog.getByLabel('Frequency').selectOption('Weekdays');
    await dialog.getByLabel('Time', { exact: true }).fill('08:30');
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin');
    await dialog.getByRole('button', { name: 'Create colleague' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Leo' }).waitFor();
    await page.goto('/colleagues');
    const card = page.getByRole('article', { name: 'Leo' });
    for (const fact of ['Project Lead', 'Weekdays at 08:30, Europe/Berlin', 'Never run']) {
      await card.getByText(fact, { exact: true }).waitFor();
    }
    await closeClean(page);
  });

  it('runs now, and shows the result and the messages, with links to tasks', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Scrum', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.member);
    await page.getByRole('button', { name: 'Run now' }).click();
    const result = page.getByRole('region', { name: 'Result' });
    for (const fact of ['Tasks scanned', 'Actions', 'Sent', 'Failed', 'Duration']) {
      await result.getByText(fact, { exact: true }).waitFor();
    }
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByText('by hand').waitFor();
    await runs.getByRole('link', { name: 'WEB-1' }).first().click();
    await page.getByRole('dialog', { name: 'WEB-1 Late' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('list', { name: 'Next runs' }).getByRole('listitem').count()).toBe(5);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('edits the name, the schedule and the settings, which stand beside the preset', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Otto', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.admin);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'Actions for Otto' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    await dialog.getByLabel('Name').fill('Ottilie');
    await dialog.getByLabel('Frequency').selectOption('Daily');
    await dialog.getByLabel('Time', { exact: true }).fill('07:15');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ottilie' }).waitFor();
    await page.getByText('Daily at 07:15').waitFor();
    const chase = page.getByRole('group', { name: 'Chase' });
    await chase.getByLabel('Repeat after hours').fill('-3');
    await chase.getByRole('button', { name: 'Save' }).click();
    await chase.getByLabel('Repeat after hours').and(page.locator('[aria-invalid]')).waitFor();
    await chase.getByLabel('Repeat after hours').fill('6');
    await chase.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Saved').waitFor();
    await chase.getByText('Preset: 24').first().waitFor();
    await chase.getByRole('button', { name: 'Use preset' }).click();
    await page.locator('fieldset:has-text("Chase") input[value="24"]').first().waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    await closeClean(page);
  });

  it('offers a viewer no runs and no changes', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Seen', role: 'customer' });
    const page = await test.open('/colleagues', test.company.viewer);
    await page.getByRole('link', { name: 'Seen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Seen' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/colleagues/${id}`);
    await page.getByRole('group', { name: 'Tone', exact: true }).waitFor();
    for (const name of ['Run now', 'Enable', 'Disable', 'Save', 'Use preset', 'Actions for Seen']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await closeClean(page);
  });
});
