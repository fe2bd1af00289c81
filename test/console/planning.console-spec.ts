import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, drag, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('sprint planning', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  /** A project with tasks of 5 points each in the backlog, and a planned sprint. */
  async function plan(key: string, ...titles: string[]): Promise<string> {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: `Project ${key}`, key });
    for (const title of titles) await createTask(member, projectId, { title, estimatedHours: 5 });
    await member.api.post('/sprints', { projectId, name: 'Sprint 1' });
    return `/projects/${key}/planning`;
  }

  it('shows estimated hours as story points or as hours', async () => {
    const page = await test.open(await plan('SHOW', 'One', 'Two'), test.company.member);
    const backlog = page.getByRole('region', { name: 'Backlog' });
    await backlog.getByText('10 points', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sprint planning');
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'Hours' }).click();
    await backlog.getByText('10 hours', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?hours=1');
    await page.reload();
    await backlog.getByText('10 hours', { exact: true }).waitFor();
    expect(await page.getByLabel('Hours of SHOW-1').inputValue()).toBe('5');
    await page.goBack();
    await backlog.getByText('10 points', { exact: true }).waitFor();
    await closeClean(page);
  });

  it('moves tasks by mouse and by menu, and edits points in place', async () => {
    const { member } = test.company;
    const page = await test.open(await plan('PLAN', 'One', 'Two'), member);
    const sprint = page.getByRole('region', { name: 'Sprint 1' });
    await drag(page.getByRole('article', { name: 'PLAN-1 One' }), sprint);
    await sprint.getByRole('article', { name: 'PLAN-1 One' }).waitFor();
    await page.getByRole('button', { name: 'Actions for PLAN-2' }).click();
    await page.getByRole('menuitem', { name: 'Plan for Sprint 1' }).click();
    await sprint.getByText('10 points', { exact: true }).waitFor();
    await page.getByLabel('Points of PLAN-1').fill('8');
    await page.keyboard.press('Enter');
    await sprint.getByText('13 points', { exact: true }).waitFor();
    await eventually('all is kept', async () => {
      const [one, two] = [await member.api.get('/tasks/PLAN-1'), await member.api.get('/tasks/PLAN-2')];
      return one.body.estimatedHours === 8 && two.body.sprintId !== null;
    });
    await page.reload();
    await sprint.getByText('13 points remaining').waitFor();
    await closeClean(page);
  });

  it('finds tasks of the backlog by their text, and leads to the page of a sprint', async () => {
    const page = await test.open(await plan('FIND', 'Sign in', 'Sign out', 'Export'), test.company.viewer);
    const backlog = page.getByRole('region', { name: 'Backlog' });
    await backlog.getByRole('article').nth(2).waitFor();
    await page.getByLabel('Filter by text').fill('sign');
    await backlog.getByRole('article', { name: 'FIND-3 Export' }).waitFor({ state: 'detached' });
    expect(await backlog.getByRole('article').count()).toBe(2);
    await backlog.getByRole('status').getByText('2 of 3 tasks').waitFor();
    // What it adds up to is that of all.
    await backlog.getByText('15 points', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('Filter by text').fill('nowhere');
    await backlog.getByText('No task of it fits the filters.').waitFor();
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Sprint 1' }).getByRole('link', { name: 'Sprint 1' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sprint 1' }).waitFor();
    await closeClean(page);
  });

  it('restores a value that the service refuses, and shows its message', async () => {
    const page = await test.open(await plan('REFU', 'One'), test.company.member);
    expectStatus(page, 400);
    await page.getByLabel('Points of REFU-1').fill('-1');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Notifications' }).getByText('not valid').waitFor();
    await page.getByRole('region', { name: 'Backlog' }).getByText('5 points', { exact: true }).waitFor();
    await closeClean(page);
  });

  it('creates, starts and completes a sprint by keyboard', async () => {
    const page = await test.open(await plan('LIFE', 'One'), test.company.member);
    await page.getByRole('button', { name: 'New sprint' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New sprint' });
    await dialog.getByLabel('Name').fill('Sprint 2');
    await dialog.getByLabel('Goal').fill('Done by Friday');
    await dialog.getByRole('button', { name: 'Create sprint' }).press('Enter');
    await page.getByRole('region', { name: 'Sprint 2' }).waitFor();
    const sprint = page.getByRole('region', { name: 'Sprint 1' });
    await page.getByRole('button', { name: 'Actions for LIFE-1' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Plan for Sprint 1' }).press('Enter');
    await sprint.getByRole('article', { name: 'LIFE-1 One' }).waitFor();
    await sprint.getByRole('button', { name: 'Start sprint' }).press('Enter');
    const start = page.getByRole('dialog', { name: 'Start sprint' });
    await start.getByRole('button', { name: 'Start sprint' }).press('Enter');
    await sprint.getByRole('button', { name: 'Complete sprint' }).press('Enter');
    const complete = page.getByRole('dialog', { name: 'Complete sprint' });
    await complete.getByText('1 open task').waitFor();
    await complete.getByLabel('Move open tasks to').selectOption({ label: 'Sprint 2' });
    await complete.getByRole('button', { name: 'Complete sprint' }).press('Enter');
    const next = page.getByRole('region', { name: 'Sprint 2' });
    await next.getByRole('article', { name: 'LIFE-1 One' }).waitFor();
    await page.getByText('Mean of the last 1 sprint: 0 points').waitFor();
    await page.getByText('1 past sprint').click();
    await page.getByRole('link', { name: 'Sprint 1' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sprint 1' }).waitFor();
    await closeClean(page);
  });

  it('offers a viewer no changes', async () => {
    const page = await test.open(await plan('VIEW', 'One'), test.company.viewer);
    await page.getByRole('article', { name: 'VIEW-1 One' }).waitFor();
    for (const name of ['New sprint', 'Start sprint', 'Actions for VIEW-1']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    expect(await page.getByLabel('Points of VIEW-1').count()).toBe(0);
    await closeClean(page);
  });
});
