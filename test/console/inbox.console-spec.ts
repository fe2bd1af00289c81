import { createUser, type TestUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('the inbox', () => {
  let test: ConsoleTest;
  let projectId: string;
  let mia: TestUser;
  let tasks: TestTask[];
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.member, { name: 'Website', key: 'WEB' }));
  });
  beforeEach(async () => {
    mia = await createUser(test.company.owner, 'MEMBER', 'Mia Chen');
    tasks = [];
    for (const title of ['First', 'Second', 'Third']) {
      tasks.push(await createTask(test.company.member, projectId, { title, assigneeId: mia.id }));
    }
    await eventually('3 entries', async () => (await mia.api.get('/inbox')).body.length === 3);
  });
  afterAll(() => test.stop());

  it('is worked off with keys, and tells the number everywhere', async () => {
    const page = await test.open('/inbox', mia);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox, 3 unread' }).waitFor();
    const entries = page.getByRole('region', { name: 'Entries' });
    await entries.getByText('Third').waitFor();
    expect(await page.title()).toMatch(/^\(3\) Inbox/);
    await expectAccessible(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    // The keys work before the list has come anew.
    const lists = Promise.withResolvers<undefined>();
    await page.route('**/api/inbox?*', async (route) => {
      await lists.promise;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    const task = page.getByRole('region', { name: 'Task', exact: true });
    await task.getByLabel('Title').waitFor();
    await page.getByRole('link', { name: 'Inbox, 2 unread' }).waitFor();
    await page.keyboard.press('u');
    await page.getByRole('link', { name: 'Inbox, 3 unread' }).waitFor();
    lists.resolve(undefined);
    await page.keyboard.press('e');
    await entries.getByText('Third').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await entries.getByText('Third').waitFor();
    await entries.getByRole('button', { name: /Third/ }).focus();
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: 'Snooze' }).getByRole('menuitem', { name: 'Tomorrow' }).click();
    await entries.getByText('Third').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Snoozed' }).click();
    await entries.getByText('Third').waitFor();
    // They change open entries alone.
    expect(await page.getByRole('button', { name: /^Mark all/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark all as done' }).click();
    await page.getByText('Nothing new').waitFor();
    await closeClean(page);
  });

  it('shows the entry that has the focus, and reads it once one rests on it', async () => {
    const page = await test.open('/inbox', mia, { viewport: { width: 1440, height: 900 } });
    const entries = page.getByRole('region', { name: 'Entries' });
    await entries.getByText('Third').waitFor();
    expect((await entries.boundingBox())?.width).toBeGreaterThanOrEqual(480);
    const task = page.getByRole('region', { name: 'Task', exact: true });
    const unread = (count: number) => page.getByRole('link', { name: `Inbox, ${count} unread` });
    await unread(3).waitFor();
    await entries.getByRole('button', { name: /Second/ }).focus();
    await task.getByRole('heading', { name: 'Second' }).waitFor();
    await unread(2).waitFor();
    await entries.getByRole('button', { name: /Third/ }).press('Enter');
    await unread(1).waitFor();
    await task.getByRole('heading', { name: 'Third' }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  /** Opens the inbox with 103 entries: what is shown of them, and the button for the others. */
  async function openMany() {
    const tasks = Array.from({ length: 100 }, (_, index) => ({
      projectId,
      title: `Work ${index}`,
      assigneeId: mia.id,
    }));
    await test.company.member.api.post('/tasks/bulk-create', { tasks });
    await eventually('103 entries', async () => (await mia.api.get('/inbox')).body.length === 103);
    const page = await test.open('/inbox', mia);
    const rows = page.getByRole('region', { name: 'Entries' }).getByRole('listitem');
    const more = page.getByRole('button', { name: 'Show more' });
    await more.waitFor();
    return { page, rows, more };
  }

  it('shows more than a hundred entries, a hundred at a time', async () => {
    const { page, rows, more } = await openMany();
    expect(await rows.count()).toBe(100);
    await more.press('Enter');
    await rows.nth(102).waitFor();
    await more.waitFor({ state: 'detached' });
    await expectAccessible(page);
    // All of them stay while one is finished.
    await rows.nth(102).getByRole('button').press('e');
    await rows.nth(102).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(102);
    await closeClean(page);
  });

  it('shows more although something comes meanwhile', async () => {
    const { page, rows, more } = await openMany();
    const held = Promise.withResolvers<undefined>();
    await page.route(/\/inbox\?.*cursor=[^&]/, async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await more.press('Enter');
    await createTask(test.company.member, projectId, { title: 'Meanwhile', assigneeId: mia.id });
    await rows.getByText('Meanwhile').waitFor();
    held.resolve(undefined);
    await more.waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(104);
    await closeClean(page);
  });

  it('snoozes until a picked time, beginning with tomorrow at the time of the digest', async () => {
    const page = await test.open('/inbox', mia, { timezoneId: 'America/New_York' });
    const row = page.getByRole('region', { name: 'Entries' }).getByRole('button', { name: /Third/ });
    await row.focus();
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: 'Snooze' }).getByRole('menuitem', { name: 'Pick a time' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pick a time' });
    const time = dialog.getByLabel('Time');
    await time.and(page.locator(':focus')).waitFor();
    expect(await time.inputValue()).toMatch(/^\d{4}-\d\d-\d\dT08:00$/);
    await expectAccessible(page);
    await time.fill('2099-12-24T09:30');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row.press('h');
    await page.getByRole('menuitem', { name: 'Pick a time' }).press('Enter');
    await dialog.getByRole('button', { name: 'Restore draft' }).click();
    expect(await time.inputValue()).toBe('2099-12-24T09:30');
    await dialog.getByRole('button', { name: 'Pick a time' }).click();
    await row.waitFor({ state: 'detached' });
    await eventually('it is kept', async () => {
      const [entry] = (await mia.api.get<{ snoozedUntil: string }[]>('/inbox?state=snoozed')).body;
      return entry?.snoozedUntil === '2099-12-24T14:30:00.000Z';
    });
    await closeClean(page);
  });

  it('is told of what comes, on any screen, and has a page for an entry on a phone', async () => {
    const page = await test.open('/', mia, { phone: true });
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('region', { name: 'Entries' }).getByText('Third').waitFor();
    await test.company.member.api.post(`/tasks/${tasks[0]!.id}/comments`, { body: 'Hello' });
    await page.getByRole('region', { name: 'Entries' }).getByText('commented: Hello').waitFor();
    await page.getByRole('region', { name: 'Entries' }).getByText('First').click();
    await page.getByRole('region', { name: 'Entries' }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Mark all as done' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await page.getByRole('region', { name: 'Entries' }).waitFor();
    await closeClean(page);
  });

  it('has a page for an entry on a tablet too, where both would be narrow', async () => {
    const page = await test.open('/inbox', mia, { viewport: { width: 768, height: 1024 } });
    await page.getByRole('region', { name: 'Entries' }).getByText('Third').click();
    await page.getByRole('region', { name: 'Entries' }).waitFor({ state: 'hidden' });
    const task = await page.getByRole('region', { name: 'Task', exact: true }).boundingBox();
    expect(task!.width).toBeGreaterThan(500);
    await page.getByRole('button', { name: 'Back to the inbox' }).click();
    await page.getByRole('region', { name: 'Entries' }).waitFor();
    await closeClean(page);
  });

  it('follows what one watches and names', async () => {
    const { member } = test.company;
    const page = await test.open(`/tasks/${tasks[0]!.tid}`, member);
    await page.getByRole('button', { name: 'Watching, 2 people' }).click();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByRole('list', { name: 'Watchers' }).getByRole('listitem').getByText('Mia Chen').waitFor();
    await page.getByRole('button', { name: 'Watching, 2 people' }).waitFor();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.pressSequentially('Ask @m');
    await page.getByRole('listbox', { name: 'People' }).getByRole('option').first().getByText(/^M/).waitFor();
    await comment.pressSequentially('ia ch');
    await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: 'Mia Chen' }).first().waitFor();
    await page.keyboard.press('Enter');
    expect(await comment.inputValue()).toBe('Ask @Mia Chen ');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('region', { name: 'Activity' }).getByText('@Mia Chen').waitFor();
    await closeClean(page);
  });

  it('says in short what else is unread in a task', async () => {
    const { api } = test.company.member;
    await mia.api.post('/inbox/read-all', { before: '2099-01-01T00:00:00Z' });
    await api.post(`/tasks/${tasks[0]!.id}/comments`, { body: `[@Mia Chen](user:${mia.id}) look` });
    await api.post(`/tasks/${tasks[0]!.id}/comments`, { body: 'Please' });
    await eventually('both are there', async () => (await mia.api.get('/inbox')).body[0].count === 2);
    const page = await test.open('/inbox', mia);
    const row = page.getByRole('region', { name: 'Entries' }).getByRole('button', { name: /First/ });
    await row.getByText('commented: Please').waitFor();
    await row.getByText('Also: mentioned you').waitFor();
    await row.click();
    await row.getByText('Also:').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('asks for nothing more of a task that another deletes while its entry is open', async () => {
    const page = await test.open('/inbox', mia);
    await page.getByRole('region', { name: 'Entries' }).getByText('First').click();
    const task = page.getByRole('region', { name: 'Task', exact: true });
    // The parts that come last.
    for (const name of ['Add subtask', /^Watching/, 'Add link', 'Link pull request', 'History of the description'])
      await task.getByRole('button', { name }).waitFor();
    expectStatus(page, 404);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) refused.push(response.url());
    });
    await test.company.member.api.delete(`/tasks/${tasks[0]!.id}`);
    await page.getByText('The task is no longer there.').waitFor();
    await page.getByRole('region', { name: 'Entries' }).getByText('deleted').waitFor();
    expect(refused.filter((url) => url.includes(`${tasks[0]!.id}/`))).toEqual([]);
    await closeClean(page);
  });

  it('has settings by reason, saved as they are made', async () => {
    const page = await test.open('/settings/notifications', mia);
    await page.getByRole('switch', { name: 'Inbox: Commented' }).click();
    await page.getByLabel('Mail: Due').selectOption('Off');
    await page.getByLabel('Quiet from').fill('22:00');
    await page.getByLabel('Quiet to').fill('07:00');
    await page.getByLabel('Digest time').fill('09:30');
    await page.getByRole('checkbox', { name: 'Sat' }).click();
    await page.getByLabel('Mute project').selectOption('Website');
    await page.getByRole('button', { name: 'Unmute Website' }).waitFor();
    await expectAccessible(page);
    await eventually('all is saved', async () => {
      const { body } = await mia.api.get('/me/notifications');
      const isSaved = body.inbox.commented === false && body.mail.due === 'off' && body.digest.days.includes('sat');
      const isMuted = body.mutedProjectIds.length === 1;
      return isSaved && isMuted && body.quiet?.to === '07:00' && body.digest.time === '09:30';
    });
    const { body } = await mia.api.get('/me/notifications');
    expect([body.quiet, body.digest.time, body.mutedProjectIds]).toMatchObject([
      { from: '22:00', to: '07:00' },
      '09:30',
      [projectId],
    ]);
    await closeClean(page);
  });

  it('has a level of watching for each project, and a page that ends mails', async () => {
    const page = await test.open('/projects/WEB/settings', mia);
    await page.getByLabel('Watch').selectOption('All');
    await eventually('it is saved', async () => {
      return (await mia.api.get(`/projects/${projectId}`)).body.watchLevel === 'all';
    });
    await page.goto('/api/unsubscribe?token=x');
    await page.getByRole('heading', { level: 1, name: 'Unsubscribe' }).waitFor();
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    await closeClean(page);
  });
});
