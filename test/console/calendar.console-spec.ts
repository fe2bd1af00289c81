import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, drag, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

const DECEMBER = 'calendar?date=2026-12-10';

const dayOf = (day: number): string => `2026-12-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true });
const taskIn = (page: Page, day: string, name: string) =>
  cell(page, day).getByRole('article', { name, exact: true }).getByRole('link');
const unscheduled = (page: Page) => page.getByRole('region', { name: 'Unscheduled' });

describeConsole('the calendar', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  /** A project of its own with a task that is due on 24 December, and one that is not. */
  async function project(key: string, due: object = {}): Promise<{ id: string; task: TestTask; open: TestTask }> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    const task = await createTask(member, id, { title: 'Launch', dueDate: dayOf(24), ...due });
    const open = await createTask(member, id, { title: 'Whenever' });
    return { id, task, open };
  }

  const read = async ({ id }: TestTask) => (await test.company.member.api.get(`/tasks/${id}`)).body;
  const isDue = (task: TestTask, dueDate: string | null) =>
    eventually(`it is due ${dueDate}`, async () => (await read(task)).dueDate === dueDate);

  it('shows a month of days with what is due, and is accessible', async () => {
    await project('CALA');
    const page = await test.open(`/projects/CALA/${DECEMBER}`, test.company.member, {
      timezoneId: 'America/Los_Angeles',
    });
    await page.getByRole('heading', { level: 1, name: 'Project CALA' }).waitFor();
    const grid = page.getByRole('grid', { name: 'December 2026' });
    await taskIn(page, '24 December', 'CALA-1 Launch').waitFor();
    await unscheduled(page).getByRole('article', { name: 'CALA-2 Whenever' }).waitFor();
    expect(await grid.getByRole('gridcell').count()).toBe(35);
    expect(await grid.getByRole('columnheader').allInnerTexts()).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('grid', { name: 'January 2027' }).waitFor();
    expect(new URL(page.url()).search).toBe('?date=2027-01-01');
    await page.goBack();
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await page.getByRole('grid', { name: 'November 2026' }).waitFor();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    const { month, day } = await page.evaluate<{ month: string; day: string }>(`({
      month: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(),
      day: new Intl.DateTimeFormat('en-GB', { month: 'long', day: 'numeric' }).format(),
    })`);
    await page.getByRole('grid', { name: month }).waitFor();
    expect(await cell(page, day).getAttribute('aria-current')).toBe('date');
    await closeClean(page);
  });

  it('moves the due date by mouse, from what is unscheduled and back', async () => {
    const { task, open } = await project('CALB');
    const page = await test.open(`/projects/CALB/${DECEMBER}`, test.company.member);
    await taskIn(page, '24 December', 'CALB-1 Launch').waitFor();
    await drag(page.getByRole('article', { name: 'CALB-1 Launch' }), cell(page, '18 December'));
    await taskIn(page, '18 December', 'CALB-1 Launch').waitFor();
    await isDue(task, dayOf(18));
    await drag(page.getByRole('article', { name: 'CALB-2 Whenever' }), cell(page, '3 December'));
    await taskIn(page, '3 December', 'CALB-2 Whenever').waitFor();
    await isDue(open, dayOf(3));
    await drag(page.getByRole('article', { name: 'CALB-1 Launch' }), unscheduled(page));
    await unscheduled(page).getByRole('article', { name: 'CALB-1 Launch' }).waitFor();
    await isDue(task, null);
    await closeClean(page);
  });

  it('moves the due date by Alt and arrows, and by the menu', async () => {
    const { task, open } = await project('CALC', { startDate: dayOf(23) });
    const page = await test.open(`/projects/CALC/${DECEMBER}`, test.company.member);
    await taskIn(page, '24 December', 'CALC-1 Launch').waitFor();
    await page.keyboard.press('j');
    await taskIn(page, '24 December', 'CALC-1 Launch').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await taskIn(page, '25 December', 'CALC-1 Launch').and(page.locator(':focus')).waitFor();
    await page
      .locator('[aria-live=assertive]')
      .getByText('CALC-1 Launch moved to 23 December to 25 December')
      .waitFor();
    // It still begins before it is due.
    await page.keyboard.press('Alt+ArrowUp');
    await taskIn(page, '18 December', 'CALC-1 Launch').and(page.locator(':focus')).waitFor();
    await isDue(task, dayOf(18));
    expect((await read(task)).startDate).toBe(dayOf(16));
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowLeft');
    await taskIn(page, '24 December', 'CALC-1 Launch').and(page.locator(':focus')).waitFor();
    await isDue(task, dayOf(24));
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Move to Unscheduled' }).press('Enter');
    await unscheduled(page).getByRole('article', { name: 'CALC-1 Launch' }).waitFor();
    await isDue(task, null);
    await page.getByRole('article', { name: 'CALC-2 Whenever' }).getByRole('link').press('Alt+ArrowRight');
    await eventually('it is due today', async () => (await read(open)).dueDate !== null);
    await closeClean(page);
  });

  it('walks over the days by arrows, and opens a task over itself', async () => {
    await project('CALD');
    const page = await test.open(`/projects/CALD/${DECEMBER}`, test.company.member);
    await taskIn(page, '24 December', 'CALD-1 Launch').waitFor();
    await cell(page, '1 December').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await cell(page, '9 December').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('PageDown');
    await page.getByRole('grid', { name: 'January 2027' }).waitFor();
    await page.goBack();
    await taskIn(page, '24 December', 'CALD-1 Launch').press('Enter');
    await page.getByRole('dialog', { name: 'CALD-1 Launch' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('grid', { name: 'December 2026' }).waitFor();
    await closeClean(page);
  });

  it('shows a week, and a moment on its day where the reader is, which keeps its time', async () => {
    const { task } = await project('CALE', { dueDate: '2026-12-24T03:30:00.000Z' });
    const page = await test.open(`/projects/CALE/${DECEMBER}`, test.company.member, {
      timezoneId: 'America/Los_Angeles',
    });
    await taskIn(page, '23 December', 'CALE-1 Launch').waitFor();
    await page.goto('/projects/CALE/calendar?date=2026-12-24');
    await page.getByText('Week', { exact: true }).click();
    await eventually('there is one week', async () => (await page.getByRole('gridcell').count()) === 7);
    expect(await page.getByRole('radio', { name: 'Week' }).isChecked()).toBe(true);
    expect(new URL(page.url()).search).toBe('?date=2026-12-24&scale=week');
    await cell(page, '23 December').getByText('7:30 PM').waitFor();
    await taskIn(page, '23 December', 'CALE-1 Launch').press('Alt+ArrowRight');
    await taskIn(page, '24 December', 'CALE-1 Launch').waitFor();
    await isDue(task, '2026-12-25T03:30:00.000Z');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await cell(page, '28 December').waitFor();
    await closeClean(page);
  });

  it('folds a day of many tasks, and unfolds it for what is moved there', async () => {
    const { id } = await project('CALF');
    for (const title of ['b', 'c', 'd', 'e']) await createTask(test.company.member, id, { title, dueDate: dayOf(24) });
    await createTask(test.company.member, id, { title: 'Late', dueDate: dayOf(25) });
    const page = await test.open(`/projects/CALF/${DECEMBER}`, test.company.member);
    const day = cell(page, '24 December');
    await day.getByRole('button', { name: '2 more' }).click();
    expect(await day.getByRole('article').count()).toBe(5);
    await day.getByRole('button', { name: 'Fewer' }).click();
    await taskIn(page, '25 December', 'CALF-7 Late').press('Alt+ArrowLeft');
    await taskIn(page, '24 December', 'CALF-7 Late').and(page.locator(':focus')).waitFor();
    await closeClean(page);
  });

  it('follows what others do, and what the filters say', async () => {
    const { task } = await project('CALG');
    const page = await test.open(`/projects/CALG/${DECEMBER}`, test.company.viewer);
    await taskIn(page, '24 December', 'CALG-1 Launch').waitFor();
    await test.company.member.api.put(`/tasks/${task.id}`, { dueDate: dayOf(8), priority: 'High' });
    await taskIn(page, '8 December', 'CALG-1 Launch').waitFor();
    const box = page.getByRole('combobox', { name: 'Filter', exact: true });
    await box.fill('priority = High');
    await box.press('Enter');
    await unscheduled(page).getByText('Open tasks without a due date stand here.').waitFor();
    await taskIn(page, '8 December', 'CALG-1 Launch').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await unscheduled(page).getByRole('article', { name: 'CALG-2 Whenever' }).waitFor();
    await closeClean(page);
  });

  it('lets a VIEWER move nothing', async () => {
    const { task } = await project('CALH');
    const page = await test.open(`/projects/CALH/${DECEMBER}`, test.company.viewer);
    const link = taskIn(page, '24 December', 'CALH-1 Launch');
    await link.press('Alt+ArrowRight');
    await link.hover();
    await page.getByRole('button', { name: 'Actions for CALH-1' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open']);
    await page.keyboard.press('Escape');
    expect(await page.locator('article[draggable=true]').count()).toBe(0);
    expect((await read(task)).dueDate).toBe(dayOf(24));
    await closeClean(page);
  });

  it('says why a move is refused in a project that was archived meanwhile, and puts it back', async () => {
    const { id } = await project('CALI');
    const page = await test.open(`/projects/CALI/${DECEMBER}`, test.company.member);
    expectStatus(page, 409);
    await taskIn(page, '24 December', 'CALI-1 Launch').waitFor();
    await test.company.owner.api.post(`/projects/${id}/archive`);
    await drag(page.getByRole('article', { name: 'CALI-1 Launch' }), cell(page, '9 December'));
    await page.getByRole('region', { name: 'Notifications' }).getByText('archived').waitFor();
    await taskIn(page, '24 December', 'CALI-1 Launch').waitFor();
    await closeClean(page);
  });

  it('is saved as a view, and shown as one', async () => {
    await project('CALJ');
    const page = await test.open(`/projects/CALJ/${DECEMBER}`, test.company.member);
    await taskIn(page, '24 December', 'CALJ-1 Launch').waitFor();
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('Our dates');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('heading', { level: 1, name: 'Our dates' }).waitFor();
    await page.getByRole('grid').waitFor();
    const { body } = await test.company.member.api.get<{ name: string; layout: string }[]>('/views');
    expect(body.find(({ name }) => name === 'Our dates')?.layout).toBe('calendar');
    await page.goto(`${page.url()}?date=2026-12-01`);
    await taskIn(page, '24 December', 'CALJ-1 Launch').waitFor();
    await closeClean(page);
  });

  it('has its days below each other on a phone', async () => {
    const { task } = await project('CALK');
    const page = await test.open(`/projects/CALK/${DECEMBER}`, test.company.member, { phone: true });
    await taskIn(page, '24 December', 'CALK-1 Launch').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.getByRole('button', { name: 'Actions for CALK-1' }).tap();
    await page.getByRole('menuitem', { name: 'Move to 25 December' }).tap();
    await taskIn(page, '25 December', 'CALK-1 Launch').waitFor();
    await isDue(task, dayOf(25));
    await expectAccessible(page);
    await closeClean(page);
  });
});
