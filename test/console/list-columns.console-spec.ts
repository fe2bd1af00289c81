import type { Page } from 'playwright-core';
import { createAgent } from '../factories/agent.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createEpic, createSprint } from '../factories/planning.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

const MORE = ['Sprint', 'Epic', 'Project', 'Created by', 'Logged', 'Delegate', 'Start'];

describeConsole('the columns of the list', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member, owner } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' });
    const sprint = await createSprint(member, projectId, { name: 'Sprint 7' });
    const epic = await createEpic(member, projectId, { name: 'Relaunch' });
    const agent = await createAgent(owner, 'Ada');
    const task = await createTask(member, projectId, {
      title: 'A title of sixty characters, which nobody wants to see cut',
      status: 'In Progress',
      priority: 'High',
      assigneeId: member.id,
      delegateId: agent.id,
      sprintId: sprint.id,
      epicId: epic.id,
      startDate: '2026-01-02T00:00:00.000Z',
      dueDate: '2026-01-05T00:00:00.000Z',
    });
    await member.api.post(`/tasks/${task.id}/time-entries`, { hours: 1.5 });
  });
  afterAll(() => test.stop());

  const share = async (page: Page): Promise<number> => {
    const title = await page.getByRole('columnheader', { name: 'Title' }).boundingBox();
    const table = await page.getByRole('table', { name: 'Tasks' }).boundingBox();
    return (title?.width ?? 0) / (table?.width ?? 1);
  };
  const isWide = (page: Page) =>
    page.evaluate<boolean>(
      `[document.documentElement, document.querySelector('[role=table]').parentElement].some((one) => one.scrollWidth > one.clientWidth)`,
    );

  it('can be chosen, and leave the title its part: the others go from the right', async () => {
    const page = await test.open('/projects/WEB/list', test.company.member, { viewport: { width: 1440, height: 900 } });
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
    await header('Created').waitFor();
    expect(await header('Created').getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of [...MORE, 'Labels', 'Promised', 'Points', 'Updated', 'Created'])
      await page.getByRole('option', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    const cells = ['Ada', 'Website', 'Sprint 7', 'Relaunch'];
    const row = page.getByRole('row', { name: /WEB-1/ });
    for (const text of cells) await row.getByText(text, { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Sprint 7, Sprint of WEB-1' }).waitFor();
    await eventually('the title has its part', async () => (await share(page)) >= 0.4);
    expect(await isWide(page)).toBe(false);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1920, height: 900 });
    for (const name of ['Created by', 'Logged', 'Start']) await header(name).waitFor();
    await row.getByText('1.5 h', { exact: true }).waitFor();
    await row.getByText(test.company.member.name, { exact: true }).first().waitFor();
    await page.setViewportSize({ width: 1000, height: 900 });
    await header('Created by').waitFor({ state: 'detached' });
    await eventually('the title has its part', async () => (await share(page)) >= 0.4);
    expect(await isWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('option', { name: 'Created by', exact: true, selected: true }).locator('svg').nth(1).waitFor();
    await closeClean(page);
  });

  it('are a second line on a narrow screen, where what is overdue is marked, too', async () => {
    const page = await test.open('/projects/WEB/list', test.company.member, { viewport: { width: 600, height: 900 } });
    const row = page.getByRole('row', { name: /WEB-1/ });
    const status = row.getByRole('button', { name: 'In Progress, Status of WEB-1' });
    await status.waitFor();
    for (const name of ['High, Priority of WEB-1', /Due date of WEB-1/, 'Max Member, Assignee of WEB-1'])
      await row.getByRole('button', { name }).waitFor();
    const [title, second] = [await row.getByRole('link').boundingBox(), await status.boundingBox()];
    expect(second!.y).toBeGreaterThanOrEqual(title!.y + title!.height - 8);
    expect(await isWide(page)).toBe(false);
    const due = row.getByRole('button', { name: /Due date of WEB-1/ }).locator('.text-danger');
    await due.waitFor();
    await expectAccessible(page);
    await status.click();
    await page.getByRole('option', { name: 'Done', exact: true }).click();
    await due.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('are all there on paper, with every row and without the sidebar', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Paper', key: 'PAPER' });
    const tasks = Array.from({ length: 60 }, (_, index) => ({ projectId, title: `Sheet ${index}` }));
    await member.api.post('/tasks/bulk-create', { tasks });
    const page = await test.open('/projects/PAPER/list', member);
    const rows = page.getByRole('row', { name: /Sheet/ });
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(60);
    await page.emulateMedia({ media: 'print' });
    await eventually('all rows are there', async () => (await rows.count()) === 60);
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await closeClean(page);
  });
});
