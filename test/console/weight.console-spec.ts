import type { Page } from 'playwright-core';
import { createAgent } from '../factories/agent.factory.js';
import { createColleague } from '../factories/colleague.factory.js';
import type { TestUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, CONSOLE_FILES, ConsoleTest, describeConsole } from '../support/console.js';
import { FIRST_SCREEN_KIB, FURTHER_SCREEN_KIB, kibOf, neverIdle, scriptsOf } from '../support/console-weight.js';

/** Addresses, and what is there once all of the screen has been loaded. */
const FURTHER_SCREENS: [address: string, selector: string][] = [
  ['/projects', 'article'],
  ['/projects/WEB/board', 'article'],
  ['/projects/WEB/list', '[role=table] a'],
  ['/projects/WEB/calendar', '[role=grid]'],
  ['/projects/WEB/timeline', 'text=Today'],
  ['/projects/WEB/planning', 'article'],
  ['/projects/WEB/sprints/:sprint', '[role=img] canvas'],
  ['/projects/WEB/epics', 'article'],
  ['/projects/WEB/insights', '[role=img] canvas'],
  ['/projects/WEB/list?group=priority&then=status', '[role=table] h3'],
  ['/projects/WEB/board?group=status&then=priority', 'article'],
  ['/views', '[role=group] table'],
  ['/views/:view', '[role=table] a'],
  ['/projects/WEB/settings', 'text=Delete project'],
  ['/tasks/WEB-1', 'strong'],
  ['/search?q=first', 'main li'],
  ['/colleagues', 'article'],
  ['/colleagues/:colleague', 'text=Run now'],
  ['/agents', 'section strong'],
  ['/webhooks', 'text=New webhook'],
  ['/webhooks/:webhook', 'text=Redeliver'],
  ['/settings/profile', 'text=Change password'],
  ['/settings/api-keys', 'text=New key'],
  ['/settings/calendar', 'text=New feed'],
  ['/settings/connections', 'text=No app is connected.'],
  ['/settings/code', 'text=New connection'],
  ['/settings/api-keys/:key', '[role=img] canvas'],
  ['/inbox', '[data-entry]'],
  ['/settings/notifications', 'text=Digest time'],
  ['/settings/company', 'text=Save'],
  ['/settings/people', 'text=Invite people'],
  ['/settings/people?tab=teams', 'text=New team'],
  ['/settings/labels', 'text=New label'],
  ['/settings/lanes', 'text=New lane'],
  ['/settings/security', 'text=Add passkey'],
  ['/settings/sign-on', 'text=New SCIM token'],
  ['/settings/import', 'text=Check'],
  ['/settings/export', 'text=Export company'],
  ['/settings/audit-log', '[role=group] table'],
  ['/settings/about', ':text("/api/mcp")'],
];

describeConsole('the weight of the console', () => {
  let test: ConsoleTest;
  let page: Page;
  let first: readonly string[];
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    test = await ConsoleTest.start();
    await makeThings();
    const { owner } = test.company;
    page = await signIn(owner);
    first = await scriptsOf(page);
  });
  afterAll(() => test.stop());

  async function signIn({ email, password }: TestUser): Promise<Page> {
    const opened = await test.open('/sign-in');
    await neverIdle(opened);
    await opened.getByLabel('Email').fill(email);
    await opened.getByLabel('Password').fill(password);
    await opened.keyboard.press('Enter');
    await opened.getByRole('region', { name: 'Lately' }).getByRole('listitem').first().waitFor();
    return opened;
  }

  /** Tasks of ADMIN, whose agents wait for an answer and for a review, as in the demo company. */
  async function makeWork(projectId: string): Promise<void> {
    const { owner, admin } = test.company;
    const agent = await createAgent(owner, 'Ada', { settings: { work: { concurrent: 2 } } });
    const take = async (title: string) => {
      const input = { title, assigneeId: admin.id, delegateId: agent.id, description: '**Bold**' };
      const task = await createTask(owner, projectId, input);
      const { body } = await agent.api.post('/work', { taskId: task.id });
      return { ...task, workId: String(body.work.id) };
    };
    const asked = await take('To answer');
    await agent.api.post(`/work/${asked.workId}/ask`, { question: 'Red or blue?', options: ['Red'] });
    const submitted = await take('To review');
    const links = [{ title: 'PR', url: 'https://example.org/1' }];
    await agent.api.post(`/work/${submitted.workId}/submit`, { summary: 'All **of it**.', links });
    ids['submitted'] = submitted.tid;
  }

  async function makeThings(): Promise<void> {
    const { owner } = test.company;
    const { id: projectId } = await createProject(owner, { name: 'Website', key: 'WEB' });
    await createTask(owner, projectId, { title: 'The first', assigneeId: owner.id, description: '**Bold**' });
    await makeWork(projectId);
    await owner.api.post('/epics', { projectId, name: 'Launch' });
    const idOf = async (path: string, body: object) => String((await owner.api.post(path, body)).body.id);
    ids['view'] = await idOf('/views', { name: 'All', groupBy: 'priority' });
    ids['sprint'] = await idOf('/sprints', { projectId, name: 'Sprint 1' });
    await owner.api.post(`/sprints/${ids['sprint']}/start`);
    ids['colleague'] = (await createColleague(owner, { name: 'Scrum', role: 'scrum_master' })).id;
    const url = 'http://127.0.0.1:9/hook';
    ids['webhook'] = await idOf('/webhooks', { url, events: ['task.created'], secret: 'a secret', retryCount: 0 });
    await owner.api.post(`/webhooks/${ids['webhook']}/ping`);
    const made = await owner.api.post<{ id: string; key: string }>('/api-keys', { name: 'CI' });
    ids['key'] = made.body.id;
    await test.service.api.as(made.body.key).get('/projects');
  }

  it('keeps the first screen after sign-in within its limit', () => {
    expect(kibOf(CONSOLE_FILES, first)).toBeLessThanOrEqual(FIRST_SCREEN_KIB);
  });

  it('keeps the first screen of whom agents wait for within its limit, and reads Markdown on demand', async () => {
    const waited = await signIn(test.company.admin);
    const waiting = waited.getByRole('region', { name: 'Waiting for you' });
    for (const text of ['Red or blue?', 'All **of it**.']) await waiting.getByText(text).waitFor();
    expect(kibOf(CONSOLE_FILES, await scriptsOf(waited))).toBeLessThanOrEqual(FIRST_SCREEN_KIB);
    await waiting.getByRole('button', { name: 'Show work' }).click();
    await waiting.getByRole('link', { name: 'PR' }).waitFor();
    await waiting.locator('strong').waitFor();
    await closeClean(waited);
  });

  it.each(FURTHER_SCREENS)('keeps %s within the limit of a further screen', async (address, selector) => {
    await page.goto(address.replace(/:(\w+)/, (_, name: string) => ids[name] ?? ''));
    await page.locator(selector).first().waitFor();
    const more = (await scriptsOf(page)).filter((name) => !first.includes(name));
    expect(kibOf(CONSOLE_FILES, more)).toBeLessThanOrEqual(FURTHER_SCREEN_KIB);
  });

  it('keeps a task that an agent has handed in within the limit of a further screen', async () => {
    await page.goto(`/tasks/${ids['submitted']}`);
    await page.getByRole('region', { name: 'Work', exact: true }).locator('strong').waitFor();
    const more = (await scriptsOf(page)).filter((name) => !first.includes(name));
    expect(kibOf(CONSOLE_FILES, more)).toBeLessThanOrEqual(FURTHER_SCREEN_KIB);
  });

  it('keeps a task with Markdown within the limit of a further screen', async () => {
    await page.goto('/projects/WEB/board');
    const card = page.getByRole('article', { name: 'The first' });
    // What drags is loaded when one points at the board, and is of it.
    await card.hover();
    await card.and(page.locator('[draggable=true]')).waitFor();
    const before = await scriptsOf(page);
    const board = before.filter((name) => !first.includes(name));
    expect(kibOf(CONSOLE_FILES, board)).toBeLessThanOrEqual(FURTHER_SCREEN_KIB);
    await card.getByRole('link').click();
    await page.getByRole('dialog').locator('strong').waitFor();
    const more = (await scriptsOf(page)).filter((name) => !before.includes(name) && !first.includes(name));
    expect(kibOf(CONSOLE_FILES, more)).toBeLessThanOrEqual(FURTHER_SCREEN_KIB);
  });
});
