import type { Page } from 'playwright-core';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';

describeConsole('moving to another project', () => {
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
  const projectOf = async ({ id }: { id: string }) =>
    (await test.company.member.api.get(`/tasks/${id}`)).body.projectId;

  /** Chooses the app in the dialog, and moves there. */
  async function moveToApp(page: Page, { withSubtasks = true } = {}): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Move to project' });
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('listbox', { name: 'Project' }).getByRole('option', { name: 'The app' }).click();
    await dialog.getByRole('checkbox', { name: 'With subtasks' }).setChecked(withSubtasks);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Move to project' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  it('begins at the task, whose address follows it', async () => {
    const task = await make('From its page');
    const child = await make('Below it', { parentId: task.id });
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to project' }).click();
    await page.getByText('Sprint, epic and parent are lost').waitFor();
    await moveToApp(page);
    await page.waitForURL(/\/tasks\/APP-1$/);
    await page.getByText('From its page').first().waitFor();
    expect([await projectOf(task), await projectOf(child)]).toEqual([app.id, app.id]);
    await page.goto(`/tasks/${task.tid}`);
    await page.waitForURL(/\/tasks\/APP-1$/);
    await page.goto(`/projects/WEB/board?task=${task.tid}`);
    await page.waitForURL(/task=APP-1$/);
    await closeClean(page);
  });

  it('begins in the menu of a card, which leaves the board', async () => {
    const task = await make('From its card');
    const child = await make('It stays', { parentId: task.id });
    const page = await test.open('/projects/WEB/board', test.company.member);
    const card = page.getByRole('article', { name: `${task.tid} From its card` });
    await card.getByRole('button', { name: `Actions for ${task.tid}` }).click();
    await page.getByRole('menuitem', { name: 'Move to project' }).click();
    await moveToApp(page, { withSubtasks: false });
    await card.waitFor({ state: 'hidden' });
    expect([await projectOf(task), await projectOf(child)]).toEqual([app.id, web.id]);
    await closeClean(page);
  });

  it('begins in the bar and in the palette, for all that is selected', async () => {
    const tasks = [await make('First of two'), await make('Second of two')];
    const page = await test.open('/projects/WEB/list', test.company.member);
    const select = async () => {
      for (const { tid } of tasks) await page.getByRole('checkbox', { name: new RegExp(`${tid}\\b`) }).check();
    };
    await select();
    await page.getByRole('toolbar', { name: 'Bulk actions' }).getByRole('button', { name: 'Move to project' }).click();
    await page.getByRole('dialog', { name: 'Move to project' }).getByText('2 tasks').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('Move to');
    await page.getByRole('option', { name: 'Move to project' }).click();
    await moveToApp(page);
    await page.getByText('2 tasks moved to The app').waitFor();
    expect(await Promise.all(tasks.map(projectOf))).toEqual([app.id, app.id]);
    await closeClean(page);
  });
});
