import { isDeepStrictEqual } from 'node:util';
import { createField } from '../factories/field.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('own fields', () => {
  let test: ConsoleTest;
  let project: TestProject;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    project = await createProject(test.company.admin, { name: 'Website', key: 'WEB' });
  });
  afterAll(() => test.stop());

  const valuesOf = async (tid: string): Promise<Record<string, unknown>> =>
    (await test.company.viewer.api.get(`/tasks/${tid}`)).body.custom;

  /** Values are saved as they change, behind the screen. */
  const expectValues = (tid: string, values: object) =>
    eventually(`the values of ${tid}`, async () => isDeepStrictEqual(await valuesOf(tid), values));

  it('are made, changed, archived and deleted by an admin', async () => {
    const { admin } = test.company;
    const page = await test.open('/settings/fields', admin);
    await page.getByRole('heading', { level: 1, name: 'Fields' }).waitFor();
    await page.getByRole('button', { name: 'New field' }).click();
    const dialog = page.getByRole('dialog', { name: 'New field' });
    await dialog.getByLabel('Name').fill('Risk');
    await dialog.getByLabel('Type').selectOption({ label: 'Select' });
    await dialog.getByLabel('Option 1', { exact: true }).fill('Low');
    await dialog.getByRole('button', { name: 'Add option' }).click();
    await dialog.getByLabel('Option 2', { exact: true }).fill('High');
    await dialog.getByRole('button', { name: 'Actions for option 2' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create field' }).click();
    const row = page.getByRole('table', { name: 'Fields' }).getByRole('row', { name: /^Risk/ });
    await row.getByText('Every project').waitFor();
    const [field] = (await admin.api.get('/fields')).body;
    expect(field.options.map(({ name }: { name: string }) => name)).toEqual(['High', 'Low']);
    const { tid } = await createTask(admin, project.id, { title: 'Risky', custom: { risk: 'High' } });
    await page.getByRole('button', { name: 'Actions for Risk' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter');
    await row.getByText('Archived').waitFor();
    await page.getByRole('button', { name: 'Actions for Risk' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByText('1 task').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await valuesOf(tid)).toEqual({});
    await closeClean(page);
  });

  it('show nothing but the page of settings where there are none', async () => {
    const { tid } = await createTask(test.company.admin, project.id, { title: 'Plain' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('combobox', { name: 'Priority' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'More fields' }).count()).toBe(0);
    await closeClean(page);
  });

  describe('of a company that has some', () => {
    beforeAll(async () => {
      const { admin } = test.company;
      await createField(admin, 'Severity', 'select', { options: ['Minor', 'Major'] });
      await createField(admin, 'Parts', 'multi_select', { options: ['Web', 'App'] });
      await createField(admin, 'Effort', 'number');
      await createField(admin, 'Tester', 'person');
    });

    it('are edited on a task: those that are set first, the others once asked for', async () => {
      const { admin, member } = test.company;
      const { tid } = await createTask(admin, project.id, { title: 'Edited', custom: { severity: 'Minor' } });
      const page = await test.open(`/tasks/${tid}`, member);
      await page.getByRole('combobox', { name: 'Severity' }).press('Enter');
      await page.getByRole('option', { name: 'Major' }).click();
      await page.getByRole('button', { name: 'More fields' }).press('Enter');
      await page.getByRole('button', { name: 'Effort' }).press('Enter');
      await page.getByLabel('Effort').last().fill('2.5');
      await page.keyboard.press('Enter');
      await expectValues(tid, { severity: 'Major', effort: 2.5 });
      await closeClean(page);
    });

    it('are given to a new task under More', async () => {
      const page = await test.open('/projects/WEB/list', test.company.member);
      await page.getByRole('button', { name: 'New task' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New task' });
      await dialog.getByLabel('Title').fill('Made with values');
      await dialog.getByRole('button', { name: 'More', exact: true }).click();
      await dialog.getByLabel('Severity').selectOption({ label: 'Major' });
      expectStatus(page, 400);
      await dialog.getByLabel('Effort').fill('x');
      await dialog.getByRole('button', { name: 'Create task' }).click();
      await dialog.getByText('Expected number').waitFor();
      await dialog.getByLabel('Effort').fill('3');
      await dialog.getByRole('button', { name: 'Create task' }).click();
      await dialog.waitFor({ state: 'detached' });
      const query = '/tasks?filter=title%20%3D%20%22Made%20with%20values%22&include=custom';
      const [task] = (await test.company.viewer.api.get(query)).body;
      expect(task.custom).toEqual({ severity: 'Major', effort: 3 });
      await closeClean(page);
    });

    it('are columns of lists, edited where they stand, and part of the bulk bar', async () => {
      const { admin, member } = test.company;
      const other = await createProject(admin, { name: 'Columns', key: 'COL' });
      const { tid } = await createTask(admin, other.id, { title: 'One', custom: { severity: 'Minor' } });
      const page = await test.open('/projects/COL/list', member, { viewport: { width: 1920, height: 900 } });
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('option', { name: 'Severity' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: 'Severity' }).waitFor();
      await page.getByRole('button', { name: /^Minor.*Severity/i }).click();
      await page.getByRole('option', { name: 'Major' }).click();
      await expectValues(tid, { severity: 'Major' });
      await page.getByRole('checkbox', { name: new RegExp(tid) }).check();
      const bar = page.getByRole('toolbar', { name: 'Bulk actions' });
      await bar.getByRole('button', { name: 'Parts' }).click();
      const dialog = page.getByRole('dialog', { name: 'Parts' });
      await dialog.getByLabel('App').check();
      await dialog.getByRole('button', { name: 'Change' }).click();
      await expectValues(tid, { severity: 'Major', parts: ['App'] });
      await closeClean(page);
    });

    it('group a board, and a drag writes the value', async () => {
      const { admin, member } = test.company;
      const other = await createProject(admin, { name: 'Board', key: 'BRD' });
      const { tid } = await createTask(admin, other.id, { title: 'Card', custom: { parts: ['Web', 'App'] } });
      const page = await test.open('/projects/BRD/board?group=custom.parts', member);
      const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
      await column('Web').getByRole('article').dragTo(column('None'));
      await expectValues(tid, { parts: ['App'] });
      await closeClean(page);
    });

    it('take columns of an import', async () => {
      const { admin } = test.company;
      const page = await test.open('/settings/import', admin);
      await page.getByRole('radio', { name: 'CSV' }).check();
      await page.getByLabel('Project').selectOption({ label: 'Website' });
      const buffer = Buffer.from('title,Severity,Cost\nImported,Major,12.5\n');
      await page.getByLabel('File').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('combobox', { name: 'What Cost becomes' }).click();
      await page.getByRole('option', { name: 'New field: Number' }).click();
      await page.getByRole('button', { name: 'Import 1 task' }).click();
      await page.getByRole('button', { name: 'Undo import' }).waitFor();
      const [task] = (await admin.api.get('/tasks?filter=title%20%3D%20Imported&include=custom')).body;
      expect(task.custom).toEqual({ severity: 'Major', cost: 12.5 });
      await closeClean(page);
    });
  });
});
