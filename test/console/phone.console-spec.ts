import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

/** What a phone leaves of its screen while its keyboard is open. */
const WITH_KEYBOARD = { width: 390, height: 400 };

describeConsole('a phone', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    await createTask(member, id, { title: 'One', description: '- [ ] first\n- [ ] second' });
  });
  afterAll(() => test.stop());

  /** The names of the fields that have the focus, one after another, and are covered by something. */
  async function coveredFields(page: Page, presses: number): Promise<string[]> {
    const covered: string[] = [];
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press('Tab');
      covered.push(
        ...(await page.locator('[role=dialog] :is(input, select, textarea):focus').evaluateAll((fields) =>
          fields.flatMap((field) => {
            const { left, top, height } = field.getBoundingClientRect();
            const seen = field.ownerDocument.elementFromPoint(left + 4, top + height / 2);
            return seen === field || field.closest('label')?.contains(seen) ? [] : [field.outerHTML];
          }),
        )),
      );
    }
    return covered;
  }

  it.each([
    ['New task', '/', 12],
    ['New webhook', '/webhooks', 30],
  ])('keeps what has the focus in "%s" clear of its buttons', async (name, address, presses) => {
    const page = await test.open(address, test.company.owner, { phone: true, viewport: WITH_KEYBOARD });
    await page.getByRole('button', { name }).last().click();
    await page.getByRole('dialog', { name }).waitFor();
    expect(await coveredFields(page, presses)).toEqual([]);
    await closeClean(page);
  });

  it('opens its keyboard over a list of options only when one taps the box', async () => {
    const page = await test.open('/tasks/WEB-1', test.company.member, { phone: true });
    await page.getByRole('combobox', { name: 'Status' }).tap();
    const list = page.getByRole('listbox', { name: 'Status' });
    await list.and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Status' }).getByText('To Do').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).tap();
    await page.getByRole('combobox', { name: 'Status' }).fill('done');
    await list.getByRole('option', { name: 'Done' }).tap();
    await page.getByRole('combobox', { name: 'Status' }).getByText('Done').waitFor();
    await closeClean(page);
  });

  it('speaks of no keys, and shows the project and number of a task whole', async () => {
    const page = await test.open('/', test.company.owner, { phone: true });
    await page.getByText('Take a task from a board, or make one.').waitFor();
    await page.goto('/tasks/WEB-1');
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    const project = page.getByRole('link', { name: 'Website' }).getByText('Website');
    expect(await project.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Comment' }).getAttribute('placeholder')).not.toContain('Ctrl');
    await closeClean(page);
  });

  it('leaves the board most of the screen, and its filters a line', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member, { phone: true });
    const lane = await page.getByRole('region', { name: 'Backlog' }).boundingBox();
    expect(lane!.y).toBeLessThan(165);
    const filter = page.getByRole('combobox', { name: 'Filter', exact: true });
    expectStatus(page, 400);
    await filter.tap();
    await filter.pressSequentially('sta');
    await page.getByRole('option', { name: 'status' }).waitFor();
    expect((await filter.boundingBox())!.width).toBeGreaterThan(340);
    await expectAccessible(page);
    await closeClean(page);
  });

  it.each([
    ['board', 'Backlog', 'region'],
    ['list', 'Tasks', 'table'],
  ] as const)('shows more than a strip of the %s when it is turned', async (screen, name, role) => {
    const page = await test.open(`/projects/WEB/${screen}`, test.company.member, {
      phone: true,
      viewport: { width: 844, height: 390 },
    });
    const part = page
      .getByRole(role, { name })
      .locator('xpath=ancestor-or-self::*[contains(@class, "scroll-thin")][1]');
    await page.getByRole('link', { name: 'WEB-1 One' }).waitFor();
    expect((await part.boundingBox())!.height).toBeGreaterThan(150);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('has links to a forgotten password that suit a thumb', async () => {
    const page = await test.open('/sign-in', undefined, { phone: true });
    const link = page.getByRole('link', { name: 'Forgot your password?' });
    await link.waitFor();
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('keeps the buttons of a row in view beside wide columns', async () => {
    const page = await test.open('/views', test.company.member, { phone: true });
    const actions = page.getByRole('button', { name: 'Actions for Overdue' });
    await actions.waitFor();
    const { x, width } = (await actions.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
    await actions.tap();
    await page.getByRole('menuitem', { name: 'Add to favorites' }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('leaves the tasks most of the screen while some are selected', async () => {
    const page = await test.open('/projects/WEB/list', test.company.member, { phone: true });
    await page.getByRole('checkbox', { name: 'Select WEB-1' }).tap();
    const bar = page.getByRole('toolbar', { name: 'Bulk actions' });
    await bar.waitFor();
    expect((await bar.boundingBox())!.height).toBeLessThan(130);
    await bar.getByRole('button', { name: 'Due date' }).tap();
    await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Cancel' }).tap();
    await bar.getByRole('button', { name: 'Clear selection' }).tap();
    await bar.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('shows when notifications are mailed', async () => {
    const page = await test.open('/settings/notifications', test.company.member, { phone: true });
    const mail = page.getByRole('combobox', { name: 'Mail: Assigned' });
    await mail.waitFor();
    expect((await mail.boundingBox())!.width).toBeGreaterThan(70);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('has boxes to tick and fields to type into that suit a thumb', async () => {
    const page = await test.open('/tasks/WEB-1', test.company.member, { phone: true });
    const label = page.getByRole('checkbox', { name: 'second' }).locator('..');
    const { width = 0, height = 0 } = (await label.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await label.tap({ position: { x: 4, y: 40 } });
    await page.getByRole('checkbox', { name: 'second', checked: true }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'first' }).isChecked()).toBe(false);
    await page.goto('/projects/WEB/list');
    const filter = page.getByLabel('Filter by text');
    expect(await filter.evaluate((field) => field.ownerDocument.defaultView!.getComputedStyle(field).fontSize)).toBe(
      '16px',
    );
    await closeClean(page);
  });
});
