import type { Locator } from 'playwright-core';
import { createColleague } from '../factories/colleague.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import {
  chooseProperty,
  closeClean,
  ConsoleTest,
  describeConsole,
  expectAccessible,
  expectStatus,
} from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('virtual colleagues', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    await createTask(member, id, {
      title: 'Late',
      assigneeId: member.id,
      dueDate: '2026-01-05T00:00:00.000Z',
      status: 'In Progress',
    });
  });
  afterAll(() => test.stop());

  it('creates one from the nine roles by keyboard, and shows what is wrong at the field', async () => {
    const page = await test.open('/colleagues', test.company.admin);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New colleague' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New colleague' });
    await dialog.getByRole('radio', { name: 'Customer' }).press('Space');
    await dialog.getByRole('group', { name: 'Projects' }).getByRole('checkbox').first().waitFor();
    await dialog.getByLabel('Name').fill('Carla');
    await dialog.getByRole('button', { name: 'Create colleague' }).press('Enter');
    await dialog.getByText('A customer colleague needs its projects').waitFor();
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('radio', { name: 'Project Lead' }).press('Space');
    expect(await dialog.getByRole('radio').count()).toBe(9);
    await expectAccessible(page);
    await dialog.getByLabel('Chat webhook URL').fill('nowhere');
    await dialog.getByRole('button', { name: 'Create colleague' }).press('Enter');
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Chat webhook URL').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Chat webhook URL').fill('');
    await dialog.getByLabel('Name').fill('Leo');
    await dialog.getByLabel('Frequency').selectOption('Weekdays');
    await dialog.getByLabel('Time', { exact: true }).fill('08:30');
    await chooseProperty(page, 'Time zone', 'Europe/Berlin');
    await dialog.getByRole('button', { name: 'Create colleague' }).press('Enter');
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await preview.getByRole('region', { name: 'Overdue tasks' }).getByText('WEB-1').first().waitFor();
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Leo' }).waitFor();
    const limits = page.getByRole('group', { name: 'Limits' });
    for (const [label, limit] of [
      ['In a run', '200'],
      ['In a day', '1000'],
      ['To a person in a day', '20'],
    ] as const) {
      expect(await limits.getByLabel(label, { exact: true }).inputValue()).toBe(limit);
    }
    expect(await page.getByLabel('Inbox of the person concerned').isChecked()).toBe(true);
    await page.goto('/colleagues');
    const card = page.getByRole('article', { name: 'Leo' });
    for (const fact of ['Project Lead', 'Weekdays at 08:30, Europe/Berlin', 'Never run']) {
      await card.getByText(fact, { exact: true }).waitFor();
    }
    await closeClean(page);
  });

  it('runs now, and shows the result and the messages, with links to tasks', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Scrum', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.member);
    await page.getByRole('button', { name: 'Run now' }).click();
    const result = page.getByRole('region', { name: 'Result' });
    for (const fact of ['Tasks scanned', 'Actions', 'Sent', 'Failed', 'Duration']) {
      await result.getByText(fact, { exact: true }).waitFor();
    }
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByText('by hand').waitFor();
    await runs.getByRole('link', { name: 'WEB-1' }).first().click();
    await page.getByRole('dialog', { name: 'WEB-1 Late' }).waitFor();
    await page.keyboard.press('Escape');
    const nextRuns = page.getByRole('list', { name: 'Next runs' }).getByRole('listitem');
    await nextRuns.nth(4).waitFor();
    expect(await nextRuns.count()).toBe(5);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('offers "AI check" where one is configured, and shows what the model found', async () => {
    const { owner, member } = test.company;
    const { id } = await createColleague(owner, { name: 'Checker', role: 'scrum_master' });
    const [late] = (await member.api.get<{ id: string }[]>('/tasks?search=Late')).body;
    const page = await test.open(`/colleagues/${id}`, member);
    await page.getByRole('button', { name: 'Run now' }).waitFor();
    expect(await page.getByRole('button', { name: 'AI check' }).count()).toBe(0);
    // As of a service with a model, which answers.
    const session = await page.evaluate(async () => (await fetch('/api/session')).json() as Promise<object>);
    await page.route('**/api/session', (route) => route.fulfill({ json: { ...session, aiCheck: true } }));
    const finding = { taskId: late?.id, severity: 'critical', message: 'Nobody moves it', suggestion: 'Ask Mia' };
    const json = {
      summary: 'One is late.',
      findings: [finding],
      tasksAnalyzed: 1,
      model: 'gpt-5-mini',
      durationMs: 40,
    };
    await page.route('**/ai-check', (route) => route.fulfill({ json }));
    await page.reload();
    await page.getByRole('button', { name: 'AI check' }).press('Enter');
    const result = page.getByRole('region', { name: 'Result' });
    for (const fact of ['gpt-5-mini', 'One is late.', 'critical', 'Nobody moves it', 'Ask Mia']) {
      await result.getByText(fact, { exact: true }).waitFor();
    }
    await result.getByRole('link', { name: 'WEB-1' }).waitFor();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await closeClean(page);
  });

  it('shows why each action was said, takes what people think of it, and says on the card whether it helps', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Mia', role: 'member' });
    const scan = await test.company.owner.api.post(`/virtual-colleagues/${id}/scan`);
    expect(scan.status).toBe(200);
    const page = await test.open(`/colleagues/${id}`, test.company.member);
    const action = page
      .getByRole('region', { name: 'Runs' })
      .getByRole('listitem')
      .filter({ hasText: 'Overdue tasks' });
    await action.last().getByRole('button', { name: 'Why' }).press('Enter');
    await action.last().getByText('Hours overdue').waitFor();
    await action.last().getByRole('button', { name: 'Not useful' }).click();
    await action.last().getByRole('button', { name: 'Not useful', pressed: true }).waitFor();
    await action.last().getByRole('button', { name: 'Useful', exact: true }).click();
    await action.last().getByRole('button', { name: 'Useful', exact: true, pressed: true }).waitFor();
    await expectAccessible(page);
    const row = page.getByRole('region', { name: 'Rules' }).getByRole('row', { name: /task.overdue/ });
    await row.getByRole('cell').nth(6).getByText('1', { exact: true }).waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'On',
      expect.stringContaining('Overdue tasks'),
      '1',
      '0',
      '0',
      '0 kept, 0 broken',
      '1',
    ]);
    await page.goto('/colleagues');
    await page
      .getByRole('article', { name: 'Mia' })
      .getByText(/^Said \d+, acted on 0$/)
      .waitFor();
    await closeClean(page);
  });

  it('makes, changes, switches and deletes rules, with an example on a real task', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Ruth', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.admin);
    expectStatus(page, 400);
    const rules = page.getByRole('region', { name: 'Rules' });
    await rules.getByRole('button', { name: 'New rule' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await dialog.getByLabel('Name').fill('Late ones');
    await dialog.getByRole('combobox', { name: 'Filter' }).pressSequentially('assig');
    await page.getByRole('option', { name: 'assignee', exact: true }).waitFor();
    await dialog.getByRole('combobox', { name: 'Filter' }).fill('overdue');
    await dialog.getByRole('status').getByText('1 task').waitFor();
    await dialog.getByLabel('Kind').selectOption('Chase');
    await chooseProperty(page, 'Speaks to', 'The assignee');
    await dialog.getByLabel('Message').fill('Look at ');
    await dialog.getByRole('button', { name: 'task.title' }).click();
    expect(await dialog.getByLabel('Message').inputValue()).toBe('Look at {{task.title}}');
    const example = dialog.getByRole('region', { name: 'Example' });
    await example.getByText('Look at Late').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Message').fill('{{nonsense}}');
    await example.getByText(/Column 3: unknown name/).waitFor();
    await dialog.getByRole('button', { name: 'New rule' }).click();
    await dialog.getByLabel('Message').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Message').fill('Look at {{task.title}}');
    await dialog.getByRole('button', { name: 'New rule' }).click();
    await rules.getByRole('switch', { name: 'Late ones', checked: true }).press('Space');
    await rules.getByRole('switch', { name: 'Late ones', checked: false }).waitFor();
    await rules.getByRole('switch', { name: 'Overdue tasks', checked: true }).click();
    await rules.getByRole('switch', { name: 'Overdue tasks', checked: false }).waitFor();
    await rules.getByRole('button', { name: 'Actions for Late ones' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit' }).getByLabel('Name').fill('Later ones');
    await page.getByRole('dialog', { name: 'Edit' }).getByRole('button', { name: 'Save' }).click();
    await rules.getByRole('button', { name: 'Actions for Later ones' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await rules.getByText('Later ones').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('deletes one, and asks nothing more of it', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Gone soon', role: 'manager' });
    const page = await test.open('/colleagues', test.company.admin);
    await page.getByRole('link', { name: 'Gone soon' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gone soon' }).waitFor();
    await page.getByRole('region', { name: 'Runs' }).getByText('It has not run yet.').waitFor();
    await page.getByRole('button', { name: 'Actions for Gone soon' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes(id)) asked.push(request.url());
    });
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Virtual colleagues' }).waitFor();
    await page.getByRole('link', { name: 'Gone soon' }).waitFor({ state: 'detached' });
    expect(asked).toEqual([]);
    await closeClean(page);
  });

  it('keeps quiet hours, days off, limits and channels', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Quinn', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.admin, { phone: true });
    expectStatus(page, 400);
    const save = async (group: Locator): Promise<void> => {
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
      await group.getByRole('button', { name: 'Save' }).click();
      await saved;
    };
    const hours = page.getByRole('group', { name: 'Quiet hours' });
    await hours.getByLabel('From').fill('18:00');
    await hours.getByRole('button', { name: 'Save' }).click();
    await hours.locator('[aria-invalid]').first().waitFor();
    await hours.getByLabel('To').fill('08:00');
    await save(hours);
    await page.getByRole('region', { name: 'Notifications' }).getByText('Saved').first().waitFor();
    const days = page.getByRole('group', { name: 'Days off' });
    await days.getByLabel('Saturday').check();
    await days.getByLabel('Date', { exact: true }).fill('2026-12-24');
    await days.getByRole('button', { name: 'Add date' }).click();
    await days.getByRole('listitem').getByText('2026-12-24').waitFor();
    await save(days);
    const limits = page.getByRole('group', { name: 'Limits' });
    await limits.getByLabel('In a run').fill('5');
    await save(limits);
    const channels = page.getByRole('group', { name: 'Channels' });
    await channels.getByLabel('Mail', { exact: true }).selectOption('The person concerned');
    await channels.getByLabel('Inbox of the person concerned').check();
    await save(channels);
    await channels.getByRole('button', { name: 'Send test message' }).click();
    await channels.getByText('Mail: the test message was sent.').waitFor();
    await expectAccessible(page);
    const { settings, notifications } = (await test.company.admin.api.get(`/virtual-colleagues/${id}`)).body;
    expect([settings.quiet, settings.limits, notifications]).toEqual([
      { from: '18:00', to: '08:00', days: ['sat'], dates: ['2026-12-24'] },
      { perRun: 5, perDay: null, perPersonPerDay: null },
      { mail: { to: 'people' }, inbox: true },
    ]);
    await closeClean(page);
  });

  it('mutes them for a task, and says who did', async () => {
    const page = await test.open('/tasks/WEB-1', test.company.member);
    await page.getByRole('button', { name: 'Mute colleagues' }).press('Enter');
    await page.getByText('Colleagues muted by Max Member until the status changes').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Unmute' }).click();
    await page.getByRole('button', { name: 'Mute colleagues' }).waitFor();
    for (const told of ['muted colleagues', 'unmuted colleagues'])
      await page.getByRole('region', { name: 'Activity' }).getByText(`Max Member ${told}`).waitFor();
    await closeClean(page);
  });

  it('takes when somebody is away', async () => {
    const page = await test.open('/settings/profile', test.company.viewer);
    expectStatus(page, 400);
    const away = page.getByRole('group', { name: 'Away' });
    await away.getByLabel('From').fill('2099-12-24');
    await away.getByLabel('Until').fill('2099-12-01');
    await away.getByRole('button', { name: 'Set away' }).click();
    await away.getByLabel('Until').and(page.locator('[aria-invalid]')).waitFor();
    await away.getByLabel('Until').fill('2099-12-31');
    await away.getByRole('button', { name: 'Set away' }).click();
    await away.getByRole('button', { name: 'I am back' }).waitFor();
    await page.reload();
    await eventually('it is shown', async () => (await away.getByLabel('Until').inputValue()) === '2099-12-31');
    await expectAccessible(page);
    await away.getByRole('button', { name: 'I am back' }).click();
    await away.getByRole('button', { name: 'I am back' }).waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('edits the name, the schedule and the settings, which stand beside the preset', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Otto', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.admin);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'Actions for Otto' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    await dialog.getByLabel('Name').fill('Ottilie');
    await dialog.getByLabel('Frequency').selectOption('Daily');
    await dialog.getByLabel('Time', { exact: true }).fill('07:15');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ottilie' }).waitFor();
    await page.getByText('Daily at 07:15').waitFor();
    const chase = page.getByRole('group', { name: 'Chase' });
    await chase.getByLabel('Repeat after hours').fill('-3');
    await chase.getByRole('button', { name: 'Save' }).click();
    await chase.getByLabel('Repeat after hours').and(page.locator('[aria-invalid]')).waitFor();
    await chase.getByLabel('Repeat after hours').fill('6');
    await chase.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Saved').waitFor();
    await chase.getByText('Preset: 24').first().waitFor();
    await chase.getByRole('button', { name: 'Use preset' }).click();
    await page.locator('fieldset:has-text("Chase") input[value="24"]').first().waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    await closeClean(page);
  });

  it('offers a viewer no runs and no changes', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Seen', role: 'manager' });
    const page = await test.open('/colleagues', test.company.viewer);
    await page.getByRole('link', { name: 'Seen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Seen' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/colleagues/${id}`);
    await page.getByRole('group', { name: 'Tone', exact: true }).waitFor();
    for (const name of [
      'Run now',
      'Preview',
      'New rule',
      'Enable',
      'Disable',
      'Save',
      'Use preset',
      'Actions for Seen',
    ]) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await closeClean(page);
  });
});
