import type { Page } from 'playwright-core';
import { createColleague } from '../factories/colleague.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { CONSOLE_FILES, ConsoleTest, describeConsole } from '../support/console.js';
import { FIRST_SCREEN_KIB, FURTHER_SCREEN_KIB, kibOf, scriptsOf } from '../support/console-weight.js';

/** Addresses, and what is there once all of the screen has been loaded. */
const FURTHER_SCREENS: [address: string, selector: string][] = [
  ['/projects', 'article'],
  ['/projects/WEB/board', 'article'],
  ['/projects/WEB/list', '[role=table] a'],
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
  ['/agents', 'text=See the virtual colleagues'],
  ['/webhooks', 'text=New webhook'],
  ['/webhooks/:webhook', 'text=Redeliver'],
  ['/settings/profile', 'text=Change password'],
  ['/settings/api-keys', 'text=New key'],
  ['/settings/api-keys/:key', '[role=img] canvas'],
  ['/inbox', 'text=Nothing new'],
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
    page = await test.open('/sign-in');
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Lately' }).getByRole('listitem').first().waitFor();
    first = await scriptsOf(page);
  }, 120_000);
  afterAll(() => test.stop());

  async function makeThings(): Promise<void> {
    const { owner } = test.company;
    const { id: projectId } = await createProject(owner, { name: 'Website', key: 'WEB' });
    await createTask(owner, projectId, { title: 'The first', assigneeId: owner.id, description: '**Bold**' });
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

  it.each(FURTHER_SCREENS)('keeps %s within the limit of a further screen', async (address, selector) => {
    await page.goto(address.replace(/:(\w+)/, (_, name: string) => ids[name] ?? ''));
    await page.locator(selector).first().waitFor();
    const more = (await scriptsOf(page)).filter((name) => !first.includes(name));
    expect(kibOf(CONSOLE_FILES, more)).toBeLessThanOrEqual(FURTHER_SCREEN_KIB);
  });

  it('keeps a task with Markdown within the limit of a further screen', async () => {
    await page.goto('/projects/WEB/board');
    await page.getByRole('article').waitFor();
    const before = await scriptsOf(page);
    await page.getByRole('article').getByRole('link').click();
    await page.getByRole('dialog').locator('strong').waitFor();
    const more = (await scriptsOf(page)).filter((name) => !before.includes(name) && !first.includes(name));
    expect(kibOf(CONSOLE_FILES, more)).toBeLessThanOrEqual(FURTHER_SCREEN_KIB);
  });
});
