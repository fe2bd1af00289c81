import { createSprint } from '../factories/planning.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';

describeConsole('insights', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('show the same numbers as pictures and as tables, live', async () => {
    const { member, viewer } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    const sprint = await createSprint(member, id, { name: 'Sprint 1', startDate: '2026-01-19T00:00:00.000Z' });
    await createTask(member, id, {
      title: 'One',
      assigneeId: member.id,
      status: 'To Do',
      sprintId: sprint.id,
      estimatedHours: 3,
    });
    const first = await createSprint(member, id, { name: 'Sprint 10', startDate: '2026-01-05T00:00:00.000Z' });
    await createTask(member, id, { title: 'Before', status: 'Done', sprintId: first.id, estimatedHours: 2 });
    await createTask(member, id, { title: 'Two', status: 'Done', sprintId: sprint.id, estimatedHours: 5 });
    await createTask(member, id, { title: 'Three' });
    const page = await test.open('/projects/WEB/board', viewer);
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Insights' }).click();
    await page.getByRole('heading', { level: 1, name: 'Insights' }).waitFor();
    const cells = async (name: string, row: number) =>
      page.getByRole('table', { name, exact: true }).getByRole('row').nth(row).getByRole('cell').allInnerTexts();
    for (const name of ['Created and completed', 'Open tasks', 'Points by sprint', 'Age of open tasks']) {
      await page.getByRole('table', { name, exact: true }).waitFor();
      await page.getByRole('img', { name, exact: true }).waitFor();
    }
    expect((await cells('Created and completed', 1)).slice(1)).toEqual(['4', '2']);
    expect(await cells('Open tasks', 1)).toEqual([member.name, '0', '1', '1']);
    expect(await cells('Open tasks', 2)).toEqual(['Nobody', '1', '0', '1']);
    expect(await cells('Points by sprint', 1)).toEqual(['Sprint 10', '2', '2', '0']);
    expect(await cells('Points by sprint', 2)).toEqual(['Sprint 1', '8', '5', '3']);
    expect(await cells('Age of open tasks', 1)).toEqual(['This week', '2']);
    await page.getByRole('img', { name: 'Created and completed' }).locator('canvas').waitFor();
    await expectAccessible(page);
    await createTask(member, id, { title: 'Four' });
    await page
      .getByRole('table', { name: 'Age of open tasks' })
      .getByRole('cell', { name: '3', exact: true })
      .waitFor();
    await closeClean(page);
  });

  it('say that there is nothing yet', async () => {
    const { member } = test.company;
    await createProject(member, { name: 'Empty', key: 'EMP' });
    const page = await test.open('/projects/EMP/insights', member, { phone: true });
    await page.getByText('Nothing to show yet.').first().waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });
});
