import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, drag, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('the board', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  /** A project of its own, so that no test sees what another has done. */
  async function board(key: string, ...titles: string[]): Promise<string> {
    const { member } = test.company;
    const { id } = await createProject(member, { name: `Project ${key}`, key });
    for (const title of titles) await createTask(member, id, { title, estimatedHours: 2.5 });
    return `/projects/${key}/board`;
  }

  it('shows lanes with their tasks and points, and is accessible', async () => {
    const page = await test.open(await board('SHOW', 'One', 'Two', 'Three'), test.company.member);
    const backlog = page.getByRole('region', { name: 'Backlog' });
    await backlog.getByText('3 tasks').waitFor();
    await backlog.getByText('7.5 points').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Project SHOW');
    expect(await backlog.getByRole('article').count()).toBe(3);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('shows priority, due date, points, assignee and labels on a card', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Project FACT', key: 'FACT' });
    const label = (await member.api.post<{ id: string }>('/labels', { name: 'bug', color: '#FF0000' })).body.id;
    const facts = { priority: 'High', assigneeId: member.id, estimatedHours: 5, labelIds: [label] };
    const dueDate = '2027-01-31T00:00:00.000Z';
    const { id } = await createTask(member, projectId, { title: 'One', dueDate, ...facts });
    const blocker = await createTask(member, projectId, { title: 'Two' });
    await member.api.post(`/tasks/${id}/blockers`, { taskId: blocker.id });
    const page = await test.open('/projects/FACT/board', member, { timezoneId: 'America/Los_Angeles' });
    const card = page.getByRole('article', { name: 'FACT-1 One' });
    for (const fact of ['High', 'bug', 'Max Member', '5 points', 'Blocked', 'Jan 31, 2027']) {
      await card.getByText(fact, { exact: true }).waitFor();
    }
    await expectAccessible(page);
    await closeClean(page);
  });

  it('moves a card by mouse, between lanes and within one', async () => {
    const page = await test.open(await board('DRAG', 'One', 'Two', 'Three'), test.company.member);
    const lane = (name: string) => page.getByRole('region', { name, exact: true });
    await drag(page.getByRole('article', { name: 'DRAG-1 One' }), lane('In Progress'));
    await lane('In Progress').getByRole('article', { name: 'DRAG-1 One' }).waitFor();
    const target = lane('Backlog').getByRole('article', { name: 'DRAG-2 Two' });
    const dragged = lane('Backlog').getByRole('article', { name: 'DRAG-3 Three' });
    const moved = page.waitForResponse((response) => response.url().endsWith('/move'));
    await drag(dragged, target, { x: 40, y: 4 });
    await moved;
    await page.reload();
    const first = lane('Backlog').getByRole('article').first();
    await first.waitFor();
    expect(await first.getAttribute('aria-label')).toBe('DRAG-3 Three');
    await lane('In Progress').getByRole('article', { name: 'DRAG-1 One' }).waitFor();
    await closeClean(page);
  });

  it('says why a drag is refused in a project that was archived meanwhile', async () => {
    const { owner, member } = test.company;
    const page = await test.open(await board('GONE', 'One'), member);
    expectStatus(page, 409);
    const card = page.getByRole('article', { name: 'GONE-1 One' });
    const backlog = page.getByRole('region', { name: 'Backlog' });
    await backlog.getByRole('button', { name: 'Add task' }).waitFor();
    const [{ id } = { id: '' }] = (await owner.api.get<{ id: string }[]>('/projects?search=GONE')).body;
    await owner.api.post(`/projects/${id}/archive`);
    await backlog.getByRole('button', { name: 'Add task' }).waitFor({ state: 'detached' });
    await drag(card, page.getByRole('region', { name: 'To Do' }));
    await page.getByRole('region', { name: 'Notifications' }).getByText('archived').waitFor();
    await backlog.getByRole('article', { name: 'GONE-1 One' }).waitFor();
    await closeClean(page);
  });

  it('moves, opens and adds cards by keyboard alone', async () => {
    const page = await test.open(await board('KEYS', 'One', 'Two'), test.company.member);
    await page.getByRole('article', { name: 'KEYS-1 One' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Move to To Do' }).press('Enter');
    await page.getByRole('region', { name: 'To Do' }).getByRole('article', { name: 'KEYS-1 One' }).waitFor();
    // For those who hear the screen (WCAG 2.2, 2.5.7).
    await page.locator('[aria-live=assertive]').getByText('KEYS-1 One').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill('KEYS-2');
    await page.getByRole('option', { name: 'KEYS-2 Two' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'KEYS-2 Two' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New task' }).getByLabel('Title').fill('Three');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'KEYS-3 Three' }).waitFor();
    await closeClean(page);
  });

  it('adds a task at the bottom of a lane, and shows why it is refused', async () => {
    const page = await test.open(await board('ADDS'), test.company.member);
    expectStatus(page, 400);
    const lane = page.getByRole('region', { name: 'To Do' });
    await lane.getByRole('button', { name: 'Add task' }).click();
    await page.getByLabel('Task title').fill(' ');
    await page.keyboard.press('Enter');
    await lane.getByRole('alert').waitFor();
    await page.getByLabel('Task title').fill('By hand');
    await page.keyboard.press('Enter');
    await lane.getByRole('article', { name: 'ADDS-1 By hand' }).waitFor();
    await closeClean(page);
  });

  it('says how long it waits after too many requests, and then continues', async () => {
    const page = await test.open(await board('MANY', 'One'), test.company.member);
    expectStatus(page, 429);
    const card = page.getByRole('article', { name: 'MANY-1 One' });
    await card.waitFor();
    let refusals = 0;
    await page.route('**/api/tasks/*', async (route) => {
      if (route.request().method() !== 'PUT' || refusals > 0) return route.continue();
      refusals += 1;
      const error = { code: 'RATE_LIMITED', message: 'Too many requests', traceId: '0' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { success: false, error } });
    });
    await card.getByRole('button', { name: 'Actions for MANY-1' }).click();
    await page.getByRole('menuitem', { name: 'Move to In Progress' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('It goes on in 1 second.').waitFor();
    await page.getByRole('region', { name: 'In Progress' }).getByText('1 task').waitFor();
    const { api } = test.company.member;
    await eventually('it is kept', async () => (await api.get('/tasks/MANY-1')).body.status === 'In Progress');
    await closeClean(page);
  });

  it('filters by chips, and keeps them in the address', async () => {
    const page = await test.open(await board('FILT', 'One', 'Two'), test.company.member);
    const other = page.getByRole('article', { name: 'FILT-1 One' });
    await other.waitFor();
    await page.getByLabel('Filter by text').fill('two');
    await other.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Priority', exact: true }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Priority: High' }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=two&priority=High');
    await page.reload();
    await page.getByRole('button', { name: 'Remove filter Priority: High' }).click();
    await page.getByRole('article', { name: 'FILT-2 Two' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Remove filter Priority: High' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await other.waitFor();
    await closeClean(page);
  });

  it('deletes a task without asking, and undoes it', async () => {
    const page = await test.open(await board('UNDO', 'One', 'Two'), test.company.member);
    const card = page.getByRole('article', { name: 'UNDO-1 One' });
    await card.getByRole('button', { name: 'Actions for UNDO-1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await card.waitFor();
    await closeClean(page);
  });

  it('offers a viewer no changes', async () => {
    const page = await test.open(await board('VIEW', 'One'), test.company.viewer);
    await page.getByRole('article', { name: 'VIEW-1 One' }).waitFor();
    for (const name of ['New task', 'Add task']) expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('button', { name: 'Actions for VIEW-1' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open']);
    await closeClean(page);
  });

  it.each([
    ['a MEMBER how to begin', 'member', '/projects/EMPTYA/board', 'No tasks yet. Add the first one'],
    ['a VIEWER that there is nothing yet', 'viewer', '/projects/EMPTYB/board', /^No tasks yet\.$/],
    ['that no task fits the filters', 'member', '/projects/EMPTYC/board?search=zebra', 'No task fits the filters.'],
  ] as const)('tells %s, when it is empty', async (_what, role, address, text) => {
    const [, key] = /projects\/(\w+)/.exec(address) ?? [];
    await createProject(test.company.admin, { name: 'Empty', ...(key && { key }) });
    const page = await test.open(address, test.company[role]);
    await page.getByText(text).waitFor();
    await closeClean(page);
  });

  it('shows one lane at a time on a phone', async () => {
    const page = await test.open(await board('PHON', 'One'), test.company.member, { phone: true });
    await page.getByRole('article', { name: 'PHON-1 One' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My work' }).click();
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });
});
