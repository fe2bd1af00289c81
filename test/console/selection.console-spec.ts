import { createSprint } from '../factories/planning.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTasks, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, drag, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('a selection', () => {
  let test: ConsoleTest;
  let bug: string;
  let ux: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { api } = test.company.member;
    bug = (await api.post<{ id: string }>('/labels', { name: 'bug', color: '#FF0000' })).body.id;
    ux = (await api.post<{ id: string }>('/labels', { name: 'ux', color: '#00FF00' })).body.id;
  });
  afterAll(() => test.stop());

  async function project(key: string): Promise<{ id: string; tasks: TestTask[] }> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    return { id, tasks: await createTasks(member, id, ['One', 'Two', 'Three', 'Four']) };
  }

  const countOf = async (projectId: string, query: string): Promise<number> =>
    (await test.company.member.api.get<unknown[]>(`/tasks?projectId=${projectId}&${query}`)).body.length;

  it('is what keys, menus and drags act on, on a board', async () => {
    const { id, tasks } = await project('BRD');
    await test.company.member.api.put(`/tasks/${tasks[1]?.id}`, { labelIds: [ux] });
    const page = await test.open('/projects/BRD/board', test.company.member);
    const card = (number: number, title: string) => page.getByRole('article', { name: `BRD-${number} ${title}` });
    for (const [number, title] of [
      [1, 'One'],
      [2, 'Two'],
      [3, 'Three'],
    ] as const) {
      await card(number, title).getByRole('link').focus();
      await page.keyboard.press('x');
    }
    await page.keyboard.press('p');
    await page.getByRole('listbox', { name: 'Priority of 3 tasks' }).waitFor();
    await page.getByText('3 tasks', { exact: true }).and(page.locator('[popover] *')).waitFor();
    await expectAccessible(page);
    await page.getByRole('option', { name: 'High' }).click();
    await eventually('all three are high', async () => (await countOf(id, 'priority=High')) === 3);
    await page.getByText('3 selected').waitFor();
    await card(3, 'Three').getByRole('link').focus();
    await page.keyboard.press('l');
    await page.getByRole('listbox', { name: 'Labels of 3 tasks' }).waitFor();
    await page.getByRole('option', { name: 'bug' }).click();
    await eventually('all three have it', async () => (await countOf(id, `labelIds=${bug}`)) === 3);
    await page.keyboard.press('Escape');
    // What only one of them has, it keeps.
    expect(await countOf(id, `labelIds=${ux}`)).toBe(1);
    // Outside the selection the task alone.
    await card(4, 'Four').getByRole('link').focus();
    await page.keyboard.press('p');
    await page.getByRole('listbox', { name: 'Priority of BRD-4' }).waitFor();
    await page.getByRole('option', { name: 'Low' }).click();
    await eventually('it alone is low', async () => (await countOf(id, 'priority=Low')) === 1);
    await card(2, 'Two').getByRole('link').focus();
    await page.keyboard.press('m');
    const menu = page.getByRole('menu', { name: 'Actions for 3 tasks' });
    await menu.getByText('3 tasks').waitFor();
    await menu.getByRole('menuitem', { name: 'Move to To Do' }).click();
    await eventually('all three are to do', async () => (await countOf(id, 'status=To%20Do')) === 3);
    await page.getByRole('region', { name: 'To Do' }).getByText('3 tasks').waitFor();
    await drag(card(1, 'One'), page.getByRole('region', { name: 'In Progress' }));
    await eventually('all three are in progress', async () => (await countOf(id, 'status=In%20Progress')) === 3);
    expect(await countOf(id, 'status=Backlog')).toBe(1);
    await card(1, 'One').getByRole('button', { name: 'Actions for BRD-1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('3 tasks deleted').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await card(1, 'One').waitFor();
    expect(await countOf(id, '')).toBe(4);
    await closeClean(page);
  });

  it('is what keys and menus act on in a list, all that it finds too', async () => {
    const { id } = await project('LST');
    const page = await test.open('/projects/LST/list', test.company.member);
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('row', { name: /Two/ }).getByRole('link').focus();
    await page.keyboard.press('s');
    await page.getByRole('listbox', { name: 'Status of 4 tasks' }).waitFor();
    await page.getByRole('option', { name: 'In Review' }).click();
    await eventually('all are in review', async () => (await countOf(id, 'status=In%20Review')) === 4);
    await page.getByRole('row', { name: /Two/ }).getByRole('button', { name: 'Actions for LST-2' }).click();
    await page
      .getByRole('menu', { name: 'Actions for 4 tasks' })
      .getByRole('menuitem', { name: 'Move to Done' })
      .click();
    await eventually('all are done', async () => (await countOf(id, 'status=Done')) === 4);
    await closeClean(page);
  });

  it('is planned by menu and drag', async () => {
    const { id } = await project('PLN');
    const sprint = await createSprint(test.company.member, id, { name: 'Sprint 1' });
    const page = await test.open('/projects/PLN/planning', test.company.member);
    const row = (number: number, title: string) => page.getByRole('article', { name: `PLN-${number} ${title}` });
    for (const [number, title] of [
      [1, 'One'],
      [2, 'Two'],
    ] as const) {
      await row(number, title).getByRole('link').focus();
      await page.keyboard.press('x');
    }
    await row(2, 'Two').getByRole('button', { name: 'Actions for PLN-2' }).click();
    await page
      .getByRole('menu', { name: 'Actions for 2 tasks' })
      .getByRole('menuitem', { name: /Sprint 1/ })
      .click();
    await eventually('both are planned', async () => (await countOf(id, `sprintId=${sprint.id}`)) === 2);
    await drag(row(1, 'One'), page.getByRole('region', { name: 'Backlog' }));
    await eventually('both are back', async () => (await countOf(id, `sprintId=${sprint.id}`)) === 0);
    await closeClean(page);
  });
});
