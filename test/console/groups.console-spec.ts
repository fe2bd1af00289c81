import type { Page } from 'playwright-core';
import { createLabel } from '../factories/planning.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, drag, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('groups', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  async function project(key: string): Promise<{ id: string; tasks: TestTask[] }> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    const tasks = [
      await createTask(member, id, { title: 'One', priority: 'High', status: 'To Do', estimatedHours: 3 }),
      await createTask(member, id, { title: 'Two', priority: 'High', status: 'Done', estimatedHours: 4 }),
      await createTask(member, id, { title: 'Three', priority: 'Low', status: 'To Do' }),
    ];
    return { id, tasks };
  }

  const taskOf = async ({ id }: TestTask) => (await test.company.member.api.get(`/tasks/${id}`)).body;
  const rowsOf = async (page: Page) => {
    const rows = await page.getByRole('table', { name: 'Tasks' }).getByRole('row').allInnerTexts();
    return rows.slice(1).map((text) => text.split('\n').slice(0, 3).join(' ').trim());
  };
  const choose = async (page: Page, button: string, option: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('stand under headings in a list, one in the other, and are collapsed', async () => {
    const { tasks } = await project('LIST');
    const page = await test.open('/projects/LIST/list', test.company.member);
    await page.getByRole('row', { name: /One/ }).waitFor();
    await choose(page, 'Group by', 'Priority');
    await page.getByRole('heading', { name: 'High' }).waitFor();
    await page.getByRole('button', { name: 'Group by' }).locator('[data-group=Priority]').waitFor();
    expect(new URL(page.url()).search).toBe('?group=priority');
    const high = page.getByRole('row').filter({ has: page.getByRole('heading', { name: 'High' }) });
    expect(await high.innerText()).toMatch(/High\s+2 tasks\s+7 points/);
    await choose(page, 'Then by', 'Status');
    await page.getByRole('button', { name: 'Collapse To Do of High' }).waitFor();
    expect(new URL(page.url()).search).toBe('?group=priority&then=status');
    await page.getByRole('button', { name: 'Collapse To Do of High' }).click();
    await page.getByRole('row', { name: /LIST-1/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Expand To Do of High' }).press('Enter');
    await page.getByRole('row', { name: /LIST-1/ }).waitFor();
    await page.getByRole('button', { name: 'Collapse High' }).click();
    await page
      .getByRole('button', { name: /of High$/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Expand High' }).click();
    await page.getByRole('row', { name: /LIST-1/ }).waitFor();
    await expectAccessible(page);
    // Into another group by its heading: both fields are written.
    await drag(
      page.getByRole('row', { name: /LIST-1/ }),
      page
        .getByRole('row')
        .filter({ has: page.getByRole('heading', { name: 'To Do', exact: true }) })
        .last(),
    );
    await eventually('it is low', async () => (await taskOf(tasks[0] as TestTask)).priority === 'Low');
    expect((await taskOf(tasks[0] as TestTask)).status).toBe('To Do');
    await page.getByRole('button', { name: 'Actions for LIST-2' }).click();
    await page.getByRole('menuitem', { name: 'Move to Urgent' }).click();
    await page.getByRole('heading', { name: 'Urgent' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Urgent' }).waitFor();
    expect((await rowsOf(page))[0]).toContain('Urgent');
    await closeClean(page);
  });

  it('are columns and swimlanes of a board; a drag writes the fields', async () => {
    const { id, tasks } = await project('BORD');
    const page = await test.open('/projects/BORD/board?group=priority', test.company.member);
    const high = page.getByRole('region', { name: 'High', exact: true });
    await high.getByText('2 tasks').waitFor();
    await high.getByText('7 points').waitFor();
    await drag(high.getByRole('article', { name: /One/ }), page.getByRole('region', { name: 'Urgent', exact: true }));
    await page.getByRole('region', { name: 'Urgent', exact: true }).getByRole('article', { name: /One/ }).waitFor();
    await eventually('it is urgent', async () => (await taskOf(tasks[0] as TestTask)).priority === 'Urgent');
    await page.goto('/projects/BORD/board?group=status&then=priority');
    const cell = page.getByRole('region', { name: 'In Progress of High' });
    await page.getByRole('region', { name: 'Done of High' }).getByRole('article', { name: /Two/ }).waitFor();
    await drag(page.getByRole('region', { name: 'To Do of Low' }).getByRole('article', { name: /Three/ }), cell);
    await cell.getByRole('article', { name: /Three/ }).waitFor();
    await eventually('both are written', async () => {
      const { status, priority } = await taskOf(tasks[2] as TestTask);
      return status === 'In Progress' && priority === 'High';
    });
    await page.getByRole('button', { name: 'Collapse High' }).click();
    await cell.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Expand High' }).click();
    await cell.waitFor();
    await expectAccessible(page);
    const { member } = test.company;
    const [bug, docs] = [
      await createLabel(member, { name: `bug ${id}` }),
      await createLabel(member, { name: `docs ${id}` }),
    ];
    await member.api.put(`/tasks/${tasks[1]?.id}`, { labelIds: [bug.id] });
    await page.goto('/projects/BORD/board?group=label');
    await page.getByRole('region', { name: bug.name }).getByRole('button', { name: 'Actions for BORD-2' }).click();
    await page.getByRole('menuitem', { name: `Move to ${docs.name}` }).click();
    await page.getByRole('region', { name: docs.name }).getByRole('article', { name: /Two/ }).waitFor();
    await eventually('the label is written', async () => {
      const { labels } = await taskOf(tasks[1] as TestTask);
      return labels.map(({ name }: { name: string }) => name).join() === docs.name;
    });
    await closeClean(page);
  });

  it('that are many stand in the document only near what is seen of the board', async () => {
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Wide', key: 'WIDE' });
    const names = Array.from({ length: 40 }, (_, index) => `wide ${String(index).padStart(2, '0')}`);
    names[1] = `wide 01 ${'with a name that is long '.repeat(3)}`.trim();
    // By alphabet, in whichever order they were made.
    for (const name of names.toReversed()) {
      const label = await createLabel(member, { name });
      await createTask(member, id, { title: name, labelIds: [label.id] });
    }
    const page = await test.open('/projects/WIDE/board?group=label', member);
    const first = page.getByRole('region', { name: 'wide 00', exact: true });
    const last = page.getByRole('region', { name: 'wide 39', exact: true });
    await first.getByRole('article').waitFor();
    expect(await page.getByRole('article').count()).toBeLessThan(names.length / 2);
    const long = page.getByRole('region', { name: names[1] });
    const [button, heading] = [long.getByRole('button', { name: /^Collapse/ }), long.getByRole('heading')];
    expect((await heading.boundingBox())!.y).toBeLessThan((await button.boundingBox())!.y + 24);
    await first.locator('xpath=../..').evaluate((board) => board.scrollTo({ left: board.scrollWidth }));
    await last.getByRole('article').waitFor();
    await first.waitFor({ state: 'detached' });
    await page.goto('/projects/WIDE/board?group=status&then=label');
    await first.getByRole('article').waitFor();
    expect(await page.getByRole('article').count()).toBeLessThan(names.length / 2);
    await first.locator('xpath=../..').evaluate((board) => board.scrollTo({ top: board.scrollHeight }));
    await last.getByRole('article').waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('are those of a viewer without a drag', async () => {
    await project('VIEW');
    const page = await test.open('/projects/VIEW/board?group=assignee', test.company.viewer);
    await page.getByRole('region', { name: 'Nobody' }).getByRole('article').nth(2).waitFor();
    await page.getByRole('button', { name: 'Actions for VIEW-1' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open']);
    await closeClean(page);
  });
});
