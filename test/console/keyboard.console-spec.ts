import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask, createTasks } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('the keyboard', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    await test.company.member.api.post('/labels', { name: 'bug', color: '#FF0000' });
  });
  afterAll(() => test.stop());

  async function project(key: string, ...titles: string[]): Promise<string> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    await createTasks(member, id, titles);
    return id;
  }

  const choose = async (page: Page, key: string, list: string, option: string): Promise<void> => {
    await page.keyboard.press(key);
    await page.getByRole('listbox', { name: list }).waitFor();
    const wanted = page.getByRole('option', { name: option, exact: true });
    await eventually(`"${option}" is reached`, async () => {
      const active = await page.locator('[aria-activedescendant]').getAttribute('aria-activedescendant');
      if ((await wanted.getAttribute('id')) === active) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Enter');
  };

  it('sets the fields of the card in focus, which keeps the focus', async () => {
    const projectId = await project('CARD', 'One', 'Two');
    const page = await test.open('/projects/CARD/board', test.company.member);
    await page.getByRole('article', { name: 'CARD-1 One' }).waitFor();
    await page.keyboard.press('j');
    await choose(page, 'p', 'Priority of CARD-1', 'Urgent');
    await choose(page, 'a', 'Assignee of CARD-1', 'Max Member');
    await choose(page, 'l', 'Labels of CARD-1', 'bug');
    await page.keyboard.press('Escape');
    await choose(page, 's', 'Status of CARD-1', 'In Review');
    const card = page.getByRole('region', { name: 'In Review' }).getByRole('article', { name: 'CARD-1 One' });
    await card.getByText('bug').waitFor();
    await card.getByText('Urgent').waitFor();
    await card.getByText('Max Member').waitFor();
    await card.locator('a:focus').waitFor();
    const { api, id } = test.company.member;
    await eventually('all is kept', async () => {
      const query = `projectId=${projectId}&status=In%20Review&priority=Urgent&assigneeId=${id}&include=labels`;
      const [task] = (await api.get<{ labels: { name: string }[] }[]>(`/tasks?${query}`)).body;
      return task?.labels[0]?.name === 'bug';
    });
    await closeClean(page);
  });

  it('selects cards, changes them in one step, and opens the title with e', async () => {
    await project('PICK', 'One', 'Two', 'Three');
    const page = await test.open('/projects/PICK/board', test.company.member);
    await page.getByRole('article', { name: 'PICK-1 One' }).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    const toolbar = page.getByRole('toolbar', { name: 'Bulk actions' });
    await toolbar.getByText('2 selected').waitFor();
    await expectAccessible(page);
    await toolbar.getByRole('button', { name: 'Status' }).press('Enter');
    await page.getByRole('option', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Done' }).getByText('2 tasks').waitFor();
    // They stay selected.
    await toolbar.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await toolbar.waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'PICK-3 Three' }).getByRole('link').focus();
    await page.keyboard.press('e');
    const title = page.getByRole('dialog', { name: 'PICK-3 Three' }).getByLabel('Title');
    await page.locator('textarea:focus').waitFor();
    await title.fill('Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'PICK-3 Renamed' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: 'PICK-3 Renamed' }).locator('a:focus').waitFor();
    await closeClean(page);
  });

  it('peeks at a card with Space, and selects up to a card with Shift', async () => {
    await project('PEEK', 'One', 'Two', 'Three');
    const page = await test.open('/projects/PEEK/board', test.company.member);
    const link = (name: string) => page.getByRole('article', { name }).locator('a');
    await link('PEEK-1 One').press('Space');
    const peek = page.getByRole('dialog', { name: 'PEEK-1 One' });
    await peek.getByRole('combobox', { name: 'Status' }).waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    // What it is made of is there by now: the press that opens it must not close it.
    await page.keyboard.press('Space');
    await peek.getByRole('combobox', { name: 'Status' }).waitFor();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await link('PEEK-3 Three').click({ modifiers: ['Shift'] });
    await page.getByRole('toolbar', { name: 'Bulk actions' }).getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'None, Priority of PEEK-2' }).click();
    await page.getByRole('option', { name: 'Urgent' }).click();
    await page.getByRole('button', { name: 'Urgent, Priority of PEEK-2' }).waitFor();
    await closeClean(page);
  });

  it('begins the palette with what was seen last', async () => {
    await project('SEEN', 'First', 'Second');
    const page = await test.open('/tasks/SEEN-1', test.company.member);
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    await page.goto('/projects/SEEN/list?task=SEEN-2');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).waitFor();
    await page.keyboard.press('Control+k');
    const options = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option');
    await options.first().waitFor();
    expect((await options.allInnerTexts()).slice(0, 3)).toEqual([
      'SEEN-2 Second',
      'Go to Project SEEN',
      'SEEN-1 First',
    ]);
    await page.keyboard.press('Escape');
    await closeClean(page);
  });

  it.each([
    ['planning', (key: string) => `/projects/${key}/planning`],
    ['search', (key: string) => `/search?q=${key}-1`],
    ['mywork', () => '/'],
  ])('works on every list: %s', async (name, address) => {
    const key = name.toUpperCase().slice(0, 4);
    const { member } = test.company;
    const projectId = await project(key);
    const { id } = await createTask(member, projectId, {
      title: 'One',
      assigneeId: member.id,
      dueDate: '2026-01-01T00:00:00.000Z',
    });
    const page = await test.open(address(key), member);
    const link = page.getByRole('main').getByRole('link', { name: `${key}-1 One` });
    await link.waitFor();
    await page.keyboard.press('j');
    await page.locator('[data-task-link]:focus').waitFor();
    await link.focus();
    await choose(page, 'p', `Priority of ${key}-1`, 'High');
    await eventually('it is kept', async () => (await member.api.get(`/tasks/${id}`)).body.priority === 'High');
    await link.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('m');
    await page.getByRole('menu', { name: `Actions for ${key}-1` }).waitFor();
    await page.keyboard.press('Escape');
    await closeClean(page);
  });

  it('opens the screens of the project and of the settings by the palette', async () => {
    await project('GOTO', 'One');
    const page = await test.open('/projects/GOTO/board', test.company.member);
    await page.getByRole('article', { name: 'GOTO-1 One' }).waitFor();
    for (const [typed, option, heading] of [
      ['planning', 'Go to Planning', 'Sprint planning'],
      ['api keys', 'Go to API keys', 'API keys'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command palette' }).fill(typed);
      await page.getByRole('option', { name: option, exact: true, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await closeClean(page);
  });

  it('offers the tasks with the words in their title first', async () => {
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Project FIRST', key: 'FIRST' });
    const others = Array.from({ length: 9 }, (_, place) => `Other ${place}`);
    for (const title of ['Report of the grades', ...others, 'A grade in a report'])
      await createTask(member, id, { title, description: 'A grade of "the" report' });
    const page = await test.open('/', member);
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('grade report');
    const options = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option');
    await options.filter({ hasText: 'Other' }).first().waitFor();
    const found = (await options.allInnerTexts()).slice(0, 8);
    expect(found.slice(0, 2).toSorted()).toEqual(['FIRST-1 Report of the grades', 'FIRST-11 A grade in a report']);
    expect(new Set(found).size).toBe(8);
    await closeClean(page);
  });

  it('goes where the typed text says, however soon Enter follows', async () => {
    await project('FAST', 'One');
    const page = await test.open('/projects/FAST/board', test.company.member);
    await page.getByRole('article', { name: 'FAST-1 One' }).waitFor();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Command palette' });
    await page.getByRole('option', { name: 'Go to Project FAST', selected: true }).waitFor();
    await box.and(page.locator(':focus')).waitFor();
    // Within one task of the browser, sooner than any hand: nothing can be drawn in between.
    await page.evaluate<undefined>(`{
      document.execCommand('insertText', false, 'api keys');
      const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(enter);
    }`);
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await closeClean(page);
  });

  it('offers no task of the text before while the answer to the new one is awaited', async () => {
    await project('SLOW', 'Rocket');
    const page = await test.open('/projects/SLOW/board', test.company.member);
    await page.getByRole('article', { name: 'SLOW-1 Rocket' }).waitFor();
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/search=Balloon/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Command palette' });
    const dialog = page.getByRole('dialog', { name: 'Command palette' });
    const task = dialog.getByRole('option', { name: 'SLOW-1 Rocket' });
    await box.fill('Rocket');
    await task.waitFor();
    await box.fill('Balloon');
    await task.waitFor({ state: 'detached' });
    expect(await dialog.getByText(/^Nothing fits/).count()).toBe(0);
    release();
    await dialog.getByText(/^Nothing fits/).waitFor();
    await page.keyboard.press('Escape');
    await closeClean(page);
  });

  it('returns the focus to where it was before a dialog', async () => {
    await project('BACK', 'One');
    const page = await test.open('/projects/BACK/board', test.company.member);
    const card = page.getByRole('article', { name: 'BACK-1 One' }).getByRole('link');
    await card.focus();
    for (const key of ['c', '?', 'Control+k']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await card.and(page.locator(':focus')).waitFor();
    }
    await page.goto('/settings/api-keys');
    const button = page.getByRole('button', { name: 'New key' });
    await button.press('Enter');
    await page.getByLabel('Name').fill('CI');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await button.and(page.locator(':focus')).waitFor();
    await page.goto('/settings/labels');
    const menu = page.getByRole('button', { name: 'Actions for bug' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit' }).getByRole('button', { name: 'Cancel' }).click();
    await menu.and(page.locator(':focus')).waitFor();
    await closeClean(page);
  });

  it('does nothing to a task under a dialog', async () => {
    const id = await project('UNDR', 'One', 'Two');
    const page = await test.open('/projects/UNDR/list?task=UNDR-1&answer', test.company.member);
    const dialog = page.getByRole('dialog', { name: 'Answer' });
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    for (const key of ['j', 'p', 's', 'i']) await cancel.press(key);
    expect(await page.getByRole('listbox').count()).toBe(0);
    await cancel.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'UNDR-1 One' }).waitFor();
    const { body } = await test.company.member.api.get(`/tasks?projectId=${id}&assigneeId=${test.company.member.id}`);
    expect(body).toEqual([]);
    await page.keyboard.press('p');
    await page.getByRole('listbox', { name: 'Priority' }).waitFor();
    await closeClean(page);
  });

  it('does not close a form with unsaved text by one Escape', async () => {
    await project('DRAF', 'One');
    const page = await test.open('/projects/DRAF/board?task=DRAF-1', test.company.member);
    const comment = page.getByRole('textbox', { name: 'Comment', exact: true });
    await comment.fill('Half a thought');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Write' }).and(page.locator(':focus')).waitFor();
    expect(await comment.inputValue()).toBe('Half a thought');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('lists the keys of a viewer with ?', async () => {
    await project('HELP', 'One');
    const page = await test.open('/projects/HELP/board', test.company.viewer);
    await page.getByRole('article', { name: 'HELP-1 One' }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    const keys = await dialog.locator('kbd').allInnerTexts();
    expect(keys.join(' ')).toBe(
      'Ctrl K / ? [ Esc j k ↑ ↓ ← → Enter Space j k Ctrl . Ctrl Shift . ← → j k Enter e u h ↓ Tab Enter',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    for (const key of ['j', 'x', 'p']) await page.keyboard.press(key);
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(await page.getByRole('toolbar').count()).toBe(0);
    await page.keyboard.press('/');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    await closeClean(page);
  });

  it('lists the keys that change something to those who may', async () => {
    const page = await test.open('/', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator('kbd');
    await keys.first().waitFor();
    expect((await keys.allInnerTexts()).join(' ')).toBe(
      'Ctrl K c / ? [ Esc Ctrl Z j k ↑ ↓ ← → Enter Shift j k x e m a l s p d i Space Shift Click Alt ← → Alt ↑ ↓ Alt Shift ← → j k e a l s p d i Ctrl . Ctrl Shift . ← → @ Ctrl Enter j k Enter e u h p ↓ Tab Enter',
    );
    await closeClean(page);
  });
});
