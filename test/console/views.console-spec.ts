import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('saved views', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    ({ id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' }));
    await createTask(member, projectId, { title: 'High one', priority: 'High', estimatedHours: 3 });
    await createTask(member, projectId, { title: 'Low one', priority: 'Low', status: 'To Do' });
    await createTask(member, projectId, { title: 'Done one', priority: 'High', status: 'Done' });
  });
  afterAll(() => test.stop());

  const makeView = async (name: string, input: object = {}): Promise<string> =>
    (await test.company.member.api.post<{ id: string }>('/views', { name, ...input })).body.id;
  const favorites = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('group', { name: 'Favorites' });
  const namesIn = (page: Page) => favorites(page).getByRole('link').allInnerTexts();

  it('are saved from a list, changed, and updated', async () => {
    const page = await test.open(
      '/projects/WEB/list?filter=not%20done&priority=High&group=status',
      test.company.member,
    );
    await page.getByRole('row', { name: /High one/ }).waitFor();
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    expectStatus(page, 400);
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await dialog.getByText('Must be at least 1 character').waitFor();
    await dialog.getByLabel('Name').fill('Open and high');
    await dialog.getByLabel('Visible to').selectOption('Everyone');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('heading', { level: 1, name: 'Open and high' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/views\/[0-9a-f-]{36}$/);
    await page.getByRole('row', { name: /High one/ }).waitFor();
    const box = page.getByRole('combobox', { name: 'Filter', exact: true });
    expect(await box.inputValue()).toBe('not done and priority = High');
    expect(await page.getByRole('button', { name: 'Update view' }).count()).toBe(0);
    await box.fill('priority = High');
    await box.press('Enter');
    await page.getByRole('row', { name: /Done one/ }).waitFor();
    await page.getByRole('button', { name: 'Update view' }).click();
    await page.getByRole('button', { name: 'Update view' }).waitFor({ state: 'detached' });
    const [view] = (await test.company.viewer.api.get('/views')).body.filter(
      ({ name }: { name: string }) => name === 'Open and high',
    );
    expect(view).toMatchObject({ filter: 'priority = High', visibility: 'company', projectId, groupBy: 'status' });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row', { name: /Low one/ }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: /Low one/ }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('shows the title alone in a view without columns, and keeps those that are chosen, or none', async () => {
    const { member } = test.company;
    const id = await makeView('Bare', { columns: [] });
    const page = await test.open(`/views/${id}`, member);
    await page.getByRole('row', { name: /High one/ }).waitFor();
    const headers = async () =>
      (await page.getByRole('columnheader').allInnerTexts()).filter((name) => name.trim() !== '');
    expect(await headers()).toEqual(['Title', 'Actions']);
    for (const columns of [['priority'], []]) {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('option', { name: 'Priority' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Update view' }).click();
      await page.getByRole('button', { name: 'Update view' }).waitFor({ state: 'detached' });
      expect((await member.api.get(`/views/${id}`)).body.columns).toEqual(columns);
    }
    await closeClean(page);
  });

  it('shows a board of a view of every project, and nothing of a private one of others', async () => {
    const id = await makeView('Mine as a board', { layout: 'board', filter: 'not done', groupBy: 'priority' });
    const page = await test.open(`/views/${id}`, test.company.member);
    await page.getByRole('region', { name: 'High', exact: true }).getByRole('article').waitFor();
    expect(await page.getByRole('navigation', { name: 'Project' }).count()).toBe(0);
    await closeClean(page);
    const other = await test.open(`/views/${id}`, test.company.viewer);
    expectStatus(other, 404);
    await other.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await closeClean(other);
  });

  it('lists them, and keeps favorites in an order of one’s own', async () => {
    const { viewer } = test.company;
    const page = await test.open('/views', viewer);
    const table = page.getByRole('table', { name: 'Views' });
    await table.getByRole('link', { name: 'Overdue' }).waitFor();
    for (const name of ['Overdue', 'Open and mine', 'Nobody has it']) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Add to favorites' }).click();
      await favorites(page).getByRole('link', { name }).waitFor();
    }
    expect(await namesIn(page)).toEqual(['Overdue', 'Open and mine', 'Nobody has it']);
    await favorites(page).getByRole('button', { name: 'Actions for Nobody has it' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await eventually('it has moved', async () => (await namesIn(page))[1] === 'Nobody has it');
    await favorites(page)
      .getByRole('link', { name: 'Open and mine' })
      .dragTo(favorites(page).getByRole('link', { name: 'Overdue' }));
    await eventually('it is the first', async () => (await namesIn(page))[0] === 'Open and mine');
    await eventually('it is kept', async () => {
      const { body } = await viewer.api.get<{ name: string; position: number }[]>('/views?favorite=true');
      const kept = body.toSorted((one, other) => one.position - other.position).map(({ name }) => name);
      return kept.join() === 'Open and mine,Overdue,Nobody has it';
    });
    await expectAccessible(page);
    await favorites(page).getByRole('link', { name: 'Overdue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overdue' }).waitFor();
    await page.getByRole('button', { name: 'Remove from favorites' }).click();
    await page.getByRole('button', { name: 'Add to favorites' }).waitFor();
    await eventually('it is gone', async () => (await namesIn(page)).length === 2);
    // A viewer keeps views to themselves.
    await page.getByRole('button', { name: 'Save view' }).click();
    const options = page.getByRole('dialog').getByLabel('Visible to').getByRole('option');
    await options.first().waitFor({ state: 'attached' });
    expect(await options.allInnerTexts()).toEqual(['Only me']);
    await closeClean(page);
  });

  it('are renamed and deleted by those who may', async () => {
    await makeView('Short-lived', { visibility: 'company', filter: 'overdue' });
    const other = await test.open('/views', test.company.viewer);
    await other.getByRole('button', { name: 'Actions for Short-lived' }).click();
    await other.getByRole('menuitem').first().waitFor();
    expect(await other.getByRole('menuitem').allInnerTexts()).toEqual(['Add to favorites']);
    await closeClean(other);
    const page = await test.open('/views', test.company.member);
    await page.getByRole('button', { name: 'Actions for Short-lived' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit' }).getByLabel('Name').fill('Renamed');
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Actions for Renamed' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Renamed' }).waitFor({ state: 'detached' });
    await closeClean(page);
  });
});
