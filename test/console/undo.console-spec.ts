import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTasks, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, drag, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

interface Read {
  id: string;
  title: string;
  status: string;
  priority: string;
  estimatedHours: number | null;
  labels: { id: string }[];
}

describeConsole('a change that is undone', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
  });
  afterAll(() => test.stop());

  async function project(key: string): Promise<{ id: string; tasks: TestTask[] }> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    return { id, tasks: await createTasks(member, id, ['One', 'Two', 'Three', 'Four']) };
  }

  const read = async ({ id }: TestTask): Promise<Read> =>
    (await test.company.member.api.get<Read>(`/tasks/${id}`)).body;

  const becomes = (task: TestTask, values: Partial<Read>) =>
    eventually(`${task.tid} is ${JSON.stringify(values)}`, async () => {
      const now = await read(task);
      return Object.entries(values).every(([name, value]) => now[name as keyof Read] === value);
    });

  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

  it('has its old values again, on a list by the button and by the key', async () => {
    const { tasks } = await project('LST');
    const [one, two] = [tasks[0]!, tasks[1]!];
    const page = await test.open('/projects/LST/list', test.company.member);
    await page.getByRole('button', { name: 'None, Priority of LST-1' }).click();
    await page.getByRole('option', { name: 'Urgent' }).click();
    await becomes(one, { priority: 'Urgent' });
    await page.getByText('LST-1 changed').waitFor();
    await expectAccessible(page);
    await undo(page).click();
    await becomes(one, { priority: 'None' });
    await page.getByRole('button', { name: 'None, Priority of LST-1' }).waitFor();
    // Two steps by the key, the last one first.
    await page.getByRole('row', { name: /Two/ }).getByRole('link').focus();
    await page.keyboard.press('p');
    await page.getByRole('option', { name: 'High' }).click();
    await becomes(two, { priority: 'High' });
    await page.keyboard.press('s');
    await page.getByRole('option', { name: 'In Review' }).click();
    await becomes(two, { priority: 'High', status: 'In Review' });
    await page.getByText('LST-2 changed').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await becomes(two, { priority: 'High', status: 'Backlog' });
    await page.keyboard.press('ControlOrMeta+z');
    await becomes(two, { priority: 'None', status: 'Backlog' });
    await undo(page).waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('has its old values again where nobody has changed it since, of many tasks', async () => {
    const { member, admin } = test.company;
    const { tasks } = await project('BLK');
    const label = (await member.api.post<{ id: string }>('/labels', { name: 'old', color: '#FF0000' })).body.id;
    await member.api.put(`/tasks/${tasks[0]!.id}`, { labelIds: [label], priority: 'Low' });
    const page = await test.open('/projects/BLK/list', member);
    for (const number of [1, 2, 3]) await page.getByLabel(`Select BLK-${number}`).check();
    const toolbar = page.getByRole('toolbar', { name: 'Bulk actions' });
    await toolbar.getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'Urgent' }).click();
    await page.getByText('3 tasks changed').waitFor();
    await toolbar.getByText('3 selected').waitFor();
    await admin.api.put(`/tasks/${tasks[1]!.id}`, { title: 'Two by another' });
    await undo(page).click();
    await page.getByText('BLK-2 was changed meanwhile').waitFor();
    await becomes(tasks[0]!, { priority: 'Low' });
    await becomes(tasks[2]!, { priority: 'None' });
    await becomes(tasks[1]!, { priority: 'Urgent', title: 'Two by another' });
    await toolbar.getByRole('button', { name: 'Remove label' }).click();
    await page.getByRole('option', { name: 'old' }).click();
    await eventually('it has no label', async () => (await read(tasks[0]!)).labels.length === 0);
    await page.getByText('1 task changed').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await eventually('it has its label', async () => (await read(tasks[0]!)).labels.length === 1);
    await toolbar.getByRole('button', { name: 'Points' }).click();
    const dialog = page.getByRole('dialog', { name: 'Points' });
    await dialog.getByLabel('Points').fill('1h 30m');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await becomes(tasks[0]!, { estimatedHours: 1.5 });
    await toolbar.getByRole('button', { name: 'Parent' }).click();
    await page.getByRole('option', { name: 'BLK-4 Four' }).click();
    await eventually('they are subtasks', async () => {
      const { body } = await member.api.get<unknown[]>(`/tasks?parentId=${tasks[3]!.id}`);
      return body.length === 3;
    });
    await closeClean(page);
  });

  it('stands where it stood, on a board', async () => {
    const { id, tasks } = await project('BRD');
    const page = await test.open('/projects/BRD/board', test.company.member);
    const card = (name: string) => page.getByRole('article', { name });
    await drag(card('BRD-2 Two'), page.getByRole('region', { name: 'In Progress' }));
    await becomes(tasks[1]!, { status: 'In Progress' });
    await undo(page).click();
    await becomes(tasks[1]!, { status: 'Backlog' });
    const order = async () =>
      (await test.company.member.api.get<Read[]>(`/tasks?projectId=${id}&sortBy=rank&sortOrder=asc`)).body
        .map(({ title }) => title)
        .join();
    expect(await order()).toBe('One,Two,Three,Four');
    await card('BRD-1 One').getByRole('button', { name: 'Actions for BRD-1' }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await eventually('it is second', async () => (await order()) === 'Two,One,Three,Four');
    await page.getByText('BRD-1 changed').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await eventually('it is first', async () => (await order()) === 'One,Two,Three,Four');
    await closeClean(page);
  });

  it('stands where it stood, on a board whose lanes are read one by one', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Project BIG', key: 'BIG' });
    const titles = ['One', 'Two', ...Array.from({ length: 60 }, (_, index) => `Other ${index}`)];
    const tasks = titles.map((title, index) => ({ projectId, title, status: index < 2 ? 'To Do' : 'Backlog' }));
    await member.api.post('/tasks/bulk-create', { tasks });
    const page = await test.open('/projects/BIG/board', member);
    const order = async () => {
      const query = `projectId=${projectId}&status=To%20Do&sortBy=rank&sortOrder=asc`;
      return (await member.api.get<Read[]>(`/tasks?${query}`)).body.map(({ title }) => title).join();
    };
    expect(await order()).toBe('One,Two');
    await page.getByRole('button', { name: 'Actions for BIG-1', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await eventually('it is second', async () => (await order()) === 'Two,One');
    await undo(page).click();
    await eventually('it is first', async () => (await order()) === 'One,Two');
    await closeClean(page);
  });

  it('is undone on the task itself, but not in a text', async () => {
    const { tasks } = await project('TSK');
    const [one] = [tasks[0]!];
    const page = await test.open('/tasks/TSK-1', test.company.member);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'To Do' }).click();
    await becomes(one, { status: 'To Do' });
    await page.getByText('TSK-1 changed').waitFor();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await title.fill('Another title');
    await title.press('Enter');
    await becomes(one, { title: 'Another title', status: 'To Do' });
    await page.getByText('TSK-1 changed').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await becomes(one, { title: 'One', status: 'To Do' });
    await page.keyboard.press('ControlOrMeta+z');
    await becomes(one, { title: 'One', status: 'Backlog' });
    await closeClean(page);
  });
});
