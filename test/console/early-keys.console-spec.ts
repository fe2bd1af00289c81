import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTasks, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole } from '../support/console.js';
import { neverIdle } from '../support/console-weight.js';
import { eventually } from '../support/eventually.js';

/** As people type who know what comes. */
const FAST = { delay: 20 };
const LATENCY_MS = 400;

interface Board {
  page: Page;
  id: string;
  tasks: TestTask[];
  setOffline: (offline: boolean) => Promise<void>;
}

describeConsole('keys that are pressed before what they are for is there', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  /** A board with a card that has the focus, over a slow line; what opens over it has not been fetched. */
  async function board(key: string): Promise<Board> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    const tasks = await createTasks(member, id, ['Alpha', 'Beta']);
    // Not the console at first: what it fetches while it is idle would be in the cache of the browser.
    const page = await test.open('/favicon.svg', member);
    await neverIdle(page);
    await page.goto('/projects');
    await page
      .getByRole('link', { name: `Project ${key}` })
      .first()
      .click();
    await page.getByRole('article', { name: `${key}-1 Alpha` }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    // All by one session: what another one sets does not take the place of this.
    const setOffline = async (offline: boolean) => {
      const line = { latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
      await devtools.send('Network.emulateNetworkConditions', { offline, ...line });
    };
    await setOffline(false);
    await page.keyboard.press('j');
    await page.locator('a:focus').waitFor();
    return { page, id, tasks, setOffline };
  }

  const taskOf = async (id = '') => (await test.company.member.api.get(`/tasks/${id}`)).body;
  const titlesOf = async (projectId: string): Promise<string[]> =>
    (await test.company.member.api.get<TestTask[]>(`/tasks?projectId=${projectId}`)).body.map(({ title }) => title);

  it('make a task: all of them are its title', async () => {
    const { page, id } = await board('NEW');
    await page.keyboard.type('cxample smd jk', FAST);
    const title = page.getByRole('dialog', { name: 'New task' }).getByLabel('Title');
    await eventually('all is typed', async () => (await title.inputValue()) === 'xample smd jk');
    await page.keyboard.type(', and more', FAST);
    await page.keyboard.press('Enter');
    await eventually('it is made', async () => (await titlesOf(id)).includes('xample smd jk, and more'));
    await closeClean(page);
  });

  it('find in the palette, and Enter goes there', async () => {
    const { page } = await board('PAL');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('virtual colleag', FAST);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Virtual colleagues' }).waitFor();
    await closeClean(page);
  });

  it('choose from the list of a field, and nothing else is changed', async () => {
    const { page, tasks } = await board('LIST');
    // Down from the last one is the first.
    for (const key of ['p', 'ArrowDown', 'Enter', 'j']) await page.keyboard.press(key, FAST);
    await eventually('it is urgent', async () => (await taskOf(tasks[0]?.id)).priority === 'Urgent');
    expect((await taskOf(tasks[1]?.id)).priority).toBe('None');
    await closeClean(page);
  });

  it('write the title of a task whose page is on its way', async () => {
    const { page, tasks } = await board('EDIT');
    await page.keyboard.type('e', FAST);
    await page.keyboard.press('Control+a', FAST);
    await page.keyboard.type('Omega', FAST);
    await page.keyboard.press('Enter');
    await eventually('it is renamed', async () => (await taskOf(tasks[0]?.id)).title === 'Omega');
    await closeClean(page);
  });

  it('open a field of a task that is on its way', async () => {
    const { page, tasks } = await board('OPEN');
    await page.keyboard.press('Enter', FAST);
    await page.keyboard.type('purgent', FAST);
    await page.keyboard.press('Enter');
    await eventually('it is urgent', async () => (await taskOf(tasks[0]?.id)).priority === 'Urgent');
    await closeClean(page);
  });

  it('are cancelled by Escape, and with them what they are for', async () => {
    const { page, id } = await board('ESC');
    await page.keyboard.type('cxxm', FAST);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await titlesOf(id)).sort()).toEqual(['Alpha', 'Beta']);
    await closeClean(page);
  });

  it('never reach what deletes', async () => {
    const { page, id } = await board('DEL');
    await page.keyboard.type('md', FAST);
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete' }).and(page.locator(':focus')).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter', FAST);
    await page.keyboard.press('Enter', FAST);
    await page.getByRole('dialog', { name: 'Delete' }).waitFor();
    await eventually('both are there', async () => (await titlesOf(id)).length === 2);
    await page.keyboard.press('Escape');
    await closeClean(page);
  });

  it('are forgotten after 10 s offline, which a toast says', async () => {
    const { page, id, setOffline } = await board('OFF');
    await setOffline(true);
    await page.getByText('The connection is gone').waitFor();
    await page.keyboard.type('cxxmd', FAST);
    await page.getByRole('region', { name: 'Notifications' }).getByText('could not be loaded').waitFor();
    await setOffline(false);
    await page.getByText('The connection is gone').waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    expect((await titlesOf(id)).sort()).toEqual(['Alpha', 'Beta']);
    await page.context().close();
  });
});

describeConsole('what opens over a screen', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('is fetched when the browser is idle: it opens without a connection', async () => {
    const { member } = test.company;
    await createProject(member, { name: 'Website', key: 'WEB' });
    const page = await test.open('/', member);
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    const scripts = () => page.evaluate(() => performance.getEntriesByType('resource').length);
    let before = -1;
    await eventually('nothing more is fetched', async () => {
      const [last, now] = [before, await scripts()];
      before = now;
      await page.waitForTimeout(2_500);
      return last === (await scripts());
    });
    await page.context().setOffline(true);
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New task' }).waitFor();
    await page.context().close();
  });
});

describeConsole('keys of other scripts', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    await createTasks(member, id, ['Alpha', 'Beta']);
  });
  afterAll(() => test.stop());

  /** Presses a key as a keyboard does whose layout or method writes it. */
  const press = (page: Page, key: string, init: object = {}) => {
    const event = JSON.stringify({ key, bubbles: true, cancelable: true, ...init });
    return page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${event}))`);
  };
  const COMPOSING = [{ isComposing: true }, { keyCode: 229 }];

  it('take the place of the key where no Latin letter is written', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('article', { name: 'WEB-1 Alpha' }).waitFor();
    await press(page, 'о', { code: 'KeyJ' });
    await page.locator('a:focus').waitFor();
    await press(page, 'ч', { code: 'KeyX' });
    await page.getByText('1 selected').waitFor();
    await press(page, 'л', { code: 'KeyK', ctrlKey: true });
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.press('Escape');
    // A Latin letter is itself, wherever its key is.
    await press(page, 'x', { code: 'KeyB' });
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('that compose are no commands: in lists, menus, fields, listboxes and dialogs', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('article', { name: 'WEB-1 Alpha' }).waitFor();
    await page.evaluate(`heard = [];
      for (const target of [document.body, document, window]) target.addEventListener('keydown', ({ key }) => heard.push(key));`);
    await page.keyboard.press('j');
    const compose = async () => {
      for (const init of COMPOSING)
        for (const key of ['Enter', 'Escape', 'x', 'c', 'm', 'ArrowDown', 'Tab']) await press(page, key, init);
    };
    await compose();
    expect(await page.getByRole('toolbar').count()).toBe(0);
    await page.keyboard.press('p');
    await page.getByRole('listbox', { name: 'Priority of WEB-1' }).waitFor();
    await compose();
    await page.getByRole('listbox', { name: 'Priority of WEB-1' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await compose();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('もの');
    await compose();
    await dialog.getByLabel('Description').focus();
    for (const init of COMPOSING) await press(page, 'Enter', { ...init, ctrlKey: true });
    await compose();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('もの');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // No handler has heard of any of them.
    const heard = await page.evaluate<string[]>('heard');
    expect(heard.filter((key) => key === 'ArrowDown' || key === 'Tab')).toEqual([]);
    await closeClean(page);
  });

  it('that compose neither send a comment nor leave it', async () => {
    const page = await test.open('/tasks/WEB-2', test.company.member);
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('こんにちは');
    for (const init of COMPOSING) {
      await press(page, 'Enter', { ...init, ctrlKey: true });
      await press(page, 'Escape', init);
    }
    expect(await comment.inputValue()).toBe('こんにちは');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Activity' }).getByText('こんにちは').waitFor();
    await closeClean(page);
  });
});
