import type { Page } from 'playwright-core';
import { createAgent } from '../factories/agent.factory.js';
import { createSprint } from '../factories/planning.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

const HOUR = 3_600_000;

describeConsole('what stands in a field', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    projectId = (await createProject(test.company.member, { name: 'Website', key: 'WEB' })).id;
  });
  afterAll(() => test.stop());

  const make = (input: object): Promise<TestTask> => createTask(test.company.member, projectId, input);
  const taskOf = async ({ id }: TestTask) => (await test.company.member.api.get(`/tasks/${id}`)).body;
  const estimated = (task: TestTask, hours: number) =>
    eventually(`it is ${hours}`, async () => (await taskOf(task)).estimatedHours === hours);

  /** Requests that write, from now on. */
  const writes = (page: Page): string[] => {
    const seen: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') seen.push(request.url());
    });
    return seen;
  };

  it('is time as people write it, which is said in words', async () => {
    const task = await make({ title: 'Time' });
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    const time = page.getByRole('region', { name: 'Time' });
    await page.getByRole('button', { name: 'Log time' }).click();
    const hours = page.getByRole('textbox', { name: 'Hours' });
    for (const [written, understood] of [
      ['1h 30m', '= 1 h 30 min'],
      ['1:30', '= 1 h 30 min'],
      ['1,5', '= 1 h 30 min'],
      ['45m', '= 45 min'],
      ['2', '= 2 h'],
    ] as const) {
      await hours.fill(written);
      await time.getByText(understood, { exact: true }).waitFor();
    }
    const sent = writes(page);
    for (const written of ['soon', '']) {
      await hours.fill(written);
      await page.keyboard.press('Enter');
      await time.getByText('This is no number of hours').waitFor();
      expect([await hours.getAttribute('aria-invalid'), sent]).toEqual(['true', []]);
    }
    await hours.fill('30h');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Log' });
    await dialog.getByText('30 h').waitFor();
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await dialog.getByRole('button', { name: 'Log' }).click();
    await time.getByText('30 h', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Log time' }).click();
    await hours.fill('1h 20m');
    await page.keyboard.press('Enter');
    await time.getByText('1 h 20 min', { exact: true }).waitFor();
    await closeClean(page);
  });

  it('is points as people write them: of a task, a new one, in the list and the plan', async () => {
    const task = await make({ title: 'Points' });
    await createSprint(test.company.member, projectId, { name: 'Sprint 1' });
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    await page.getByRole('button', { name: 'Points' }).click();
    await page.getByRole('textbox', { name: 'Points' }).fill('1h 30m');
    await page.getByText('= 1 h 30 min', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await estimated(task, 1.5);
    await page.goto(`/projects/WEB/list?search=Points`);
    await page.getByRole('button', { name: `1.5, Points of ${task.tid}` }).click();
    await page.getByRole('textbox', { name: `Points of ${task.tid}` }).fill('90m 5');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Notifications' }).getByText('This is no number').waitFor();
    await page.getByRole('button', { name: `1.5, Points of ${task.tid}` }).click();
    await page.getByRole('textbox', { name: `Points of ${task.tid}` }).fill('2:15');
    await page.getByText('= 2 h 15 min', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await estimated(task, 2.25);
    await page.goto('/projects/WEB/planning');
    const points = page.getByRole('textbox', { name: `Points of ${task.tid}` });
    await points.fill('45m');
    await page.getByText('= 45 min', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await estimated(task, 0.75);
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('With points');
    await dialog.getByRole('textbox', { name: 'Points' }).fill('1,5');
    await dialog.getByText('= 1 h 30 min', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await eventually('it is made', async () => {
      const { body } = await test.company.member.api.get(`/tasks?projectId=${projectId}&search=With%20points`);
      return body[0]?.estimatedHours === 1.5;
    });
    await closeClean(page);
  });

  it('is a due day only at midnight UTC, else day and time where the reader is', async () => {
    const day = await make({ title: 'Day', dueDate: '2031-05-06T00:00:00.000Z', status: 'To Do' });
    const moment = await make({ title: 'Moment', dueDate: '2031-05-06T22:30:00.000Z', status: 'To Do' });
    const page = await test.open('/projects/WEB/board', test.company.member, {
      timezoneId: 'Asia/Tokyo',
      locale: 'en-US',
    });
    const card = ({ tid, title }: TestTask) => page.getByRole('article', { name: `${tid} ${title}` });
    await card(day).getByText('May 6, 2031', { exact: true }).waitFor();
    await card(moment)
      .getByText(/^May 7, 2031, 7:30\sAM$/)
      .waitFor();
    await page.goto('/projects/WEB/list?search=Moment');
    await page.getByRole('button', { name: /^May 7, 2031, 7:30\sAM, Due date/ }).waitFor();
    await page.goto(`/tasks/${moment.tid}`);
    await page
      .getByRole('button', { name: 'Due date' })
      .getByText(/7:30\sAM/)
      .waitFor();
    await page.getByRole('button', { name: 'Due date' }).click();
    expect(await page.getByLabel('Due date').inputValue()).toBe('2031-05-07');
    await closeClean(page);
  });

  it('is overdue once its moment has come', async () => {
    const { member } = test.company;
    const task = await make({
      title: 'Just now',
      assigneeId: member.id,
      dueDate: new Date(Date.now() - HOUR / 60).toISOString(),
    });
    const page = await test.open('/', member);
    await page.getByRole('region', { name: 'Overdue' }).getByText(task.title).waitFor();
    await closeClean(page);
  });

  it('is Markdown, however slow the machine; what is too much for it is shown as its source', async () => {
    const deep = await make({ title: 'Deep', description: `${'> '.repeat(30)}deep **down**` });
    const items = '- [ ] An entry with *some* words\n'.repeat(1_200);
    const long = await make({ title: 'Long', description: `${items}\n**The end**\n\n${'[ '.repeat(4_000)}` });
    const page = await test.open(`/tasks/${deep.tid}`, test.company.member);
    const description = page.getByRole('region', { name: 'Description' });
    await description.getByText('deep **down**').waitFor();
    await description.getByRole('button', { name: 'Show formatted' }).click();
    await description.locator('blockquote').first().waitFor();
    await page.goto(`/tasks/${long.tid}`);
    await description.locator('strong', { hasText: 'The end' }).waitFor();
    expect(await description.getByRole('checkbox').count()).toBe(1_200);
    await description.getByRole('checkbox').last().click();
    await eventually('it is ticked', async () => (await taskOf(long)).description.includes('- [x] An entry'));
    await closeClean(page);
  });
});

describeConsole('tasks of an archived project', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('are in no list but that of their project, unless a filter asks for them', async () => {
    const { member, admin } = test.company;
    const old = await createProject(admin, { name: 'Old', key: 'OLD' });
    const now = await createProject(member, { name: 'Now', key: 'NOW' });
    const late = new Date(Date.now() - 48 * HOUR).toISOString();
    await createTask(member, old.id, { title: 'Buried thing', assigneeId: member.id, dueDate: late });
    await createTask(member, now.id, { title: 'Living thing', assigneeId: member.id, dueDate: late });
    const view = (await member.api.post<{ id: string }>('/views', { name: 'Everything' })).body.id;
    const there = (await member.api.post<{ id: string }>('/views', { name: 'Buried', filter: 'archived' })).body.id;
    await admin.api.post(`/projects/${old.id}/archive`);
    const page = await test.open('/', member);
    const shows = async (living: boolean, buried: boolean) => {
      await page
        .getByText(living ? 'Living thing' : 'Buried thing')
        .first()
        .waitFor();
      expect([
        (await page.getByText('Living thing').count()) > 0,
        (await page.getByText('Buried thing').count()) > 0,
      ]).toEqual([living, buried]);
    };
    await shows(true, false);
    for (const address of ['/search?q=thing', `/views/${view}`, `/views/${view}?filter=title+~+thing+or+done`]) {
      await page.goto(address);
      await shows(true, false);
    }
    for (const address of ['/projects/OLD/list', `/views/${there}`, `/views/${view}?filter=archived`]) {
      await page.goto(address);
      await shows(false, true);
    }
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('thing');
    await page.getByRole('option', { name: /Living thing/ }).waitFor();
    expect(await page.getByRole('option', { name: /Buried thing/ }).count()).toBe(0);
    await closeClean(page);
  });
});

describeConsole('an agent on a board', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('is seen asking and handing in, soon after it does', async () => {
    const { owner, admin, viewer } = test.company;
    const { id } = await createProject(owner, { name: 'Website', key: 'WEB' });
    const agent = await createAgent(owner, 'Ada');
    const task = await createTask(owner, id, { title: 'Build it', assigneeId: admin.id, delegateId: agent.id });
    const page = await test.open('/projects/WEB/board', viewer);
    const card = page.getByRole('article', { name: `${task.tid} Build it` });
    await card.waitFor();
    const { body } = await agent.api.post('/work', { taskId: task.id });
    await card.getByText(/Ada/).waitFor();
    await agent.api.post(`/work/${body.work.id}/ask`, { question: 'Red or blue?', options: ['Red'] });
    await card.getByText(/Ada asks/).waitFor();
    await admin.api.post(`/work/${body.work.id}/answer`, { text: 'Red' });
    await agent.api.post(`/work/${body.work.id}/submit`, { summary: 'All of it.', links: [] });
    await card.getByText(/Ada asks/).waitFor({ state: 'detached' });
    await closeClean(page);
  });
});
