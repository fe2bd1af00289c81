import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTasks } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

const MANY = 300;

interface Labelled {
  labels: { name: string }[];
}

describeConsole('the list', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  async function list(key: string, ...titles: string[]): Promise<{ address: string; projectId: string }> {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: `Project ${key}`, key });
    await createTasks(member, projectId, titles);
    return { address: `/projects/${key}/list`, projectId };
  }

  /** A project with more tasks than the list reads at once. */
  async function longList(key: string): Promise<{ address: string; projectId: string }> {
    const made = await list(key);
    for (let from = 0; from < MANY; from += 100) {
      const tasks = Array.from({ length: 100 }, (_, index) => ({
        projectId: made.projectId,
        title: `Task ${from + index}`,
        priority: (from + index) % 2 === 0 ? 'High' : 'Low',
      }));
      await test.company.member.api.post('/tasks/bulk-create', { tasks });
    }
    return made;
  }

  const countOf = async (projectId: string, query: string): Promise<number> =>
    (await test.company.member.api.get(`/tasks?projectId=${projectId}&${query}`)).body.length as number;

  const chooseIn = async (page: Page, button: RegExp, option: string): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  it('keeps both of two labels that are chosen before the first is drawn', async () => {
    const { address } = await list('BOTH', 'One');
    const { member } = test.company;
    for (const name of ['first', 'second']) await member.api.post('/labels', { name });
    const page = await test.open(address, member);
    await page.getByRole('button', { name: 'Labels of BOTH-1' }).click();
    await page.getByRole('option', { name: 'second' }).waitFor();
    // Within one task of the browser, sooner than any hand.
    await page.evaluate<undefined>(`{
      for (const name of ['first', 'second'])
        [...document.querySelectorAll('[role=option]')].find(({ textContent }) => textContent === name).click();
    }`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(first second|second first), Labels of BOTH-1$/ }).waitFor();
    await eventually('both are kept', async () => {
      const [task] = (await member.api.get<Labelled[]>('/tasks?search=BOTH-1&include=labels')).body;
      return task?.labels.length === 2;
    });
    await closeClean(page);
  });

  it('keeps what was chosen last, however late the answer to what was chosen before', async () => {
    const { address, projectId } = await list('LATE', 'One');
    const { member } = test.company;
    for (const name of ['early', 'late']) await member.api.post('/labels', { name });
    const page = await test.open(address, member);
    let held: Route | undefined;
    await page.route('**/api/tasks/*', async (route) => {
      if (held) await route.continue();
      else held = route;
    });
    await chooseIn(page, /Labels of LATE-1$/, 'early');
    await eventually('the first change is on its way', () => Promise.resolve(held !== undefined));
    await page.getByRole('option', { name: 'late' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(early late|late early), Labels of LATE-1$/ }).waitFor();
    await held?.continue();
    await eventually('both are kept', async () => {
      const [task] = (await member.api.get<Labelled[]>(`/tasks?projectId=${projectId}&include=labels`)).body;
      return task?.labels.length === 2;
    });
    await closeClean(page);
  });

  it('edits a title in place, and gives it the room that is left', async () => {
    const title = 'A title of sixty characters, which nobody wants to see cut off';
    const { address, projectId } = await list('TITL', title, 'Two');
    const page = await test.open(address, test.company.member, { viewport: { width: 1440, height: 900 } });
    const text = page.getByRole('link', { name: `TITL-1 ${title}` }).getByText(title);
    expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await page.getByRole('link', { name: 'TITL-2 Two' }).focus();
    await page.keyboard.press('e');
    await page.getByLabel('Title of TITL-2').fill('Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'TITL-2 Renamed' }).waitFor();
    await page.getByRole('button', { name: 'Edit title of TITL-1' }).press('Enter');
    await page.getByLabel('Title of TITL-1').fill('Never');
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await eventually('it is kept', async () => (await countOf(projectId, 'search=Renamed')) === 1);
    await closeClean(page);
  });

  it('gives a title two lines where a thumb is the pointer', async () => {
    const title = 'A title of forty characters, all of them';
    const { address } = await list('THUM', title);
    const page = await test.open(address, test.company.member, { phone: true });
    const text = page.getByRole('link', { name: `THUM-1 ${title}` }).getByText(title);
    expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.goto(`/search?q=${encodeURIComponent(title)}`);
    expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true);
    await closeClean(page);
  });

  it('is brief in its other columns where titles would have little room', async () => {
    const { address } = await list('WIDE', 'One');
    const { member } = test.company;
    const { id } = (await member.api.post('/labels', { name: 'customers' })).body;
    await member.api.put('/tasks/WIDE-1', { assigneeId: member.id, labelIds: [id] });
    const page = await test.open(address, member);
    const widthOf = async (name: string) => (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0;
    await page.getByRole('button', { name: 'Max Member, Assignee of WIDE-1' }).waitFor();
    const others = ['Status', 'Priority', 'Assignee', 'Labels', 'Due date', 'Points', 'Updated'];
    const widths = await Promise.all(others.map(widthOf));
    expect(await widthOf('Title')).toBeGreaterThan(3.5 * Math.max(...widths));
    const brief = await widthOf('Assignee');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1920, height: 900 });
    await eventually('names have room again', async () => (await widthOf('Assignee')) > brief);
    await closeClean(page);
  });

  it('shows a table with counts, edits cells in place, and is accessible', async () => {
    const { address, projectId } = await list('EDIT', 'One', 'Two', 'Three');
    const { member } = test.company;
    for (const name of ['bug', 'docs']) await member.api.post('/labels', { name });
    const page = await test.open(address, member);
    await page.getByRole('status').getByText('3 tasks').waitFor();
    expect(await page.getByRole('table', { name: 'Tasks' }).getAttribute('aria-rowcount')).toBe('4');
    const empty = await page.getByRole('button', { name: 'Labels of EDIT-1' }).boundingBox();
    expect(empty?.width).toBeGreaterThan(40);
    await chooseIn(page, /Status of EDIT-1$/, 'In Review');
    await chooseIn(page, /Priority of EDIT-1$/, 'High');
    await chooseIn(page, /Assignee of EDIT-1$/, 'Max Member');
    await chooseIn(page, /Labels of EDIT-1$/, 'bug');
    await page.getByRole('option', { name: 'docs' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(bug docs|docs bug), Labels of EDIT-1$/ }).waitFor();
    expect(await page.getByRole('button', { name: 'High, Priority of EDIT-1' }).innerText()).toBe('High');
    await page.getByRole('button', { name: /Due date of EDIT-1$/ }).click();
    await page.getByLabel('Due date of EDIT-1').fill('2027-01-31');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Points of EDIT-1$/ }).press('Enter');
    await page.getByLabel('Points of EDIT-1').fill('3');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '3, Points of EDIT-1' }).waitFor();
    const changed = 'status=In%20Review&priority=High&assigneeId=me&dueAfter=2027-01-30T00:00:00.000Z';
    await eventually('all is kept', async () => (await countOf(projectId, changed)) === 1);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('restores a value that the service refuses, and shows its message', async () => {
    const { address } = await list('REFU', 'One');
    const page = await test.open(address, test.company.member);
    expectStatus(page, 400);
    await page.getByRole('button', { name: /Points of REFU-1$/ }).click();
    await page.getByLabel('Points of REFU-1').fill('-1');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Notifications' }).getByText('not valid').waitFor();
    await page.getByRole('button', { name: 'Points of REFU-1', exact: true }).waitFor();
    await closeClean(page);
  });

  it('saves a cell to its own task when the rows move while one types', async () => {
    const { address, projectId } = await list('MOVE', 'Beta', 'Gamma');
    const { api } = test.company.member;
    const page = await test.open(`${address}?sortBy=title&sortOrder=asc`, test.company.member);
    await page.getByRole('button', { name: 'Points of MOVE-2' }).click();
    await page.getByLabel('Points of MOVE-2').fill('5');
    const [gamma] = (await api.get<{ id: string }[]>(`/tasks?projectId=${projectId}&tid=MOVE-2`)).body;
    await api.put(`/tasks/${gamma?.id}`, { title: 'Alpha' });
    await page.getByRole('row', { name: /Alpha/ }).and(page.locator('[aria-rowindex="2"]')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '5, Points of MOVE-2' }).waitFor();
    await page.getByRole('button', { name: 'Points of MOVE-1', exact: true }).waitFor();
    await closeClean(page);
  });

  it('sorts by header and hides columns; the address keeps the sort, the browser the columns', async () => {
    const { address } = await list('SORT', 'Beta', 'Alpha');
    const page = await test.open(address, test.company.viewer);
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await page.getByRole('row', { name: /Alpha/ }).and(page.locator('[aria-rowindex="2"]')).waitFor();
    expect(new URL(page.url()).search).toBe('?sortBy=title&sortOrder=asc');
    expect(await page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
    await page.goBack();
    await page.getByRole('row', { name: /Alpha/ }).and(page.locator('[aria-rowindex="2"]')).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goForward();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('option', { name: 'Priority' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('row', { name: /Alpha/ }).and(page.locator('[aria-rowindex="2"]')).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Priority' }).count()).toBe(0);
    await closeClean(page);
  });

  it('changes all filtered tasks in one step', async () => {
    const { address, projectId } = await longList('BULK');
    const page = await test.open(`${address}?priority=High`, test.company.member);
    await page.getByRole('status').getByText('150 tasks').waitFor();
    await page.getByLabel('Select all').check();
    await page
      .getByLabel(/^Select BULK-/)
      .first()
      .uncheck();
    const toolbar = page.getByRole('toolbar', { name: 'Bulk actions' });
    await toolbar.getByText('149 selected').waitFor();
    await expectAccessible(page);
    // The key is for the list, although a box of it has the focus.
    await page.keyboard.press('Escape');
    await toolbar.waitFor({ state: 'detached' });
    await page.getByLabel('Select all').check();
    await page
      .getByLabel(/^Select BULK-/)
      .first()
      .uncheck();
    await toolbar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'In Progress' }).click();
    await page.getByText('149 tasks changed').waitFor();
    expect(await countOf(projectId, 'status=In%20Progress')).toBe(149);
    expect(await countOf(projectId, 'status=In%20Progress&priority=Low')).toBe(0);
    // They stay selected.
    await toolbar.getByText('149 selected').waitFor();
    await closeClean(page);
  });

  it('adds and removes a label of many tasks, which keep their others, and gives them a due date', async () => {
    const { address, projectId } = await longList('LBLS');
    const { api } = test.company.member;
    const [old, added] = await Promise.all(['legacy', 'triaged'].map((name) => api.post('/labels', { name })));
    const [first, second] = (await api.get<{ id: string }[]>(`/tasks?projectId=${projectId}`)).body;
    await api.post('/tasks/bulk', { ids: [first!.id, second!.id], set: { labelIds: [old!.body.id] } });
    const page = await test.open(address, test.company.member);
    const toolbar = page.getByRole('toolbar', { name: 'Bulk actions' });
    await page.getByLabel('Select all').check();
    await toolbar.getByRole('button', { name: 'Add label' }).click();
    await page.getByRole('option', { name: 'triaged' }).click();
    await page.getByText('300 tasks changed').waitFor();
    expect(await countOf(projectId, `labelIds=${String(added!.body.id)}`)).toBe(MANY);
    expect(await countOf(projectId, `labelIds=${String(old!.body.id)}`)).toBe(2);
    await toolbar.getByRole('button', { name: 'Clear selection' }).click();
    for (const { id } of [first!, second!]) await page.locator(`[data-task="${id}"]`).getByRole('checkbox').check();
    // Of those that the page has not heard of yet, too.
    await api.post('/tasks/bulk', { ids: [first!.id], set: { labelIds: [added!.body.id] } });
    await toolbar.getByRole('button', { name: 'Remove label' }).click();
    await page.getByRole('option', { name: 'triaged' }).click();
    await page.getByText('2 tasks changed').waitFor();
    const labelsOf = async ({ id }: { id: string }) => (await api.get<Labelled>(`/tasks/${id}`)).body.labels;
    expect(await labelsOf(first!)).toEqual([]);
    expect(await labelsOf(second!)).toEqual([expect.objectContaining({ name: 'legacy' })]);
    await page.locator(`[data-task="${second!.id}"]`).getByRole('checkbox').uncheck();
    await toolbar.getByRole('button', { name: 'Due date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Due date' });
    await dialog.getByLabel('Due date').fill('2099-12-24');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByText('1 task changed').waitFor();
    expect(await countOf(projectId, 'dueAfter=2099-12-23T00:00:00Z')).toBe(1);
    await closeClean(page);
  });

  it('deletes more tasks than one request takes, after a confirmation', async () => {
    const { address, projectId } = await longList('GONE');
    const page = await test.open(address, test.company.member);
    await page.getByLabel('Select all').check();
    const toolbar = page.getByRole('toolbar', { name: 'Bulk actions' });
    await toolbar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    await dialog.getByText('300 tasks go to the trash, and can be restored from it for 30 days.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('300 tasks deleted').waitFor();
    expect(await countOf(projectId, '')).toBe(0);
    await closeClean(page);
  });

  it('downloads all filtered tasks', async () => {
    const { address } = await longList('CSVS');
    const page = await test.open(`${address}?priority=High&sortBy=title&sortOrder=asc`, test.company.viewer);
    const started = page.waitForEvent('download');
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/tasks?*', async (route) => {
      if (route.request().headers()['accept'] === 'text/csv') await isAnswered;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('status').getByText('Preparing the CSV').waitFor();
    answer();
    const download = await started;
    expect(download.suggestedFilename()).toBe('CSVS.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(151);
    expect(lines[0]).toContain('title');
    expect(lines[1]).toContain('Task 0');
    await closeClean(page);
  });

  it('moves, selects and changes by keyboard', async () => {
    const { address, projectId } = await list('KEYS', 'One', 'Two');
    const page = await test.open(`${address}?sortBy=title&sortOrder=asc`, test.company.member);
    await page.getByRole('link', { name: 'KEYS-1 One' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await page.getByRole('listbox', { name: 'Priority of KEYS-2' }).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Urgent, Priority of KEYS-2' }).waitFor();
    await eventually('it is kept', async () => (await countOf(projectId, 'priority=Urgent')) === 1);
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Move to Done' }).press('Enter');
    await page.getByRole('button', { name: 'Done, Status of KEYS-2' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'KEYS-2 Two' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('status').getByText('1 task', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('link', { name: 'KEYS-2 Two' }).waitFor();
    await closeClean(page);
  });

  it('offers a viewer no changes', async () => {
    const { address } = await list('VIEW', 'One');
    const page = await test.open(address, test.company.viewer);
    await page.getByRole('link', { name: 'VIEW-1 One' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: /of VIEW-1$/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Actions for VIEW-1' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open']);
    await closeClean(page);
  });
});
