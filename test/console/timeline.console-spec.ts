import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

const DECEMBER = 'timeline?date=2026-12-01';
/** Pixels of a day, with radio "Week". */
const DAY = 12;

const dayOf = (day: number): string => `2026-12-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const bar = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

describeConsole('the timeline', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  /** A project of its own with two tasks; the first blocks the other one, which begins after it. */
  async function project(key: string): Promise<{ id: string; first: TestTask; second: TestTask }> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    const first = await createTask(member, id, { title: 'Build', startDate: dayOf(1), dueDate: dayOf(5) });
    const second = await createTask(member, id, { title: 'Ship', dueDate: dayOf(8) });
    await member.api.post(`/tasks/${second.id}/blockers`, { taskId: first.id });
    return { id, first, second };
  }

  const read = async ({ id }: TestTask) => (await test.company.member.api.get(`/tasks/${id}`)).body;
  const goesFrom = (task: TestTask, startDate: string | null, dueDate: string | null) =>
    eventually(`it goes from ${startDate} to ${dueDate}`, async () => {
      const now = await read(task);
      return now.startDate === startDate && now.dueDate === dueDate;
    });

  async function dragBy(page: Page, name: string, days: number, at = 0.5): Promise<void> {
    const box = await bar(page, name).boundingBox();
    if (!box) throw new Error('no bar');
    const [x, y] = [box.x + box.width * at, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (days * DAY) / 2, y);
    await page.mouse.move(x + days * DAY, y);
    await page.mouse.up();
  }

  it('shows bars, lines from blockers, and is accessible', async () => {
    const { id } = await project('TIMA');
    await createTask(test.company.member, id, { title: 'Begun', startDate: dayOf(3) });
    await createTask(test.company.member, id, { title: 'Whenever' });
    const page = await test.open(`/projects/TIMA/${DECEMBER}`, test.company.member, {
      timezoneId: 'America/Los_Angeles',
    });
    await page.getByRole('heading', { level: 1, name: 'Project TIMA' }).waitFor();
    await bar(page, 'TIMA-1 Build, 1 December to 5 December').waitFor();
    await bar(page, 'TIMA-2 Ship, 8 December').waitFor();
    await bar(page, 'TIMA-3 Begun, 3 December').waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ has: page.locator('[data-task-link]') })
        .count(),
    ).toBe(3);
    await page.getByRole('img', { name: 'TIMA-1 blocks TIMA-2' }).waitFor({ state: 'attached' });
    expect(await page.getByText('Begins before').count()).toBe(0);
    await expectAccessible(page);
    for (const scale of ['Day', 'Month']) {
      await page.getByText(scale, { exact: true }).click();
      await page.getByRole('radio', { name: scale, checked: true }).waitFor();
      await bar(page, 'TIMA-1 Build, 1 December to 5 December').waitFor();
      expect(new URL(page.url()).searchParams.get('scale')).toBe(scale.toLowerCase());
    }
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await eventually('the address has changed', () => !page.url().includes('2026-12-01'));
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await eventually('it is today', () => !page.url().includes('date='));
    await closeClean(page);
  });

  it('moves and stretches bars by Alt and arrows, and marks what begins before its blocker ends', async () => {
    const { first, second } = await project('TIMB');
    const page = await test.open(`/projects/TIMB/${DECEMBER}`, test.company.member);
    await bar(page, 'TIMB-1 Build, 1 December to 5 December').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Alt+ArrowRight');
    await bar(page, 'TIMB-1 Build, 2 December to 6 December').and(page.locator(':focus')).waitFor();
    await goesFrom(first, dayOf(2), dayOf(6));
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await bar(page, 'TIMB-1 Build, 2 December to 7 December').waitFor();
    expect(await page.getByText('Begins before').count()).toBe(0);
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await page.getByText('Begins before TIMB-1 ends').waitFor();
    await goesFrom(first, dayOf(2), dayOf(8));
    expect(await bar(page, 'TIMB-2 Ship, 8 December').getAttribute('aria-description')).toBe(
      'Begins before TIMB-1 ends',
    );
    await expectAccessible(page);
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.getByText('Begins before TIMB-1 ends').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await bar(page, 'TIMB-2 Ship, 8 December to 9 December').and(page.locator(':focus')).waitFor();
    await goesFrom(second, dayOf(8), dayOf(9));
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Move a week later' }).press('Enter');
    await goesFrom(second, dayOf(15), dayOf(16));
    await closeClean(page);
  });

  it('moves a bar by mouse, and stretches it by its ends and with Shift', async () => {
    const { first } = await project('TIMC');
    const page = await test.open(`/projects/TIMC/${DECEMBER}`, test.company.member);
    await bar(page, 'TIMC-1 Build, 1 December to 5 December').waitFor();
    await dragBy(page, 'TIMC-1 Build, 1 December to 5 December', 3);
    await bar(page, 'TIMC-1 Build, 4 December to 8 December').waitFor();
    await goesFrom(first, dayOf(4), dayOf(8));
    await page.keyboard.down('Shift');
    await dragBy(page, 'TIMC-1 Build, 4 December to 8 December', -2);
    await page.keyboard.up('Shift');
    await goesFrom(first, dayOf(4), dayOf(6));
    await dragBy(page, 'TIMC-1 Build, 4 December to 6 December', -3, 0.02);
    await goesFrom(first, dayOf(1), dayOf(6));
    await dragBy(page, 'TIMC-1 Build, 1 December to 6 December', 1, 0.98);
    await goesFrom(first, dayOf(1), dayOf(7));
    // A drag opens nothing, a click does.
    expect(await page.getByRole('dialog').count()).toBe(0);
    await bar(page, 'TIMC-1 Build, 1 December to 7 December').click();
    await page.getByRole('dialog', { name: 'TIMC-1 Build' }).waitFor();
    await closeClean(page);
  });

  it('lets a VIEWER move nothing, and follows what others do', async () => {
    const { first } = await project('TIMD');
    const page = await test.open(`/projects/TIMD/${DECEMBER}`, test.company.viewer);
    await bar(page, 'TIMD-1 Build, 1 December to 5 December').press('Alt+ArrowRight');
    await dragBy(page, 'TIMD-1 Build, 1 December to 5 December', 3);
    await goesFrom(first, dayOf(1), dayOf(5));
    await test.company.member.api.put(`/tasks/${first.id}`, { dueDate: dayOf(4) });
    await bar(page, 'TIMD-1 Build, 1 December to 4 December').waitFor();
    await closeClean(page);
  });

  it('says why a move is refused in a project that was archived meanwhile, and puts it back', async () => {
    const { id } = await project('TIME');
    const page = await test.open(`/projects/TIME/${DECEMBER}`, test.company.member);
    expectStatus(page, 409);
    await bar(page, 'TIME-1 Build, 1 December to 5 December').waitFor();
    await test.company.owner.api.post(`/projects/${id}/archive`);
    await dragBy(page, 'TIME-1 Build, 1 December to 5 December', 3);
    await page.getByRole('region', { name: 'Notifications' }).getByText('archived').waitFor();
    await bar(page, 'TIME-1 Build, 1 December to 5 December').waitFor();
    await closeClean(page);
  });

  it('is a layout of views, of every project too', async () => {
    await project('TIMF');
    const { body } = await test.company.viewer.api.post('/views', {
      name: 'Everything',
      layout: 'timeline',
      filter: 'project = TIMF',
    });
    const page = await test.open(`/views/${body.id}?date=2026-12-01`, test.company.viewer);
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await bar(page, 'TIMF-1 Build, 1 December to 5 December').waitFor();
    await closeClean(page);
  });

  it('says what to do where nothing has a date', async () => {
    await createProject(test.company.member, { name: 'Empty', key: 'TIMG' });
    for (const [user, next] of [
      [test.company.member, 1],
      [test.company.viewer, 0],
    ] as const) {
      const page = await test.open('/projects/TIMG/timeline', user);
      await page.getByText('No task begins or is due in this time.').waitFor();
      expect(await page.getByText('Give tasks a start date').count()).toBe(next);
      await closeClean(page);
    }
  });

  it('has the name of a bar in view on a phone where the bar began before', async () => {
    const { id } = await createProject(test.company.member, { name: 'Long', key: 'TIML' });
    const title = 'A title that is longer than what is seen of its bar';
    await createTask(test.company.member, id, { title, startDate: dayOf(1), dueDate: dayOf(20) });
    const page = await test.open(`/projects/TIML/${DECEMBER}`, test.company.member, { phone: true });
    const name = page.getByText(title, { exact: true });
    await name.waitFor();
    // All but the last of the bar is at the left of what is seen.
    await bar(page, `TIML-1 ${title}, 1 December to 20 December`).evaluate((one) => {
      const scroller = one.closest('.scroll-thin');
      scroller?.scrollBy({ left: one.getBoundingClientRect().right - scroller.getBoundingClientRect().left - 100 });
    });
    expect((await name.boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await name.tap();
    await page.getByRole('dialog', { name: `TIML-1 ${title}` }).waitFor();
    await closeClean(page);
  });

  it('has its names in the bars on a phone, and moves by the menu', async () => {
    const { first } = await project('TIMH');
    const page = await test.open(`/projects/TIMH/${DECEMBER}`, test.company.member, { phone: true });
    await bar(page, 'TIMH-1 Build, 1 December to 5 December').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.getByRole('button', { name: 'Actions for TIMH-1' }).tap();
    await page.getByRole('menuitem', { name: 'Move a day later' }).tap();
    await goesFrom(first, dayOf(2), dayOf(6));
    await expectAccessible(page);
    await closeClean(page);
  });
});
