import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { createTemplate, type TestTemplate } from '../factories/template.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('templates', () => {
  let test: ConsoleTest;
  let project: TestProject;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    project = await createProject(test.company.admin, { name: 'Website', key: 'WEB' });
  });
  afterAll(() => test.stop());

  const templateOf = async (name: string): Promise<TestTemplate | undefined> =>
    (await test.company.viewer.api.get<TestTemplate[]>('/templates')).body.find((template) => template.name === name);

  it('of a project are made, changed and deleted in its settings', async () => {
    const page = await test.open('/projects/WEB/settings', test.company.member);
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByLabel('Name').fill('Release');
    await dialog.getByLabel('Title').fill('Release of {{date}}');
    await dialog.getByLabel('Assignee').selectOption({ label: 'Who makes the task' });
    await dialog.getByLabel('Subtasks').fill('Build\nAnnounce');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create template' }).click();
    const row = page.getByRole('table', { name: 'Templates' }).getByRole('row', { name: /^Release/ });
    await row.getByText('2 subtasks').waitFor();
    expect(await templateOf('Release')).toMatchObject({
      projectId: project.id,
      task: { title: 'Release of {{date}}', assigneeId: 'creator' },
      subtasks: [{ title: 'Build' }, { title: 'Announce' }],
    });
    await page.getByRole('button', { name: 'Actions for Release' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit template' });
    await edit.getByLabel('Name').fill('Deployment');
    await edit.getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('table', { name: 'Templates' }).getByRole('row', { name: /^Deployment/ });
    await renamed.waitFor();
    expect((await templateOf('Deployment'))?.task).toEqual({ title: 'Release of {{date}}', assigneeId: 'creator' });
    await page.getByRole('button', { name: 'Actions for Deployment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No template yet.').waitFor();
    await closeClean(page);
  });

  it('of the company are for an admin to make', async () => {
    const page = await test.open('/settings/templates', test.company.admin);
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByLabel('Name').fill('Of all');
    await dialog.getByLabel('Title').fill('From the company');
    await dialog.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('row', { name: /^Of all/ }).waitFor();
    expect((await templateOf('Of all'))?.projectId).toBeNull();
    await closeClean(page);
    const seen = await test.open('/settings/templates', test.company.member);
    await seen.getByRole('row', { name: /^Of all/ }).waitFor();
    expect(await seen.getByRole('button', { name: 'New template' }).count()).toBe(0);
    await closeClean(seen);
  });

  it('are what a new task is made from, also by the palette', async () => {
    await createTemplate(test.company.admin, project.id, {
      name: 'Bug report',
      task: { title: 'A bug', priority: 'High' },
      subtasks: [{ title: 'Find the cause' }],
    });
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('New from template Bug');
    await page.getByRole('option', { name: 'New from template Bug report' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByRole('combobox', { name: 'Template' }).getByText('Bug report').waitFor();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await dialog.waitFor({ state: 'detached' });
    const made = async () => (await test.company.viewer.api.get(`/tasks?projectId=${project.id}`)).body;
    await eventually('the tasks are there', async () => (await made()).length === 2);
    const [task, below] = (await made()).sort((one: { tid: string }, other: { tid: string }) =>
      one.tid.localeCompare(other.tid),
    );
    expect([task.title, task.priority, below.title, below.parentId]).toEqual([
      'A bug',
      'High',
      'Find the cause',
      task.id,
    ]);
    await closeClean(page);
  });

  it('are made of a task', async () => {
    const { tid } = await createTask(test.company.admin, project.id, { title: 'Worth keeping' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as template' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Worth keeping');
    await dialog.getByLabel('Name').fill('Kept');
    await dialog.getByRole('button', { name: 'Save as template' }).click();
    await page.getByText('Saved as the template “Kept”').waitFor();
    expect(await templateOf('Kept')).toMatchObject({ projectId: project.id, task: { title: 'Worth keeping' } });
    await closeClean(page);
  });
});
