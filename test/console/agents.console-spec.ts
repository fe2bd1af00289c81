import { isDeepStrictEqual } from 'node:util';
import { createAgent, type TestAgent } from '../factories/agent.factory.js';
import { createColleague } from '../factories/colleague.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

const HOUR = 3_600_000;

describeConsole('agents', () => {
  let test: ConsoleTest;
  let agent: TestAgent;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { owner } = test.company;
    ({ id: projectId } = await createProject(owner, { name: 'Website', key: 'WEB' }));
    agent = await createAgent(owner, 'Ada', { settings: { work: { concurrent: 50 } } });
  });
  afterAll(() => test.stop());

  const delegated = (title: string, input: object = {}) =>
    createTask(test.company.owner, projectId, { title, delegateId: agent.id, ...input });

  async function take(taskId: string) {
    const { body } = await agent.api.post('/work', { taskId });
    const { id } = body.work as { id: string };
    return { id, call: (name: string, input: object) => agent.api.post(`/work/${id}/${name}`, input) };
  }

  it('shows the work on a task, answers by an option and by words, and stops it', async () => {
    const { member } = test.company;
    const task = await delegated('Write the texts');
    const work = await take(task.id);
    await agent.api.put(`/work/${work.id}/plan`, {
      steps: [
        { title: 'Read', state: 'done' },
        { title: 'Write', state: 'doing' },
      ],
    });
    await work.call('activities', { type: 'thought', text: 'It is about shops.' });
    await work.call('heartbeat', { progress: 40, note: 'Reading' });
    await work.call('ask', { question: 'Which language?', options: ['English', 'German'] });
    const page = await test.open(`/tasks/${task.tid}`, member);
    const region = page.getByRole('region', { name: 'Work', exact: true });
    for (const text of ['Ada', 'Asks', 'Which language?', 'Reading', '40 %']) {
      await region.getByText(text, { exact: true }).first().waitFor();
    }
    expect(await region.getByRole('list', { name: 'Plan' }).getByRole('listitem').count()).toBe(2);
    await region.getByRole('button', { name: 'Show activity' }).click();
    await region.getByText('It is about shops.').waitFor();
    await expectAccessible(page);
    await region.getByRole('button', { name: 'German' }).click();
    await region.getByText('Working', { exact: true }).waitFor();
    await work.call('ask', { question: 'How long?' });
    await region.getByText('How long?').waitFor();
    await region.getByRole('textbox', { name: 'Answer' }).fill('A page.');
    await region.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
    await region.getByText('Working', { exact: true }).waitFor();
    const { body } = await work.call('heartbeat', {});
    expect(body.answers.map(({ text }: { text: string }) => text)).toEqual(['German', 'A page.']);
    await region.getByRole('button', { name: 'Stop' }).click();
    await region.getByText('It is to stop.').waitFor();
    await closeClean(page);
  });

  it('returns what was handed in with a comment, and accepts it', async () => {
    const { member } = test.company;
    const task = await delegated('Sum it up');
    const first = await take(task.id);
    await first.call('submit', {
      summary: 'The **first** try.',
      links: [{ title: 'PR', url: 'https://example.org/1' }],
    });
    const page = await test.open(`/tasks/${task.tid}`, member);
    expectStatus(page, 400);
    const region = page.getByRole('region', { name: 'Work', exact: true });
    expect(await region.getByRole('link', { name: 'PR' }).getAttribute('rel')).toContain('noopener');
    await region.getByRole('button', { name: 'Return' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Return' });
    await dialog.getByRole('button', { name: 'Return' }).click();
    await dialog.getByLabel('Comment').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Comment').fill('With figures.');
    await dialog.getByRole('button', { name: 'Return' }).click();
    await region.getByText('Returned', { exact: true }).waitFor();
    await region.getByText(/With figures\./).waitFor();
    const second = await take(task.id);
    await second.call('submit', { summary: 'The second try.' });
    await region.getByText('The second try.').waitFor();
    await region.getByRole('button', { name: 'Accept' }).click();
    await region.getByText('Accepted', { exact: true }).waitFor();
    await region.getByText('Earlier attempts (1)').waitFor();
    await closeClean(page);
  });

  it('delegates a task, and offers a viewer nothing', async () => {
    const task = await createTask(test.company.owner, projectId, { title: 'For an agent' });
    await createAgent(test.company.owner, 'Elsewhere', {
      projectIds: [(await createProject(test.company.owner)).id],
    });
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    const delegate = page.getByRole('combobox', { name: 'Delegate' });
    await delegate.click();
    expect(await page.getByRole('option', { name: 'Elsewhere' }).count()).toBe(0);
    await page.getByRole('option', { name: 'Ada' }).click();
    await page.getByRole('region', { name: 'Work', exact: true }).getByText('Ada has not begun yet.').waitFor();
    await closeClean(page);
    const work = await take(task.id);
    await work.call('ask', { question: 'Which?', options: ['One'] });
    const seen = await test.open(`/tasks/${task.tid}`, test.company.viewer);
    const region = seen.getByRole('region', { name: 'Work', exact: true });
    await region.getByText('Which?').waitFor();
    for (const name of ['One', 'Answer', 'Stop']) {
      expect(await region.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await closeClean(seen);
  });

  it('shows all agents, what they wait for and how they did', async () => {
    const { owner } = test.company;
    const other = await createAgent(owner, 'Bob', { settings: { work: { concurrent: 9, maxAttempts: 1 } } });
    const own = await createProject(owner, { name: 'Shop', key: 'SHP' });
    const given = (title: string) => createTask(owner, own.id, { title, delegateId: other.id });
    const works: Record<string, string> = {};
    for (const title of ['Asked', 'Handed in', 'Worked on', 'Given up', 'Finished']) {
      const { body } = await other.api.post('/work', { taskId: (await given(title)).id });
      works[title] = body.work.id;
    }
    const call = (title: string, name: string, input: object) => other.api.post(`/work/${works[title]}/${name}`, input);
    await call('Asked', 'ask', { question: 'Why?', options: ['Because'] });
    await call('Handed in', 'submit', { summary: 'Here it is.' });
    await call('Worked on', 'heartbeat', { progress: 10, note: 'Thinking' });
    await call('Given up', 'fail', { reason: 'I cannot' });
    await call('Finished', 'heartbeat', { usage: { inputTokens: 1, outputTokens: 1, costUsd: 1.5 } });
    await call('Finished', 'submit', { summary: 'Done.' });
    await owner.api.post(`/work/${works['Finished']}/review`, { decision: 'accept' });
    await given('Not begun');
    const page = await test.open('/', owner);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    const article = page.getByRole('article', { name: 'Bob' });
    for (const text of ['1 task ready', '$1.50']) await article.getByText(text, { exact: true }).waitFor();
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    await region('Working').getByText('Thinking').waitFor();
    await region('Ready').getByText('Not begun').waitFor();
    await expectAccessible(page);
    await region('Asking')
      .getByRole('listitem')
      .filter({ hasText: 'Why?' })
      .getByRole('button', { name: 'Because' })
      .click();
    await region('Working').getByText('Asked').waitFor();
    const review = region('To review').getByRole('listitem').filter({ hasText: 'Here it is.' });
    await review.getByRole('button', { name: 'Accept' }).press('Enter');
    await review.waitFor({ state: 'detached' });
    await region('Stuck').getByRole('listitem').filter({ hasText: 'Given up' }).getByRole('button').click();
    await region('Ready').getByText('Given up').waitFor();
    await closeClean(page);
    const phone = await test.open('/agents', owner, { phone: true });
    await phone.getByRole('article', { name: 'Bob' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await closeClean(phone);
  });

  it('puts what waits for the reader into My work, and marks cards', async () => {
    const { admin } = test.company;
    const asked = await delegated('Mine to answer', { assigneeId: admin.id });
    await (await take(asked.id)).call('ask', { question: 'Red or blue?', options: ['Red', 'Blue'] });
    const handed = await delegated('Mine to review', { assigneeId: admin.id });
    await (await take(handed.id)).call('submit', { summary: 'All of it.' });
    const page = await test.open('/', admin);
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByText('All of it.').waitFor();
    await waiting.getByRole('listitem').nth(1).waitFor();
    expect(await waiting.getByRole('listitem').count()).toBe(2);
    await expectAccessible(page);
    await waiting.getByRole('button', { name: 'Blue' }).click();
    await waiting.getByText('Red or blue?').waitFor({ state: 'detached' });
    await page.goto('/projects/WEB/board');
    const card = (name: string) => page.getByRole('article', { name });
    await card(`${asked.tid} Mine to answer`).getByText('Ada works on it').waitFor();
    await card(`${handed.tid} Mine to review`).getByText('Ada waits for review').waitFor();
    await closeClean(page);
  });

  it('are asked after every 2 s on a board, by the clock of the page', async () => {
    const task = await delegated('Soon to ask');
    const work = await take(task.id);
    const page = await test.open('/sign-in', test.company.member);
    await page.clock.install();
    await page.goto('/projects/WEB/board');
    const card = page.getByRole('article', { name: `${task.tid} Soon to ask` });
    await card.getByText('Ada works on it').waitFor();
    const read = () => page.waitForResponse((response) => /filter=work(\+|%20)in/.test(response.url()));
    // From here on the page's time stands, and nothing is being read.
    const before = read();
    await page.clock.pauseAt(Date.now() + HOUR);
    await before;
    await work.call('ask', { question: 'Red or blue?' });
    const after = read();
    await page.clock.runFor(2_000);
    await after;
    await page.clock.resume();
    await card.getByText('Ada asks').waitFor();
    await closeClean(page);
  });

  it('makes a key of an agent, which is shown once with the line that starts it, and revokes it', async () => {
    const page = await test.open(`/colleagues/${agent.id}`, test.company.admin);
    const keys = page.getByRole('region', { name: 'Keys', exact: true });
    await keys.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await dialog.getByLabel('API key').inputValue();
    expect(key).toMatch(/^svc_live_/);
    expect(await dialog.getByLabel('Start the agent').inputValue()).toBe(
      `PROJECTS_URL=${test.origin}/api PROJECTS_API_KEY=${key} node examples/agent.mjs -- ./my-agent`,
    );
    await expectAccessible(page);
    expect((await test.service.api.as(key).get('/projects')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await keys.getByRole('link', { name: 'Laptop' }).waitFor();
    await keys.getByRole('button', { name: 'Revoke Laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke Laptop' }).click();
    await keys.getByText('Revoked').waitFor();
    const limits = page.getByRole('group', { name: 'Work limits' });
    await limits.getByLabel('Works at once').fill('7');
    await limits.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Saved').waitFor();
    const { body } = await test.company.owner.api.get(`/virtual-colleagues/${agent.id}`);
    expect(body.settings.work).toMatchObject({ concurrent: 7, maxCostUsd: null });
    await closeClean(page);
  });

  it('has an orchestrator delegate by its settings', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Olga', role: 'agent_orchestrator' });
    const page = await test.open(`/colleagues/${id}`, test.company.admin);
    expectStatus(page, 400);
    const form = page.getByRole('group', { name: 'Delegation' });
    await form.getByLabel('Gives tasks to agents').check();
    await form.getByLabel('Filter').fill('nonsense');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByLabel('Filter').and(page.locator('[aria-invalid]')).waitFor();
    await form.getByLabel('Filter').fill('priority = High');
    await form.getByRole('checkbox', { name: 'Ada' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    const delegation = { enabled: true, agentIds: [agent.id], filter: 'priority = High', perRun: 10 };
    await eventually('it is saved', async () => {
      const { body } = await test.company.owner.api.get(`/virtual-colleagues/${id}`);
      return isDeepStrictEqual(body.settings.delegation, delegation);
    });
    await expectAccessible(page);
    await closeClean(page);
  });
});
