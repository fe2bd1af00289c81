import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('making a task once more', () => {
  let test: ConsoleTest;
  let web: TestProject;
  let app: TestProject;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    web = await createProject(test.company.member, { name: 'Website', key: 'WEB' });
    app = await createProject(test.company.member, { name: 'The app', key: 'APP' });
  });
  afterAll(() => test.stop());

  const make = (title: string, input: object = {}) => createTask(test.company.member, web.id, { title, ...input });
  const tasksOf = async ({ id }: TestProject) =>
    (await test.company.member.api.get<TestTask[]>(`/tasks?projectId=${id}&sortBy=createdAt&sortOrder=asc`)).body;

  it('begins at the task, with another title, in another project and with what is chosen', async () => {
    const task = await make('From its page', { dueDate: '2026-12-24', assigneeId: test.company.member.id });
    await make('Below it', { parentId: task.id });
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate' });
    const title = dialog.getByRole('textbox', { name: 'Title' });
    expect(await title.inputValue()).toBe('From its page');
    expectStatus(page, 400);
    await title.fill(' ');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await dialog.locator('[aria-invalid]').waitFor();
    await title.fill('Once more');
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('listbox', { name: 'Project' }).getByRole('option', { name: 'The app' }).click();
    await dialog.getByRole('checkbox', { name: 'With assignee' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'With dates' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByText('APP-1 created').waitFor();
    expect(await tasksOf(app)).toMatchObject([
      { title: 'Once more', dueDate: '2026-12-24T00:00:00.000Z', assigneeId: null },
      { title: 'Below it' },
    ]);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('dialog', { name: 'APP-1 Once more' }).waitFor();
    await closeClean(page);
  });

  it('begins in the menu of a card, and stands on the board', async () => {
    const task = await make('From its card');
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('button', { name: `Actions for ${task.tid}` }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('dialog', { name: 'Duplicate' }).getByRole('button', { name: 'Duplicate' }).click();
    await page
      .getByRole('article', { name: /From its card/ })
      .nth(1)
      .waitFor();
    await closeClean(page);
  });

  it('begins in the palette and in the menu of a row, for all that is selected', async () => {
    const tasks = [await make('First of two'), await make('Second of two')];
    const page = await test.open('/projects/WEB/list', test.company.member);
    for (const { tid } of tasks) await page.getByRole('checkbox', { name: new RegExp(`${tid}\\b`) }).check();
    await page.getByRole('button', { name: `Actions for ${tasks[0]!.tid}` }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('dialog', { name: 'Duplicate' }).getByText('2 tasks').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('Duplicate');
    await page.getByRole('option', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate' });
    await dialog.getByText('Each in its own project').waitFor();
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByText('2 tasks created').waitFor();
    const titles = (await tasksOf(web)).map(({ title }) => title);
    expect(titles.filter((title) => / of two$/.test(title)).sort()).toEqual([
      'First of two',
      'First of two',
      'Second of two',
      'Second of two',
    ]);
    await closeClean(page);
  });

  it('is not offered to who may not write', async () => {
    const task = await make('To look at');
    const page = await test.open('/projects/WEB/list', test.company.viewer);
    await page.getByRole('button', { name: `Actions for ${task.tid}` }).click();
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Duplicate' }).count()).toBe(0);
    await closeClean(page);
  });
});
