import type { Page } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('what is typed', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.member, { name: 'Website', key: 'WEB' }));
  });
  afterAll(() => test.stop());

  const make = (input: object = {}): Promise<TestTask> => createTask(test.company.member, projectId, input);
  const said = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

  async function pointsOf(id: string): Promise<unknown> {
    const { body } = await test.company.member.api.get<{ estimatedHours: number | null }>(`/tasks/${id}`);
    return body.estimatedHours;
  }

  it('of a new task is offered again after Escape, and is gone after "Cancel"', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('region', { name: 'Backlog' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    const title = dialog.getByLabel('Title');
    await page.keyboard.press('c');
    await title.fill('Half written');
    await dialog.getByLabel('Points').fill('3');
    await page.keyboard.press('Escape');
    await said(page, 'Your draft is kept').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await title.waitFor();
    expect(await title.inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Restore draft' }).click();
    expect([await title.inputValue(), await dialog.getByLabel('Points').inputValue()]).toEqual(['Half written', '3']);
    expect(await dialog.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await title.waitFor();
    expect(await title.inputValue()).toBe('');
    expect(await dialog.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    await closeClean(page);
  });

  it('goes from all tabs when one signs out, and comes back to its user alone', async () => {
    const { tid } = await make({ title: 'Discussed by two' });
    const { member, admin } = test.company;
    const page = await test.open('/projects/WEB/board', member);
    const tab = await page.context().newPage();
    await tab.goto(`/tasks/${tid}`);
    const comment = tab.getByRole('textbox', { name: 'Comment', exact: true });
    await comment.fill('Mine alone');
    const signInAs = async ({ email, password }: typeof member) => {
      await tab.getByLabel('Email').fill(email);
      await tab.getByLabel('Password').fill(password);
      await tab.keyboard.press('Enter');
      await tab.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
      await tab.goto(`/tasks/${tid}`);
      await comment.waitFor();
    };
    const signOut = async (from: Page) => {
      await from.getByRole('button', { name: 'Account' }).click();
      await from.getByRole('menuitem', { name: 'Sign out' }).click();
      await tab.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    };
    await signOut(page);
    await signInAs(admin);
    expect(await comment.inputValue()).toBe('');
    await signOut(tab);
    await signInAs(member);
    expect(await comment.inputValue()).toBe('Mine alone');
    await closeClean(page);
  });

  it('as a comment comes back after the drawer was closed', async () => {
    const { tid } = await make({ title: 'Discussed' });
    const page = await test.open(`/projects/WEB/board?task=${tid}`, test.company.member);
    const drawer = page.getByRole('dialog', { name: `${tid} Discussed` });
    const comment = drawer.getByRole('textbox', { name: 'Comment', exact: true });
    await comment.fill('Long thought');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page
      .getByRole('article', { name: `${tid} Discussed` })
      .getByRole('link')
      .click();
    expect(await comment.inputValue()).toBe('Long thought');
    await closeClean(page);
  });

  it.each([
    ['of the task', (tid: string) => `/tasks/${tid}`, () => 'Points'],
    ['in the plan', () => '/projects/WEB/planning', (tid: string) => `Points of ${tid}`],
  ])('as points %s is refused when it is no number', async (_where, address, label) => {
    const { tid, id } = await make({ title: 'Estimated', estimatedHours: 3 });
    const page = await test.open(address(tid), test.company.member);
    const points = page.getByLabel(label(tid), { exact: true });
    await points.click();
    await points.press('Control+a');
    await points.pressSequentially('1e');
    await points.press('Enter');
    await said(page, 'This is no number').waitFor();
    await points.click();
    expect([await points.inputValue(), await pointsOf(id)]).toEqual(['3', 3]);
    await closeClean(page);
  });

  it('as points in the list is refused when it is no number', async () => {
    const { tid, id } = await make({ title: 'In the list', estimatedHours: 3 });
    const page = await test.open('/projects/WEB/list?search=In+the+list', test.company.member);
    await page.getByRole('button', { name: `Points of ${tid}` }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1e');
    await page.keyboard.press('Enter');
    await said(page, 'This is no number').waitFor();
    await page.getByRole('button', { name: `3, Points of ${tid}` }).waitFor();
    expect(await pointsOf(id)).toBe(3);
    await closeClean(page);
  });

  it('as points of a new task is refused at its field when it is no number', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('region', { name: 'Backlog' }).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('Never made');
    await dialog.getByLabel('Points').pressSequentially('1e');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await dialog.getByText('This is no number').waitFor();
    expect(await dialog.getByLabel('Points').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Points').fill('2');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('article', { name: /Never made/ }).waitFor();
    await closeClean(page);
  });

  it('as a due date is saved when it is complete', async () => {
    const { tid, id } = await make({ title: 'Dated' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    const dates: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') dates.push((request.postDataJSON() as { dueDate: unknown }).dueDate);
    });
    await page.getByLabel('Due date').click();
    await page.getByLabel('Due date').press('Home');
    await page.getByLabel('Due date').pressSequentially('12242027');
    await eventually('it is kept', async () => {
      const { body } = await test.company.member.api.get(`/tasks/${id}`);
      return body.dueDate === '2027-12-24T00:00:00.000Z';
    });
    expect(dates).toEqual(['2027-12-24T00:00:00.000Z']);
    await closeClean(page);
  });

  it('at the foot of a lane stays when the browser comes back after the session has ended', async () => {
    const { member } = test.company;
    const page = await test.open('/projects/WEB/board', member);
    expectStatus(page, 401);
    await page.getByRole('button', { name: 'Add task' }).first().click();
    await page.getByLabel('Task title').fill('Half written');
    await page.context().clearCookies();
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(member.password);
    expect(await again.getByLabel('Email').inputValue()).toBe(member.email);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Task title').inputValue()).toBe('Half written');
    await page.getByLabel('Task title').press('Enter');
    await page.getByRole('article', { name: 'Half written' }).waitFor();
    await closeClean(page);
  });

  it('as a title stays, and can be saved again, when the service cannot be reached', async () => {
    const { tid, id } = await make({ title: 'Old title' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('New title');
    await page.context().setOffline(true);
    await title.press('Enter');
    await page.locator('[data-field=title][aria-invalid=true]').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Old title' }).waitFor();
    expect(await title.inputValue()).toBe('New title');
    await page.context().setOffline(false);
    await page.getByText('The connection is gone').waitFor({ state: 'detached' });
    await title.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'New title' }).waitFor();
    await eventually('it is kept', async () => {
      return (await test.company.member.api.get(`/tasks/${id}`)).body.title === 'New title';
    });
    await page.context().close();
  });

  it('is not lost by Escape when another person has changed the field meanwhile', async () => {
    const { tid, id } = await make({ title: 'Two titles' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('textbox', { name: 'Title' }).fill('My title');
    await test.company.admin.api.put(`/tasks/${id}`, { title: 'Their title' });
    await page.getByRole('heading', { level: 1, name: 'Their title' }).waitFor();
    await page.keyboard.press('Enter');
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await conflict.waitFor();
    await page.keyboard.press('Escape');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'My title' }).waitFor();
    await closeClean(page);
  });

  it('as a filter keeps the space before the next word', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    const filter = page.getByRole('searchbox', { name: 'Filter by text' });
    await filter.pressSequentially('two ');
    await page.getByRole('button', { name: 'Remove filter Text: two' }).waitFor();
    await filter.pressSequentially('words');
    await page.getByRole('button', { name: 'Remove filter Text: two words' }).waitFor();
    await closeClean(page);
  });

  it('keeps a long note of time readable on a phone', async () => {
    const { tid, id } = await make({ title: 'Logged' });
    const note = 'Found out why the parts did not fit, and asked the supplier for others until it was late';
    await test.company.member.api.post(`/tasks/${id}/time-entries`, { hours: 1, note });
    const page = await test.open(`/tasks/${tid}`, test.company.member, { phone: true });
    const text = page.getByRole('region', { name: 'Time' }).getByText(note);
    const [shown, whole] = await text.evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
    expect(shown).toBe(whole);
    await closeClean(page);
  });

  it('opens menus that are described by the titles of their tasks', async () => {
    const { id } = await createProject(test.company.member, { name: 'Heard', key: 'HEAR' });
    const { tid } = await createTask(test.company.member, id, { title: 'Heard in full' });
    const page = await test.open('/projects/HEAR/board', test.company.member);
    const menu = page.getByRole('button', { name: `Actions for ${tid}`, exact: true });
    expect(await menu.getAttribute('aria-description')).toBe('Heard in full');
    await closeClean(page);
  });
});
