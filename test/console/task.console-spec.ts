import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import {
  chooseProperty,
  closeClean,
  ConsoleTest,
  describeConsole,
  expectAccessible,
  expectStatus,
} from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('a task', () => {
  let test: ConsoleTest;
  let projectId: string;
  /** Whose tasks stand on no board of these tests. */
  let otherId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.member, { name: 'Website', key: 'WEB' }));
    ({ id: otherId } = await createProject(test.company.member, { name: 'Parts', key: 'PART' }));
  });
  afterAll(() => test.stop());

  const make = (input: object = {}): Promise<TestTask> => createTask(test.company.member, projectId, input);

  const makePart = (input: object = {}): Promise<TestTask> => createTask(test.company.member, otherId, input);

  it('opens in a drawer over the board, and at its own address', async () => {
    const { tid } = await make({ title: 'Over the board' });
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page
      .getByRole('article', { name: `${tid} Over the board` })
      .getByRole('link')
      .click();
    const drawer = page.getByRole('dialog', { name: `${tid} Over the board` });
    await drawer.getByLabel('Status').waitFor();
    expect(new URL(page.url()).search).toBe(`?task=${tid}`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.goto(`/tasks/${tid.toLowerCase()}`);
    await page.getByRole('heading', { level: 1, name: 'Over the board' }).waitFor();
    await page.getByLabel('Status').waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('shows every field, and saves changes', async () => {
    const { tid, id } = await make({ title: 'Fields' });
    const { member } = test.company;
    const page = await test.open(`/tasks/${tid}`, member);
    await chooseProperty(page, 'Status', 'In Review');
    await chooseProperty(page, 'Priority', 'High');
    await chooseProperty(page, 'Assignee', 'Max Member');
    await page.getByRole('button', { name: 'Points' }).click();
    await page.getByRole('textbox', { name: 'Points' }).fill('3,5');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Due date' }).click();
    await page.getByLabel('Due date').fill('2027-01-31');
    const dueDate = '2027-01-31T00:00:00.000Z';
    const fields = { status: 'In Review', priority: 'High', assigneeId: member.id, estimatedHours: 3.5, dueDate };
    await eventually('all fields are kept', async () => {
      const { body } = await member.api.get<Partial<typeof fields>>(`/tasks/${id}`);
      return Object.entries(fields).every(([name, value]) => body[name as keyof typeof fields] === value);
    });
    await page.getByRole('region', { name: 'Activity' }).getByText('set the due date').waitFor();
    expect(await page.locator('main select').count()).toBe(0);
    await closeClean(page);
  });

  it('opens a property by its key, and takes any text as a status', async () => {
    const { tid, id } = await makePart({ title: 'Keys' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    const status = page.getByRole('combobox', { name: 'Status' });
    expect(await status.innerText()).toBe('Backlog');
    await page.keyboard.press('s');
    await page.getByRole('listbox', { name: 'Status' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type('Waiting for Ann');
    await page.getByRole('option', { name: 'Use "Waiting for Ann"' }).click();
    await page.keyboard.press('p');
    await page.getByRole('listbox', { name: 'Priority' }).waitFor();
    await page.keyboard.type('urg');
    await page.keyboard.press('Enter');
    await eventually('both are kept', async () => {
      const { body } = await test.company.member.api.get(`/tasks/${id}`);
      return body.status === 'Waiting for Ann' && body.priority === 'Urgent';
    });
    await eventually('it is shown', async () => (await status.innerText()) === 'Waiting for Ann');
    await closeClean(page);
  });

  it('shows a viewer its properties, which cannot be changed', async () => {
    const { tid } = await makePart({ title: 'Read only', estimatedHours: 2 });
    const page = await test.open(`/tasks/${tid}`, test.company.viewer);
    for (const name of ['Status', 'Assignee', 'Labels', 'Parent'])
      expect(await page.getByRole('combobox', { name }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Points' }).isDisabled()).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Comment' }).count()).toBe(0);
    await closeClean(page);
  });

  it('takes a label that does not exist yet', async () => {
    const { tid, id } = await makePart({ title: 'Labelled' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('combobox', { name: 'Labels' }).click();
    await page.getByRole('combobox', { name: 'Labels' }).fill('brand new for a walk');
    const option = page.getByRole('option', { name: 'Create label "brand new for a walk"' });
    await option.hover();
    // Inside the window, though it is wider than what was there before.
    const { x, width } = (await option.boundingBox())!;
    expect(x + width).toBeLessThan(1280);
    await option.click();
    await page.getByRole('option', { name: 'brand new for a walk', exact: true, selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Labels' }).getByText('brand new').waitFor();
    const read = async () => (await test.company.member.api.get<{ labels: { name: string }[] }>(`/tasks/${id}`)).body;
    await eventually('the task has it', async () => (await read()).labels[0]?.name === 'brand new for a walk');
    await closeClean(page);
  });

  it('has one stream of comments and changes, which can be narrowed', async () => {
    const { tid, id } = await makePart({ title: 'Stream' });
    const { api } = test.company.member;
    for (let at = 1; at <= 55; at++) await api.post(`/tasks/${id}/comments`, { body: `Comment no. ${at}.` });
    const title = 'Stream of all that was said and changed, with the whole of a long title';
    await api.put(`/tasks/${id}`, { priority: 'Low', title });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    const all = page.getByRole('region', { name: 'Activity' });
    const entries = all.locator('ol > li');
    await all.getByText('changed the priority').waitFor();
    await entries.nth(49).waitFor();
    expect(await entries.count()).toBe(50);
    expect(await entries.last().innerText()).toContain('changed the priority');
    expect(await entries.last().innerText()).toContain(`the title from “Stream” to “${title}”`);
    await all.getByRole('button', { name: 'Show earlier' }).click();
    await all.getByText('created the task').waitFor();
    await entries.nth(56).waitFor();
    expect(await entries.count()).toBe(57);
    await all.getByRole('radio', { name: 'Comments' }).check();
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByText('Comment no. 55.').waitFor();
    expect(await comments.getByText('created the task').count()).toBe(0);
    await comments.getByRole('radio', { name: 'History' }).check();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('created the task').waitFor();
    expect(await history.locator('ol > li').count()).toBe(2);
    await closeClean(page);
  });

  it('shows the status of subtasks, and changes it in place', async () => {
    const { tid, id } = await makePart({ title: 'Whole' });
    const part = await makePart({ title: 'Part', parentId: id });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('button', { name: `Backlog, Status of ${part.tid}` }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Done, Status of ${part.tid}` }).waitFor();
    await page.getByRole('region', { name: 'Subtasks' }).getByText('1 of 1').waitFor();
    await closeClean(page);
  });

  it('says when a part of it cannot be read, and tries again', async () => {
    const { tid } = await makePart({ title: 'Unlucky' });
    const page = await test.open('/', test.company.member);
    expectStatus(page, 500);
    const answer = { status: 500, json: { error: { code: 'INTERNAL_ERROR', message: 'Nothing could be read' } } };
    await page.route('**/comments*', (route) => route.fulfill(answer));
    await page.goto(`/tasks/${tid}`);
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText('Nothing could be read').waitFor();
    await page.unroute('**/comments*');
    await activity.getByRole('button', { name: 'Try again' }).click();
    await activity.getByText('created the task').waitFor();
    await closeClean(page);
  });

  it('renders Markdown, ignores HTML in it, and previews it', async () => {
    const { tid } = await make({ title: 'Markdown' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('button', { name: 'Edit description' }).click();
    const text =
      '**Bold** <img src=x onerror=alert(1)> [bad](javascript:alert(1)) [good](https://example.com)\n\n- [x] report';
    await page.getByRole('textbox', { name: 'Description' }).fill(text);
    const region = page.getByRole('region', { name: 'Description' });
    await region.getByRole('button', { name: 'Preview' }).click();
    await region.locator('strong', { hasText: 'Bold' }).waitFor();
    await region.getByRole('button', { name: 'Save' }).click();
    await region.getByRole('button', { name: 'Edit description' }).waitFor();
    expect(await region.innerText()).toContain('<img src=x onerror=alert(1)>');
    expect(await region.getByRole('checkbox', { name: 'report' }).isChecked()).toBe(true);
    expect(await region.getByRole('listitem').innerText()).toBe('report');
    expect(await region.getByRole('link').count()).toBe(1);
    expect(await region.getByRole('link').getAttribute('href')).toBe('https://example.com');
    expect(await page.locator('main img').count()).toBe(0);
    await closeClean(page);
  });

  it('has comments, logged time, subtasks and blockers', async () => {
    const { tid } = await make({ title: 'Parts' });
    const blocker = await make({ title: 'Comes first' });
    for (let made = 0; made < 9; made++) await makePart({ title: 'Comes first' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Looks good');
    await page.keyboard.press('Control+Enter');
    const comments = page.getByRole('region', { name: 'Activity' });
    await comments.getByText('Looks good').waitFor();
    await comments.getByRole('button', { name: 'Delete comment' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await comments.getByText('Looks good').waitFor();
    await page.getByRole('button', { name: 'Log time' }).click();
    await page.getByLabel('Hours').fill('1.5');
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await page.getByRole('region', { name: 'Time' }).getByText('1 h 30 min', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add subtask' }).click();
    await page.getByLabel('Subtask title').fill('A part');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Subtasks' }).getByRole('link', { name: 'A part' }).waitFor();
    await page.getByRole('button', { name: 'Add blocker' }).click();
    await page.getByRole('combobox', { name: 'Find a task' }).fill('Comes first');
    // Of the own project before those of others.
    await page.getByRole('option').first().getByText(blocker.tid).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove blocker ${blocker.tid}` }).waitFor();
    await page.goto(`/tasks/${blocker.tid}`);
    await page.getByRole('region', { name: 'Blocks', exact: true }).getByRole('link', { name: 'Parts' }).waitFor();
    await closeClean(page);
  });

  it('loses no text when two people edit the same field', async () => {
    const { tid, id } = await make({ title: 'Two writers', description: 'before' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    expectStatus(page, 412);
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('mine');
    await test.company.admin.api.put(`/tasks/${id}`, { description: 'theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await conflict.getByText('theirs', { exact: true }).waitFor();
    await conflict.getByText('mine', { exact: true }).waitFor();
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect((await test.company.member.api.get(`/tasks/${id}`)).body.description).toBe('mine');
    await closeClean(page);
  });

  it('loses no text when a change of another person arrives before mine is saved', async () => {
    const { tid, id } = await make({ title: 'Two titles', description: 'before' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('mine');
    await page.getByRole('textbox', { name: 'Title' }).fill('My title');
    await test.company.admin.api.put(`/tasks/${id}`, { title: 'Their title', description: 'theirs' });
    await page.getByRole('heading', { level: 1, name: 'Their title' }).waitFor();
    await page.keyboard.press('Enter');
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await conflict.getByText('Their title', { exact: true }).waitFor();
    await conflict.getByText('My title', { exact: true }).waitFor();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Their title');
    await page.getByRole('button', { name: 'Save' }).click();
    await conflict.getByText('theirs', { exact: true }).waitFor();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await page.getByRole('region', { name: 'Description' }).getByText('theirs', { exact: true }).waitFor();
    await closeClean(page);
  });

  it('keeps an unsaved new task when the session ends', async () => {
    const { member } = test.company;
    const page = await test.open('/projects/WEB/board', member);
    expectStatus(page, 401);
    await page.getByRole('region', { name: 'Backlog' }).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('Half written');
    await page.keyboard.press('Control+k');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('article', { name: 'Half written' }).waitFor();
    await closeClean(page);
  });

  it.each([
    ['that takes long to read', 'a_'.repeat(25_000), 'a_a_a_a_a_', true],
    ['of things in things, as it was written', '> '.repeat(25_000), '> > > > > ', false],
    ['of very many things', '- a\n'.repeat(12_500), 'a', true],
  ])('shows a text %s, and does not stand still', async (_what, text, shown, isFormatted) => {
    const { tid } = await make({ title: 'Long', description: text });
    const page = await test.open('/about', test.company.member);
    await page.addInitScript(`longest = 0; new PerformanceObserver((list) => {
      longest = Math.max(longest, ...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' })`);
    await page.goto(`/tasks/${tid}`);
    const region = page.getByRole('region', { name: 'Description' });
    await region.getByText(shown).first().waitFor();
    await region.locator('.markdown').waitFor({ state: isFormatted ? 'attached' : 'detached' });
    // Without bounds the first takes seconds; the machine may be busy.
    expect(await page.evaluate<number>('longest')).toBeLessThan(1_000);
    await closeClean(page);
  });

  it('is deleted when the user signs out while undo is still offered', async () => {
    const { id: short } = await createProject(test.company.member, { name: 'Short', key: 'SHORT' });
    const { tid, id } = await createTask(test.company.member, short, { title: 'Not for long' });
    const page = await test.open('/projects/SHORT/board', test.company.member);
    await page.getByRole('button', { name: `Actions for ${tid}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText(`${tid} deleted`).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect((await test.company.member.api.get(`/tasks/${id}`)).status).toBe(404);
    await closeClean(page);
  });

  it('becomes a subtask of another task, and stops being one', async () => {
    const parent = await make({ title: 'The whole' });
    const { tid, id } = await make({ title: 'The part' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    const field = page.getByRole('combobox', { name: 'Parent' });
    await field.press('Enter');
    const wanted = page.getByRole('option', { name: `${parent.tid} The whole` });
    await wanted.waitFor();
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/search=Balloon/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.keyboard.type('Balloon');
    // Not what was found for less: Enter would take it.
    await wanted.waitFor({ state: 'detached' });
    release();
    await field.and(page.locator('input')).fill('The whole');
    await wanted.waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('main')
      .getByRole('link', { name: `${parent.tid} The whole` })
      .waitFor();
    const { api } = test.company.member;
    await eventually('it is kept', async () => (await api.get(`/tasks/${id}`)).body.parentId === parent.id);
    await chooseProperty(page, 'Parent', 'No parent');
    await eventually('it is none', async () => (await api.get(`/tasks/${id}`)).body.parentId === null);
    await closeClean(page);
  });

  it.each([
    ['copied', 'writeText: () => Promise.resolve()', 'Link copied'],
    ['refused by the browser', 'writeText: () => Promise.reject(new Error("no"))', 'does not let this page copy'],
  ])('has a link that is %s', async (_what, clipboard, said) => {
    const { tid } = await make({ title: 'Linked' });
    const page = await test.open('/', test.company.member);
    await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: { ${clipboard} } })`);
    await page.goto(`/tasks/${tid}`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText(said).waitFor();
    await closeClean(page);
  });

  it('can be deleted on its own page, also when the projects come later than the task', async () => {
    const { tid } = await make({ title: 'Opened by a link' });
    const page = await test.open('/sign-in', test.company.member);
    const shown = page.waitForResponse((response) => response.url().endsWith('/comments'));
    await page.route('**/api/projects', async (route) => {
      await shown;
      await route.continue();
    });
    await page.goto(`/tasks/${tid}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`${tid} deleted`).waitFor();
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    await closeClean(page);
  });

  it('is no longer shown in the drawer when someone else deletes it', async () => {
    const { tid, id } = await make({ title: 'Soon gone' });
    const page = await test.open(`/projects/WEB/board?task=${tid}`, test.company.member);
    expectStatus(page, 404);
    await page.getByRole('dialog').getByLabel('Status').waitFor();
    await test.company.admin.api.delete(`/tasks/${id}`);
    await page.getByRole('dialog').getByText('There is nothing here').waitFor();
    expect(await page.getByLabel('Status').count()).toBe(0);
    await closeClean(page);
  });

  it('is not found at an unknown tid', async () => {
    const page = await test.open('/tasks/WEB-9999', test.company.viewer);
    expectStatus(page, 400, 404);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await closeClean(page);
  });
});
