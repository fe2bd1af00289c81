import { createProject } from '../factories/project.factory.js';
import { createSprint } from '../factories/planning.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';

describeConsole('a planning session', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('filters, goes on from row to row, and shows who has how much', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' });
    const label = (await member.api.post<{ id: string }>('/labels', { name: 'bug' })).body.id;
    const dates = { startDate: '2026-03-02T00:00:00.000Z', endDate: '2026-03-13T00:00:00.000Z' };
    await createSprint(member, projectId, { name: 'Sprint 1', ...dates });
    for (const title of ['One', 'Two', 'Three']) {
      const facts = { priority: 'High', labelIds: [label], dueDate: '2026-01-05T00:00:00.000Z' };
      await createTask(member, projectId, { title, estimatedHours: 5, assigneeId: member.id, ...facts });
    }
    await createTask(member, projectId, { title: 'Other' });
    const page = await test.open('/projects/WEB/planning', member);
    const backlog = page.getByRole('region', { name: 'Backlog' });
    const row = (name: string) => page.getByRole('article', { name });
    for (const fact of ['High', 'bug', /Jan 5/]) await row('WEB-1 One').getByText(fact).first().waitFor();
    await page.goto('/projects/WEB/planning?priority=High');
    await row('WEB-4 Other').waitFor({ state: 'detached' });
    await backlog.getByText('3 of 4 tasks').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Points of WEB-1').fill('8');
    await page.keyboard.press('Enter');
    await page.getByLabel('Points of WEB-2').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Actions for WEB-1' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Plan for Sprint 1' }).press('Enter');
    const sprint = page.getByRole('region', { name: 'Sprint 1' });
    await sprint.getByRole('article', { name: 'WEB-1 One' }).waitFor();
    await row('WEB-2 Two').getByRole('link').and(page.locator(':focus')).waitFor();
    const loads = sprint.getByRole('list', { name: 'Hours by assignee' });
    await loads.getByText('Max Member').waitFor();
    await loads.getByText('8 hours in 10 days').waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('proposes the next sprint, and where open tasks go on', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Next', key: 'NEXT' });
    const dates = { startDate: '2026-03-02T00:00:00.000Z', endDate: '2026-03-13T00:00:00.000Z' };
    const { id: sprintId } = await createSprint(member, projectId, { name: 'Sprint 4', ...dates });
    await createTask(member, projectId, { title: 'Finished', sprintId, status: 'Done', estimatedHours: 3 });
    await createTask(member, projectId, { title: 'Unfinished', sprintId, estimatedHours: 2 });
    await member.api.post(`/sprints/${sprintId}/start`);
    const page = await test.open('/projects/NEXT/planning', member);
    await page.getByRole('button', { name: 'New sprint' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New sprint' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Sprint 5');
    expect(await dialog.getByLabel('Start date').inputValue()).toBe('2026-03-14');
    expect(await dialog.getByLabel('End date').inputValue()).toBe('2026-03-25');
    await dialog.getByRole('button', { name: 'Create sprint' }).press('Enter');
    await page.getByRole('region', { name: 'Sprint 5' }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Project' });
    await tabs.getByRole('link', { name: 'Active sprint' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sprint 4' }).waitFor();
    await page.getByRole('img', { name: 'Burndown' }).waitFor();
    await page.getByRole('img', { name: 'Burn-up' }).waitFor();
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole('button', { name: 'Complete sprint' }).press('Enter');
    const complete = page.getByRole('dialog', { name: 'Complete sprint' });
    await complete.getByRole('region', { name: 'Done' }).getByText('Finished').waitFor();
    await complete.getByRole('region', { name: 'Goes on' }).getByText('Unfinished').waitFor();
    const to = complete.getByLabel('Move open tasks to');
    expect(await to.locator('option:checked').textContent()).toBe('Sprint 5');
    await expectAccessible(page);
    await complete.getByRole('button', { name: 'Complete sprint' }).press('Enter');
    await page
      .getByRole('region', { name: 'Sprint 5' })
      .getByRole('article', { name: /Unfinished/ })
      .waitFor();
    await closeClean(page);
  });
});
