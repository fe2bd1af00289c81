import type { Locator, Page } from 'playwright-core';
import { createColleague } from '../factories/colleague.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, createTasks } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('the focus', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    await createTask(member, id, { title: 'One', description: 'As it was' });
  });
  afterAll(() => test.stop());

  const expectFocus = (page: Page, element: Locator) => element.and(page.locator(':focus')).waitFor();

  it.each([
    ['Log time', 'Time', 'Cancel'],
    ['Add subtask', 'Subtasks', 'Done'],
    ['Edit description', 'Description', 'Cancel'],
  ])('comes back to "%s" when its form closes', async (name, regionName, closing) => {
    const page = await test.open('/projects/WEB/board?task=WEB-1', test.company.member);
    const region = page.getByRole('region', { name: regionName });
    const opener = page.getByRole('dialog').getByRole('button', { name });
    await opener.press('Enter');
    await region.getByRole('button', { name: closing, exact: true }).press('Enter');
    await expectFocus(page, opener);
    await page.keyboard.press('Enter');
    await region.locator('input:focus, textarea:focus').waitFor();
    // Closes the form alone, not the drawer around it.
    await page.keyboard.press('Escape');
    await expectFocus(page, opener);
    await closeClean(page);
  });

  it('comes back to the button when Escape closes its box', async () => {
    const page = await test.open('/tasks/WEB-1', test.company.member);
    await page.getByRole('button', { name: 'Add blocker' }).press('Enter');
    await expectFocus(page, page.getByRole('combobox', { name: 'Find a task' }));
    await page.keyboard.press('Escape');
    await expectFocus(page, page.getByRole('button', { name: 'Add blocker' }));
    const parent = page.getByRole('combobox', { name: 'Parent' });
    await parent.press('Enter');
    await expectFocus(page, parent.and(page.locator('input')));
    await page.keyboard.press('Escape');
    await expectFocus(page, parent.and(page.locator('button')));
    await page.goto('/projects/WEB/board');
    const add = page.getByRole('region', { name: 'Backlog' }).getByRole('button', { name: 'Add task' });
    await add.press('Enter');
    await expectFocus(page, page.getByLabel('Task title'));
    await page.keyboard.press('Escape');
    await expectFocus(page, add);
    await closeClean(page);
  });

  it('moves to the content after a dialog that deleted what opened it', async () => {
    await test.company.owner.api.post('/labels', { name: 'short-lived' });
    const page = await test.open('/settings/labels', test.company.owner);
    await page.getByRole('button', { name: 'Actions for short-lived' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).press('Enter');
    await page.locator('main:focus').waitFor();
    await closeClean(page);
  });

  /** Takes out the second of three rows, then the third, then the first, which leaves none. */
  async function expectPassedOn(page: Page, remove: (name: string) => Locator, names: string[], add: Locator) {
    const [first = '', second = '', third = ''] = names;
    for (const [pressed, heir] of [
      [second, remove(third)],
      [third, remove(first)],
      [first, add],
    ] as const) {
      await remove(pressed).press('Enter');
      await remove(pressed).waitFor({ state: 'detached' });
      await expectFocus(page, heir);
    }
  }

  it('moves to the next blocker when one is removed, else to the one before, else to "Add blocker"', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Blocked', key: 'BLO' });
    const { id } = await createTask(member, projectId, { title: 'Waits' });
    const tids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      const blocker = await createTask(member, projectId, { title });
      await member.api.post(`/tasks/${id}/blockers`, { taskId: blocker.id });
      tids.push(blocker.tid);
    }
    const page = await test.open('/projects/BLO/board?task=BLO-1', member);
    const remove = (tid: string) => page.getByRole('button', { name: `Remove blocker ${tid}` });
    await remove('BLO-2').waitFor();
    const rows = page.getByRole('button', { name: /^Remove blocker/ });
    const names = await rows.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel?.slice(-5) ?? ''));
    expect(names.toSorted()).toEqual(tids);
    await expectPassedOn(page, remove, names, page.getByRole('button', { name: 'Add blocker' }));
    await closeClean(page);
  });

  it.each([
    ['member of a project', '/projects/CREW/settings', 'Add member'],
    ['person of a team', '/settings/people?tab=teams', 'Add person'],
  ])('moves to the next %s when one is removed', async (_what, address, adding) => {
    const { admin, member, viewer, owner } = test.company;
    if (adding === 'Add member') {
      const { id } = await createProject(owner, { name: 'Crew', key: 'CREW' });
      for (const { id: userId } of [admin, member, viewer])
        await owner.api.put(`/projects/${id}/members/${userId}`, { role: 'member' });
    } else {
      const { id } = (await owner.api.post<{ id: string }>('/teams', { name: 'Web' })).body;
      for (const { id: userId } of [admin, member, viewer]) await owner.api.post(`/teams/${id}/members`, { userId });
    }
    const page = await test.open(address, owner);
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
    await remove(member.name).waitFor();
    const rows = page.getByRole('button', { name: /^Remove / });
    await eventually('all are there', async () => (await rows.count()) >= 3);
    while ((await rows.count()) > 3) {
      const name = (await rows.last().getAttribute('aria-label')) ?? '';
      await rows.last().press('Enter');
      await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
    }
    const labels = await rows.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel ?? ''));
    const names = labels.map((label) => label.replace('Remove ', ''));
    await expectPassedOn(page, remove, names, page.getByRole('button', { name: adding }));
    await closeClean(page);
  });

  it('moves to the next filter when one is removed, and to the text after the last', async () => {
    const page = await test.open('/projects/WEB/board?priority=High,Low', test.company.member);
    const remove = (priority: string) => page.getByRole('button', { name: `Remove filter Priority: ${priority}` });
    await remove('High').press('Enter');
    await expectFocus(page, remove('Low'));
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expectFocus(page, page.getByLabel('Filter by text'));
    await closeClean(page);
  });

  it('moves to the next comment when one is deleted, and to the box of a new one after the last', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Discussed', key: 'DIS' });
    const { id } = await createTask(member, projectId, { title: 'Discussed' });
    for (const body of ['First', 'Second']) await member.api.post(`/tasks/${id}/comments`, { body });
    const page = await test.open('/tasks/DIS-1', member);
    const comments = page.getByRole('region', { name: 'Activity' });
    const buttons = comments.getByRole('button', { name: 'Delete comment' });
    await comments.getByText('Second').waitFor();
    await buttons.first().press('Enter');
    await comments.getByText('First').waitFor({ state: 'detached' });
    await expectFocus(page, buttons);
    await buttons.press('Enter');
    await expectFocus(page, comments.getByRole('textbox', { name: 'Comment' }));
    await closeClean(page);
  });

  it('moves to the next task when one is deleted, and stays there after "Undo"', async () => {
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Shrinking', key: 'SHR' });
    for (const title of ['One', 'Two', 'Three']) await createTask(member, id, { title });
    const page = await test.open('/projects/SHR/board', member);
    const link = (name: string) => page.getByRole('article', { name }).getByRole('link');
    await link('SHR-2 Two').press('m');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expectFocus(page, link('SHR-3 Three'));
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await link('SHR-2 Two').waitFor();
    await expectFocus(page, link('SHR-3 Three'));
    await closeClean(page);
  });

  it('returns from a toolbar or a toast that goes to what had it before', async () => {
    const page = await test.open('/projects/WEB/list', test.company.member);
    expectStatus(page, 400);
    const box = page.getByLabel('Select WEB-1', { exact: true });
    await box.press('Space');
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expectFocus(page, box);
    await page.goto('/tasks/WEB-1');
    const points = page.getByLabel('Points');
    await points.click();
    await points.fill('-1');
    await points.press('Enter');
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).press('Enter');
    await expectFocus(page, points);
    await closeClean(page);
  });

  it('moves to the first field that the service refuses', async () => {
    const page = await test.open('/projects/WEB/planning', test.company.member);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New sprint' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New sprint' });
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Create sprint' }).press('Enter');
    await expectFocus(page, dialog.getByLabel('Name').and(page.locator('[aria-invalid]')));
    await closeClean(page);
  });

  it('stays on "Save" when the settings of a colleague are saved', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Otto', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.admin);
    const chase = page.getByRole('group', { name: 'Chase' });
    await chase.getByLabel('Repeat after hours').fill('6');
    const read = page.waitForResponse((response) => response.request().method() === 'GET');
    await chase.getByRole('button', { name: 'Save' }).press('Enter');
    await read;
    await page.getByRole('region', { name: 'Notifications' }).getByText('Saved').waitFor();
    await expectFocus(page, chase.getByRole('button', { name: 'Save' }));
    await closeClean(page);
  });

  it('does not jump into the filter when its row is scrolled away, so that no key is typed there', async () => {
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Long', key: 'LONG' });
    await createTasks(
      member,
      id,
      Array.from({ length: 120 }, (_, at) => `Walnut ${at}`),
    );
    const page = await test.open('/projects/LONG/list', member);
    const filter = page.getByLabel('Filter by text');
    await filter.fill('walnut');
    const box = page.getByRole('checkbox', { name: /^Select LONG-/ }).first();
    await box.focus();
    const name = (await box.getAttribute('aria-label')) ?? '';
    await box.hover();
    await page.mouse.wheel(0, 3_000);
    await page.getByLabel(name, { exact: true }).waitFor({ state: 'detached' });
    await page.evaluate(waitFrames, 60);
    await page.keyboard.type('zz');
    expect(await filter.inputValue()).toBe('walnut');
    await closeClean(page);
  });

  it.each(['/projects/WEB/board', '/search?q=one', '/nowhere'])(
    'starts at the link that skips to the content: %s',
    async (address) => {
      const page = await test.open(address, test.company.member);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Tab');
      await expectFocus(page, page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await page.locator('main:focus').waitFor();
      await closeClean(page);
    },
  );
});

/** Runs in the page. */
function waitFrames(frames: number): Promise<void> {
  const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame: (done: () => void) => void };
  return new Promise((resolve) => {
    const next = (left: number) => requestAnimationFrame(() => (left > 0 ? next(left - 1) : resolve()));
    next(frames);
  });
}
