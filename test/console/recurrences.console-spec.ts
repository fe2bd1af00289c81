import { createProject, type TestProject } from '../factories/project.factory.js';
import { createRecurrence, type TestRecurrence } from '../factories/recurrence.factory.js';
import { createTask } from '../factories/task.factory.js';
import {
  chooseProperty,
  closeClean,
  ConsoleTest,
  describeConsole,
  expectAccessible,
  expectStatus,
} from '../support/console.js';

describeConsole('recurring tasks', () => {
  let test: ConsoleTest;
  let project: TestProject;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    project = await createProject(test.company.admin, { name: 'Website', key: 'WEB' });
  });
  afterAll(() => test.stop());

  const found = async (name: string): Promise<TestRecurrence | undefined> =>
    (await test.company.viewer.api.get<TestRecurrence[]>('/recurrences')).body.find((one) => one.name === name);

  it('are made, changed, run and deleted in the settings of a project', async () => {
    const page = await test.open('/projects/WEB/settings', test.company.member);
    await page.getByRole('button', { name: 'New recurring task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recurring task' });
    await dialog.getByLabel('Name').fill('Stand-up');
    await dialog.getByLabel('Title').fill('Stand-up {{n}}');
    await dialog.getByLabel('Frequency').selectOption({ label: 'month' });
    await dialog.getByLabel('On', { exact: true }).selectOption({ label: 'the last' });
    await dialog.getByLabel('Weekday').selectOption({ label: 'Friday' });
    await dialog.getByLabel('Time', { exact: true }).fill('09:30');
    await chooseProperty(page, 'Time zone', 'UTC');
    await dialog.getByText('Every month on the last Friday at 09:30, UTC').waitFor();
    expect(await dialog.getByRole('list', { name: 'Next five' }).getByRole('listitem').count()).toBe(5);
    await expectAccessible(page);
    const labels = await dialog.locator('label').allTextContents();
    expect(labels.indexOf('Frequency')).toBeLessThan(labels.indexOf('Description'));
    await dialog.getByRole('button', { name: 'Create recurring task' }).click();
    const table = page.getByRole('table', { name: 'Recurring tasks' });
    await table.getByRole('row', { name: /^Stand-up/ }).waitFor();
    // What says when comes first: the last columns may be out of view.
    const columns = await table.getByRole('columnheader').allTextContents();
    expect(columns).toEqual(['Name', 'When', 'Next', 'State', 'Title', 'Actions']);
    expect(await found('Stand-up')).toMatchObject({
      projectId: project.id,
      task: { title: 'Stand-up {{n}}' },
      words: 'Every month on the last Friday at 09:30, UTC',
    });
    const act = async (action: string) => {
      await page.getByRole('button', { name: 'Actions for Stand-up' }).click();
      await page.getByRole('menuitem', { name: action }).press('Enter');
    };
    await act('Make it now');
    await page.getByText('WEB-1 is made').waitFor();
    await act('Pause');
    await table.getByRole('row', { name: /Paused/ }).waitFor();
    await act('Edit');
    const edit = page.getByRole('dialog', { name: 'Edit recurring task' });
    await edit.getByLabel('Repeats').selectOption({ label: 'After the last one is done' });
    await edit.getByText('One month after the last one is done, at 09:30, UTC').waitFor();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    expect(await found('Stand-up')).toMatchObject({ mode: 'after_completion', made: 1, active: false });
    await act('Delete');
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No recurring task yet.').waitFor();
    await closeClean(page);
  });

  it('says at which field a schedule is wrong', async () => {
    const page = await test.open('/projects/WEB/settings', test.company.member);
    await page.getByRole('button', { name: 'New recurring task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recurring task' });
    expectStatus(page, 400);
    await dialog.getByLabel('Name').fill('Never');
    await dialog.getByLabel('Title').fill('Never');
    await dialog.getByLabel('Ends on').fill('2020-01-01');
    await dialog.getByText('No day fits this schedule.').waitFor();
    await dialog.getByLabel('Ends on').fill('');
    await dialog.getByLabel('Every').fill('100');
    await dialog.getByRole('button', { name: 'Create recurring task' }).click();
    await dialog.locator('[aria-invalid]').waitFor();
    expect(await dialog.getByLabel('Every').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByText('Must be from 1 to 99', { exact: true }).first().waitFor();
    await closeClean(page);
  });

  it('shows no moments of before while no day is chosen, and names the field that is wrong', async () => {
    const page = await test.open('/projects/WEB/settings', test.company.member);
    await page.getByRole('button', { name: 'New recurring task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recurring task' });
    const nextFive = dialog.getByRole('region', { name: 'Next five' });
    await nextFive.getByRole('listitem').first().waitFor();
    expectStatus(page, 400);
    await dialog.getByRole('group', { name: 'Days' }).getByRole('checkbox', { checked: true }).uncheck();
    await nextFive.getByText('Choose at least one day.').waitFor();
    expect(await nextFive.getByRole('listitem').count()).toBe(0);
    await dialog.getByLabel('Name').fill('Dayless');
    await dialog.getByLabel('Title').fill('Dayless');
    await dialog.getByRole('button', { name: 'Create recurring task' }).click();
    await dialog.getByRole('checkbox', { name: 'Monday' }).and(dialog.locator('[aria-invalid]:focus')).waitFor();
    await dialog.getByRole('checkbox', { name: 'Monday' }).check();
    await dialog.getByLabel('Never on these days').fill('24.12.2026');
    await nextFive.getByText('Never on these days: Must be a day such as 2026-12-24').waitFor();
    await closeClean(page);
  });

  it('come on the last working day of a month', async () => {
    const page = await test.open('/projects/WEB/settings', test.company.member);
    await page.getByRole('button', { name: 'New recurring task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recurring task' });
    await dialog.getByLabel('Name').fill('Close the books');
    await dialog.getByLabel('Title').fill('Close the books');
    await dialog.getByLabel('Frequency').selectOption({ label: 'month' });
    await dialog.getByLabel('On', { exact: true }).selectOption({ label: 'the last day' });
    await dialog.getByText('For the last working day').waitFor();
    await dialog.getByLabel('Never on a Saturday or Sunday').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await dialog.getByText('not on Saturdays and Sundays but on the nearest day before').waitFor();
    await dialog.getByText('For the last working day').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Create recurring task' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await found('Close the books')).toMatchObject({
      schedule: { frequency: 'monthly', dayOfMonth: -1, skip: { days: ['sat', 'sun'], shift: 'before' } },
    });
    await closeClean(page);
  });

  it('show only the first of those that follow a completion, and none once it is made', async () => {
    const schedule = { frequency: 'daily', interval: 3, timezone: 'UTC' };
    const body = { name: 'Sharpen the saw', mode: 'after_completion', schedule };
    const { id } = await createRecurrence(test.company.member, project.id, body);
    await test.company.member.api.post(`/recurrences/${id}/run`);
    const page = await test.open('/projects/WEB/settings', test.company.member);
    await page.getByRole('button', { name: 'New recurring task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recurring task' });
    await dialog.getByLabel('Every', { exact: true }).fill('2');
    await dialog.getByText('The first week is the one with this day.').waitFor();
    await dialog.getByLabel('Repeats').selectOption({ label: 'After the last one is done' });
    await dialog.getByText('The day of each further one is known once the one before is done.').waitFor();
    await dialog.getByText('2 weeks after the last one is done').waitFor();
    expect(await dialog.getByRole('list', { name: 'Next five' }).getByRole('listitem').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Actions for Sharpen the saw' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit recurring task' });
    await edit.getByText('3 days after the last one is done').waitFor();
    expect(await edit.getByRole('list', { name: 'Next five' }).count()).toBe(0);
    await closeClean(page);
  });

  it('keep what the form does not show when another part is changed', async () => {
    const schedule = { frequency: 'weekly', days: ['sat', 'tue'], skip: { days: ['sat', 'wed'] }, timezone: 'UTC' };
    await createRecurrence(test.company.member, project.id, { name: 'Kept', schedule });
    const page = await test.open('/projects/WEB/settings', test.company.member);
    await page.getByRole('button', { name: 'Actions for Kept' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit recurring task' });
    await dialog.getByRole('checkbox', { name: 'Friday' }).check();
    await dialog.getByRole('checkbox', { name: 'Tuesday' }).uncheck();
    await dialog.getByText('Every Friday and Saturday at 08:00, UTC, not on Wednesdays and Saturdays').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await found('Kept')).toMatchObject({
      schedule: { days: ['fri', 'sat'], skip: { days: expect.arrayContaining(['sat', 'wed']) } },
    });
    await closeClean(page);
  });

  it('are made of a task, and its title leads to them', async () => {
    const task = await createTask(test.company.admin, project.id, { title: 'Water the plants', priority: 'High' });
    await createTask(test.company.admin, project.id, { title: 'Fill the can', parentId: task.id });
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Make recurring' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recurring task' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Water the plants');
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Water the plants');
    await dialog.getByLabel('Frequency').selectOption({ label: 'week' });
    for (const day of await dialog.getByRole('group', { name: 'Days' }).getByRole('checkbox').all())
      await day.uncheck();
    await dialog.getByRole('checkbox', { name: 'Monday' }).check();
    await dialog.getByRole('button', { name: 'Create recurring task' }).click();
    await dialog.waitFor({ state: 'detached' });
    const made = (await found('Water the plants'))!;
    expect(made).toMatchObject({
      task: { title: 'Water the plants', priority: 'High' },
      subtasks: [{ title: 'Fill the can' }],
      schedule: { days: ['mon'] },
    });
    const { body } = await test.company.member.api.post(`/recurrences/${made.id}/run`);
    await page.goto(`${new URL(page.url()).origin}/tasks/${String(body.tid)}`);
    await page.getByRole('link', { name: 'Repeats every Monday' }).click();
    await page.getByRole('table', { name: 'Recurring tasks' }).getByText('Water the plants').first().waitFor();
    expect(page.url()).toContain('/projects/WEB/settings');
    await closeClean(page);
  });

  it('are only read by a VIEWER, with what went wrong', async () => {
    const { id } = await createRecurrence(test.company.member, project.id, { name: 'Broken' });
    await test.service.database.rows(`UPDATE recurrences SET error = 'Left out: assigneeId' WHERE id = $1`, [id]);
    const page = await test.open('/projects/WEB/settings', test.company.viewer);
    const row = page.getByRole('table', { name: 'Recurring tasks' }).getByRole('row', { name: /^Broken/ });
    await row.getByText('Left out: assigneeId').waitFor();
    expect(await page.getByRole('button', { name: 'New recurring task' }).count()).toBe(0);
    await closeClean(page);
  });
});
